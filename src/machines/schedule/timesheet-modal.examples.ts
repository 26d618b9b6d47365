import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { sampleListing, sampleTimesheet } from './sample-sessions.ts'
import type { timesheetModalMachine } from './timesheet-modal.machine.ts'

const worked = sampleTimesheet()
const elsewhere = sampleTimesheet({ schoolId: 4, schoolName: 'Maple', serviceId: null, serviceName: null })
const ofAnother = sampleTimesheet({ providerId: 8, providerName: 'Bo Lee' })
const stored = sampleTimesheet({ id: 1, entityCacheKey: '1' })
const changed = sampleTimesheet({ id: 1, endTime: '12:00', entityCacheKey: '2' })
const { caseloadIds: _, ...listing } = sampleListing()
const session = {
  ...listing,
  isTimesheetReq: true,
  isZeroHours: false,
  timesheetStartTime: '09:00',
  timesheetEndTime: '11:30',
  timesheetId: 5,
  timesheetCacheKey: '1',
  serviceId: 3,
  serviceName: 'Speech therapy',
  isEventPassed: false,
  recurrence: '',
}

export const examples = {
  cases: {
    'timesheet.add': {
      'the one row': { rows: [worked] },
      'one of two schools': { rows: [worked, elsewhere] },
      "one of two providers'": { rows: [worked, ofAnother] },
    },
    'timesheet.edit': { stored: { timesheet: stored } },
    'timesheet.correct': {
      'a session': { session },
      'a session on an approved day': { session: { ...session, id: 9, isApproved: 1 } },
    },
    'provider.choose': { 'a provider': { id: 8 }, none: { id: null } },
    'school.choose': { 'a school': { id: 4 }, none: { id: null } },
    'timesheet.delete': {
      stored: { timesheet: changed },
      'changed again': { timesheet: { ...changed, endTime: '12:15', entityCacheKey: '3' } },
      'not stored': { timesheet: worked },
    },
    'delete.confirm': 'bare',
    'delete.dismiss': 'bare',
    'modal.close': 'bare',
  },
  outcomes: {
    row: { done: { saved: { saved: changed }, dropped: { saved: undefined } } },
    deleteTimesheet: {
      done: { removed: worked },
      error: { ...commonFailures, 'changed by another': new ApiError(409, 'These hours were changed meanwhile.') },
    },
  },
} satisfies Examples<typeof timesheetModalMachine>
