import { ApiError } from '#contract/failures.ts'
import { countsAsApproved, type Timesheet } from '#contract/schedule.ts'
import type { TimesheetEntry } from '#domain/timesheet.ts'
import { sampleTimesheet } from '#machines/schedule/sample-sessions.ts'
import { entryOf } from '#machines/schedule/timesheet-entry.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { type TimesheetRowWorld, timesheetRowInBrowser } from './timesheet-row.browser.ts'

const changedElsewhere = sampleTimesheet({ entityCacheKey: 'b' })
const confirmed = sampleTimesheet({ isConfirmed: true, entityCacheKey: 'd' })
const approved = sampleTimesheet({ isConfirmed: true, isApproved: 1, entityCacheKey: 'c' })

/** What one row differs in from another, as far as it shows. */
const viewOf = ({ isConfirmed, isApproved, isRequired, serviceId }: Timesheet) =>
  [isConfirmed, isApproved, isRequired, serviceId].join()

/** The field that an event is about. */
const ENTERED: Readonly<Record<string, keyof TimesheetEntry>> = {
  'start.choose': 'startTime',
  'end.choose': 'endTime',
  'service.choose': 'serviceId',
  'zeroHours.toggle': 'zeroHours',
}

const isOneFieldEntered = (field: keyof TimesheetEntry, before: TimesheetEntry, entry: TimesheetEntry): boolean =>
  Object.values(ENTERED).every((other) => other === field || entry[other] === before[other] || isUnasked(field, entry))

/** On zero hours the times are not asked: trying to enter them changes nothing. */
const isUnasked = (field: keyof TimesheetEntry, { zeroHours }: TimesheetEntry) => zeroHours && field.endsWith('Time')

const starts = {
  'an open row': { timesheet: sampleTimesheet() },
  'a row without service': { timesheet: sampleTimesheet({ serviceId: null, serviceName: null }) },
  'a confirmed row': { timesheet: sampleTimesheet({ isConfirmed: true }) },
  'a row of an approved day': { timesheet: approved },
  'a row that no session asks for': { timesheet: sampleTimesheet({ isRequired: false }) },
}

modelTests<typeof timesheetRowMachine, TimesheetRowWorld>({
  name: 'schedule/timesheet-row',
  machine: timesheetRowMachine,
  inputs: starts,
  cases: {
    'row.edit': 'bare',
    'row.cancel': 'bare',
    'row.confirm': 'bare',
    'start.choose': { 'before the end': { time: '09:00' }, nothing: { time: '' } },
    'end.choose': { 'after the start': { time: '11:30' }, 'at the start': { time: '09:00' } },
    'service.choose': { 'a service': { id: 3 }, none: { id: null } },
    'zeroHours.toggle': 'bare',
    'failure.dismiss': 'bare',
    'row.reload': {
      'changed elsewhere': ({ context: { latest } }) => ({
        timesheet: countsAsApproved(latest.isApproved) ? changedElsewhere : { ...latest, entityCacheKey: 'b' },
      }),
      'approved meanwhile': { timesheet: approved },
    },
  },
  outcomes: {
    loadServices: { done: { loaded: [{ id: 3, name: 'Speech therapy', code: 'ST' }] }, error: commonFailures },
    confirmTimesheet: {
      done: { confirmed, 'confirmed with a new token': confirmed },
      error: { ...commonFailures, 'changed by another': new ApiError(409, 'Somebody else changed this row') },
    },
  },
  project: ({ entry, errors, failure, timesheet, latest, services }) => ({
    entry,
    errors: Object.keys(errors),
    failure,
    timesheet: viewOf(timesheet),
    latest: viewOf(latest),
    hasServices: services.length > 0,
  }),
  possible: (snapshot, { type }) => {
    const { entry, timesheet, failure } = snapshot.context
    // A message stands above the fields.
    if (failure !== undefined && snapshot.matches('editing')) return type === 'failure.dismiss'
    // One field at a time is another than it was: what they do together is asked of the rules of the entry.
    const field = ENTERED[type]
    return field === undefined || isOneFieldEntered(field, entryOf(timesheet), entry)
  },
  states: {
    confirming: ({ context: { errors, failure } }) => {
      if (Object.keys(errors).length > 0 || failure) throw new Error('an error stands while confirming')
    },
    refused: ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what was refused')
    },
    closed: ({ context: { timesheet } }) => {
      if (timesheet.isApproved !== 1 && timesheet.isRequired !== false)
        throw new Error('a row that may be changed is closed')
    },
    reading: ({ context: { timesheet } }) => {
      if (timesheet.isApproved === 1) throw new Error('a row of an approved day is open')
    },
    overtaken: ({ context: { latest, failure } }) => {
      if (latest.isApproved !== 1 && latest.isRequired !== false) throw new Error('the row could be confirmed')
      if (failure !== undefined) throw new Error('a failure is left over')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: timesheetRowInBrowser(starts) }),
})
