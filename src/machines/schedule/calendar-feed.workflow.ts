import { defineWorkflow } from '#machines/definition/workflow.ts'
import { calendarFeedMachine } from './calendar-feed.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/calendar-feed',
  title: 'Calendar feed',
  area: 'Schedule',
  machine: calendarFeedMachine,
  examples: () => import('./calendar-feed.examples.ts'),
  texts: {
    events: {
      'feed.open': 'Share the calendar',
      'feed.retry': 'Try again',
      'feed.create': 'Create an address',
      'feed.replace': 'Replace the address',
      'feed.revoke': 'Stop sharing',
      'question.confirm': 'Confirm',
      'question.cancel': 'Cancel',
      'dialog.close': 'Close',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
      isShared: 'the calendar is shared',
    },
    actions: {
      takeProvider: 'note the provider',
      keepFeed: 'show the address',
      dropFeed: 'remove the address',
      keepFailure: "keep the server's message",
      clearFailure: 'clear the message',
      announceReplaced: 'say that the address is new',
      announceRevoked: 'say that sharing stopped',
    },
    calls: {
      loadFeed: { does: 'load the address', done: 'The address loaded', error: 'The address did not load' },
      createFeed: { does: 'create an address', done: 'The address was created', error: 'The address was not created' },
      revokeFeed: { does: 'revoke the address', done: 'The address was revoked', error: 'The address was not revoked' },
    },
    callsById: {
      replaceFeed: {
        does: 'create a new address',
        done: 'The new address was created',
        error: 'The new address was not created',
      },
    },
  },
})
