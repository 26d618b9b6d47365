import { examples } from '#machines/schedule/event-modal.examples.ts'
import { eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { type EventModalWorld, eventModalInBrowser } from './event-modal.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof eventModalMachine, EventModalWorld>({
  name: 'schedule/event-modal',
  machine: eventModalMachine,
  ...examples,
  project: ({ id, isAdministrator, isCreator, viewsApart, detail, decision, failure }) => ({
    id,
    decision,
    isCreator,
    isAdministrator,
    viewsApart,
    shown: detail && [
      detail.isEdited,
      detail.original.isRecurring,
      detail.original.isEventPassed,
      detail.original.isApproved,
      detail.edited?.decision,
    ],
    failure,
  }),
  states: {
    shown: ({ context }) => {
      if (!context.detail) throw new Error('there is nothing to show')
      if (context.viewsApart && !context.detail.isEdited && context.detail.originalStudentList.length === 0)
        throw new Error('a session without students is shown in the dialog')
    },
    'shown.expired': ({ context }) => {
      if (!context.detail?.original.isEventPassed) throw new Error('the session is not over')
    },
    refused: ({ context }) => {
      if (!context.failure) throw new Error('nothing says why')
    },
    failed: ({ context }) => {
      if (!context.failure) throw new Error('no failure message')
    },
  },
  browser: eventModalInBrowser,
})
