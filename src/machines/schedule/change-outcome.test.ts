import { expect, test } from 'vitest'
import type { ChangedSessions } from '#contract/session-form.ts'
import { changeInWords } from './change-outcome.ts'

const change = (
  leftAlone: Partial<ChangedSessions['leftAlone']>,
  more: Partial<ChangedSessions> = {},
): ChangedSessions => ({
  created: 0,
  changed: 8,
  removed: 0,
  leftAlone: { approved: 0, locked: 0, expired: 0, editedAlone: 0, ...leftAlone },
  isPending: false,
  ...more,
})

test.each([
  [change({}), 'Saved'],
  [change({ approved: 1 }), 'Saved. 1 session was left unchanged (1 approved).'],
  [change({ editedAlone: 1 }), 'Saved. 1 session was left unchanged (1 edited individually).'],
  [
    change({ approved: 2, locked: 1, expired: 4, editedAlone: 3 }),
    'Saved. 10 sessions were left unchanged (2 approved, 1 locked, 4 already ended, 3 edited individually).',
  ],
  [change({}, { isPending: true }), 'Saved. The change is pending administrator approval.'],
  [
    change({ locked: 2 }, { isPending: true }),
    'Saved. The change is pending administrator approval. 2 sessions were left unchanged (2 locked).',
  ],
])('sums up what happened to the sessions (%#)', (changed, words) => {
  expect(changeInWords('Saved', changed)).toBe(words)
})
