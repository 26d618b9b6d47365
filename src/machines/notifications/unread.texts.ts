import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { unreadMachine } from './unread.machine.ts'

export const texts = {
  events: {
    'panel.open': 'The user opens the panel',
    'panel.close': 'The user closes the panel',
    'unread.refresh': 'Notifications have come, or were read elsewhere',
  },
  actions: { keepUnread: 'keep what was read' },
  calls: {
    readUnread: {
      does: 'read the count and the latest',
      done: 'The unread notifications were read',
      error: 'They could not be read',
    },
  },
} satisfies ChartTexts<typeof unreadMachine>
