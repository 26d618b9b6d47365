import { defineWorkflow } from '#machines/definition/workflow.ts'
import { unreadMachine } from './unread.machine.ts'

export const workflow = defineWorkflow({
  name: 'notifications/unread',
  title: 'Bell',
  area: 'Notifications',
  machine: unreadMachine,
  examples: () => import('./unread.examples.ts'),
  texts: {
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
  },
})
