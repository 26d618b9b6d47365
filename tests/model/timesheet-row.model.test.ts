import type { Timesheet } from '#contract/schedule.ts'
import type { TimesheetEntry } from '#domain/timesheet.ts'
import { entryOf } from '#machines/schedule/timesheet-entry.ts'
import { examples } from '#machines/schedule/timesheet-row.examples.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type TimesheetRowWorld, timesheetRowInBrowser } from './timesheet-row.browser.ts'

/** What one row differs in from another, as far as it shows. */
const viewOf = ({ isConfirmed, isApproved, isRequired, serviceId }: Timesheet) =>
  [isConfirmed, isApproved, isRequired, serviceId].join()

/** The field that an event is about. */
const ENTERED: Readonly<Record<string, keyof TimesheetEntry>> = {
  'start.choose': 'startTime',
  'end.choose': 'endTime',
  'service.choose': 'serviceId',
  'isZeroHours.toggle': 'isZeroHours',
}

const isOneFieldEntered = (field: keyof TimesheetEntry, before: TimesheetEntry, entry: TimesheetEntry): boolean =>
  Object.values(ENTERED).every((other) => other === field || entry[other] === before[other] || isUnasked(field, entry))

/** On zero hours the times are not asked: trying to enter them changes nothing. */
const isUnasked = (field: keyof TimesheetEntry, { isZeroHours }: TimesheetEntry) =>
  isZeroHours && field.endsWith('Time')

modelTests<typeof timesheetRowMachine, TimesheetRowWorld>({
  name: 'schedule/timesheet-row',
  machine: timesheetRowMachine,
  ...examples,
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
  equivalent: {
    'editing: row.cancel → opening: leads to reading': 'A row that closes while it is edited is overtaken first.',
    'editing: loadServices error [hasMessage] → ·: without its guard': 'Without a message there is none to keep.',
    'confirming: without clearFailure on the way in': 'A message stands above Confirm until it is dismissed.',
  },
  browser: () => timesheetRowInBrowser(examples.inputs),
})
