import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { unreadMachine } from './unread.machine.ts'

const one = {
  id: 7,
  message: 'Your hours on 11/20/2026 were approved.',
  isRead: false,
  createdOnUtc: '2026-11-20T15:00:00.000Z',
  href: '/schedule-provider-event-viewer?view=daily&date=2026-11-20',
}

export const examples = {
  cases: { 'panel.open': 'bare', 'panel.close': 'bare', 'unread.refresh': 'bare' },
  outcomes: {
    readUnread: {
      done: {
        none: { unread: { count: 0, latest: [] } },
        one: { unread: { count: 1, latest: [one] } },
      },
      error: commonFailures,
    },
  },
} satisfies Examples<typeof unreadMachine>
