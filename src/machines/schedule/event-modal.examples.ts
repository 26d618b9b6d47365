import { ApiError } from '#contract/failures.ts'
import type { PendingDecision } from '#contract/schedule.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { eventModalMachine } from './event-modal.machine.ts'
import { sampleListing, sampleTimesheet } from './sample-sessions.ts'

const { caseloadIds: _, ...listing } = sampleListing()
const original = {
  ...listing,
  isTimesheetReq: true,
  isZeroHours: false,
  timesheetStartTime: '09:00',
  timesheetEndTime: '11:30',
  serviceId: 3,
  serviceName: 'Speech therapy',
  isEventPassed: false,
  recurrence: '',
  seriesCacheKey: 'b',
}
const detailOf = (change: Partial<typeof original>, isEdited = false) => ({
  original: { ...original, ...change },
  isEdited,
  originalStudentList: [],
})

const waitingWith = (change: Partial<typeof original>, decision: PendingDecision) => ({
  ...detailOf(change, true),
  edited: {
    title: 'Asked for',
    eventDate: original.eventDate,
    eventWeekDay: original.eventWeekDay,
    eventStartTime: '10:00',
    eventEndTime: '10:45',
    schoolId: original.schoolId,
    schoolName: original.schoolName,
    serviceId: original.serviceId,
    serviceName: original.serviceName,
    colourCode: original.colourCode,
    isTimesheetReq: true,
    requestedBy: 'Paul Provider',
    requestedAtUtc: '2026-11-20T15:00:00.000Z',
    decision,
  },
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

export const examples = {
  inputs: {
    'an administrator': { isAdministrator: true },
    'an administrator on the page of creators': { isAdministrator: true, isCreator: true },
    'a provider': { isAdministrator: false },
    'a provider with a page for looking': { isAdministrator: false, viewsApart: true },
  },
  cases: {
    'event.open': { 'a session': { id: 1 }, 'another session': { id: 2 } },
    'event.follow': 'bare',
    'timesheet.replace': { 'hours that were saved': { saved: sampleTimesheet({ id: 5, isConfirmed: true }) } },
    'modal.close': 'bare',
    'occurrence.edit': 'bare',
    'series.edit': 'bare',
    'occurrence.delete': 'bare',
    'series.delete': 'bare',
    'edit.approve': 'bare',
    'edit.reject': 'bare',
    'edit.withdraw': 'bare',
    'expired.dismiss': 'bare',
  },
  outcomes: {
    loadEvent: {
      done: {
        'one of a series': detailOf({ isRecurring: true }),
        'a single session': detailOf({ isRecurring: false, seriesCacheKey: undefined }),
        'one of a series, over': detailOf({ isRecurring: true, isEventPassed: true }),
        'with a student': { ...detailOf({ isRecurring: false }), originalStudentList: [student] },
        'a single session, over': detailOf({ isRecurring: false, isEventPassed: true }),
        'on an approved day': detailOf({ isApproved: 1 }),
        'on a locked day': detailOf({ isApproved: 3, isEventPassed: true }),
        'on a rejected day': detailOf({ isApproved: 2 }),
        'changed by its provider': detailOf({ isRecurring: true }, true),
        'changed by its provider, over': detailOf({ isRecurring: false, isEventPassed: true }, true),
        'changed by its provider, on an approved day': detailOf({ isApproved: 1 }, true),
        'changed by its provider, with a clash': waitingWith(
          { isRecurring: true },
          { obstacle: null, clashes: [{ kind: 'timeOff', startTime: '10:00', endTime: '12:00' }], seenKey: 'k' },
        ),
        'changed by its provider, to a locked day': waitingWith(
          { isRecurring: true },
          { obstacle: 'No session can be added: 11/24/2026 is locked.', clashes: [], seenKey: 'n' },
        ),
      },
      error: { ...commonFailures, gone: new ApiError(404, 'No such session') },
    },
    decideEdit: {
      done: { decided: undefined },
      error: { ...commonFailures, decided: new ApiError(409, 'No change of it waits') },
    },
  },
} satisfies Examples<typeof eventModalMachine>
