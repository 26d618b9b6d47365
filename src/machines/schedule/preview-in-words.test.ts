import { describe, expect, it } from 'vitest'
import type { Clash } from '#contract/clashes.ts'
import type { ChangedSessions } from '#contract/session-form.ts'
import type { PreviewedDate } from '#contract/session-preview.ts'
import { dateInWords, previewInWords } from './preview-in-words.ts'
import { sampleChanged } from './sample-sessions.ts'

const timeOff: Clash = { kind: 'timeOff', startTime: '08:00', endTime: '12:00' }
const lack: Clash = { kind: 'document', documentType: 'License', expiryDate: '2026-12-01', sessions: 3 }
const created = (count: number, clashing = 0): PreviewedDate[] =>
  Array.from({ length: count }, (_, index) => ({
    what: 'created',
    date: `2026-12-${String(index + 1).padStart(2, '0')}`,
    clashes: index < clashing ? [timeOff] : [],
  }))
const leftAlone = { approved: 1, locked: 0, expired: 0, editedAlone: 1 }

describe("the preview's summary", () => {
  it.each<[string, Partial<ChangedSessions>, PreviewedDate[]]>([
    [
      '36 sessions will be created, 2 left unchanged (1 approved, 1 edited individually), 1 skipped, 3 clashes',
      { created: 36, leftAlone },
      [...created(36, 3), { what: 'skipped', date: '2027-02-31', why: 'noSuchDate' }],
    ],
    ['1 session will be created, 1 clash', { created: 1 }, created(1, 1)],
    [
      '4 sessions will be created, 3 without a required document',
      { created: 4 },
      [...created(1), { what: 'created', date: '2026-12-02', clashes: [lack] }, ...created(2)],
    ],
    [
      '1 session will be created, 1 changed, 2 removed',
      { created: 1, changed: 1, removed: 2 },
      [...created(1), { what: 'changed', date: '2026-12-09', clashes: [] }],
    ],
    [
      '1 session will be moved once an administrator approves it',
      { isPending: true },
      [{ what: 'moved', date: '2026-12-09', movedFrom: '2026-12-08', clashes: [] }],
    ],
    ['6 sessions will be removed', { removed: 6 }, []],
    ['No session will be changed, 2 left unchanged (1 approved, 1 edited individually)', { leftAlone }, []],
  ])('%s', (words, counts, dates) => {
    expect(previewInWords({ counts: sampleChanged(counts), changes: [], dates })).toBe(words)
  })
})

describe('a date', () => {
  it.each<[string, PreviewedDate]>([
    ['New', { what: 'created', date: '2026-12-09', clashes: [] }],
    ['Moved from 12/08/2026', { what: 'moved', date: '2026-12-09', movedFrom: '2026-12-08', clashes: [] }],
    ['Unchanged: already ended', { what: 'leftAlone', date: '2026-12-09', why: 'expired' }],
    ['Skipped: no such date', { what: 'skipped', date: '2027-02-31', why: 'noSuchDate' }],
  ])('%s', (words, date) => {
    expect(dateInWords(date)).toBe(words)
  })
})
