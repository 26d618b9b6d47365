import { defineWorkflow } from '#machines/definition/workflow.ts'
import { marksMachine } from './marks.machine.ts'

export const workflow = defineWorkflow({
  name: 'notifications/marks',
  title: 'Reading notifications',
  area: 'Notifications',
  machine: marksMachine,
  examples: () => import('./marks.examples.ts'),
  texts: {
    events: {
      'notifications.see': 'Unread notifications are shown, or one is followed',
      'category.readAll': 'The user reads all of a category',
      'failure.dismiss': 'The user closes the message',
    },
    guards: {
      isAny: 'there are any',
      isNew: 'one is not being marked yet',
      hasMessage: 'the server sent a message',
    },
    actions: {
      addIds: 'add them to those to mark',
      forgetIds: 'nothing is left to mark',
      takeCategory: 'note the category',
      keepMessage: 'keep the message',
      clearMessage: 'forget the message',
      tell: 'tell the page and the bell',
    },
    calls: {
      markRead: {
        does: 'mark those that were seen',
        done: 'They were marked',
        error: 'They could not be marked',
      },
      markCategory: {
        does: 'mark the whole category',
        done: 'The category was marked',
        error: 'It could not be marked',
      },
    },
  },
})
