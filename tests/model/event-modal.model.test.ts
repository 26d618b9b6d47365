import { ApiError } from '#contract/failures.ts'
import { eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { sampleListing } from '#machines/schedule/sample-sessions.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const { caseloadIds: _, ...listing } = sampleListing()
const original = {
  ...listing,
  isTimesheetReq: true,
  serviceId: 3,
  serviceName: 'Speech therapy',
  isEventPassed: false,
  recurrence: '',
}

modelTests({
  name: 'schedule/event-modal',
  machine: eventModalMachine,
  cases: { 'event.open': { 'a session': { id: 1 } }, 'modal.close': 'bare' },
  outcomes: {
    loadEvent: {
      done: { loaded: { original, isEdited: false, originalStudentList: [] } },
      error: { ...commonFailures, gone: new ApiError(404, 'No such session') },
    },
  },
  project: ({ detail, failure }) => ({ isLoaded: detail !== undefined, failure }),
  states: {
    shown: ({ context }) => {
      if (!context.detail) throw new Error('there is nothing to show')
    },
    failed: ({ context }) => {
      if (!context.failure) throw new Error('nothing says what failed')
    },
  },
})
