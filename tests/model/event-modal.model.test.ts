import { ApiError } from '#contract/failures.ts'
import { eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { sampleListing } from '#machines/schedule/sample-sessions.ts'
import { type EventModalWorld, eventModalInBrowser } from './event-modal.browser.ts'
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
const detailOf = (change: Partial<typeof original>, isEdited = false) => ({
  original: { ...original, ...change },
  isEdited,
  originalStudentList: [],
})

const student = {
  id: 5,
  studentId: 21,
  caseloadFrequencyId: 31,
  caseloadName: 'Dee Park',
  studentName: 'Dee Park',
  serviceFrequency: '2 times',
  duration: '30 minutes',
  eventFrequency: 'Weekly',
  sessionType: 'Group',
  trackingLabels: '',
  trackingFeedback: '',
}

modelTests<typeof eventModalMachine, EventModalWorld>({
  name: 'schedule/event-modal',
  machine: eventModalMachine,
  inputs: {
    'an administrator': { isAdministrator: true },
    'a provider': { isAdministrator: false },
    'a provider with a page for looking': { isAdministrator: false, viewsApart: true },
  },
  cases: {
    'event.open': { 'a session': { id: 1 } },
    'modal.close': 'bare',
    'occurrence.edit': 'bare',
    'series.edit': 'bare',
    'occurrence.delete': 'bare',
    'series.delete': 'bare',
    'edit.approve': 'bare',
    'edit.reject': 'bare',
    'expired.dismiss': 'bare',
  },
  outcomes: {
    loadEvent: {
      done: {
        'one of a series': detailOf({ isRecurring: true }),
        'a single session': detailOf({ isRecurring: false }),
        'one of a series, over': detailOf({ isRecurring: true, isEventPassed: true }),
        'with a student': { ...detailOf({ isRecurring: false }), originalStudentList: [student] },
        'a single session, over': detailOf({ isRecurring: false, isEventPassed: true }),
        'on an approved day': detailOf({ isApproved: 1 }),
        'on a locked day': detailOf({ isApproved: 3, isEventPassed: true }),
        'on a reopened day': detailOf({ isApproved: 2 }),
        'changed by its provider': detailOf({ isRecurring: true }, true),
        'changed by its provider, over': detailOf({ isRecurring: false, isEventPassed: true }, true),
        'changed by its provider, on an approved day': detailOf({ isApproved: 1 }, true),
      },
      error: { ...commonFailures, gone: new ApiError(404, 'No such session') },
    },
    decideEdit: {
      done: { decided: undefined },
      error: { ...commonFailures, decided: new ApiError(409, 'No change of it waits') },
    },
  },
  project: ({ isAdministrator, viewsApart, detail, failure }) => ({
    isAdministrator,
    viewsApart,
    shown: detail && [
      detail.isEdited,
      detail.original.isRecurring,
      detail.original.isEventPassed,
      detail.original.isApproved,
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
      if (!context.detail?.original.isEventPassed) throw new Error('it is not over')
    },
    failed: ({ context }) => {
      if (!context.failure) throw new Error('nothing says what failed')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: eventModalInBrowser() }),
})
