import type { Timesheet } from '#contract/schedule.ts'
import { entryOf, errorsOf, type HoursEntry, isClosedRow, isSameEntry } from '#machines/schedule/timesheet-entry.ts'
import { examples } from '#machines/schedule/timesheet-row.examples.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type TimesheetRowWorld, timesheetRowInBrowser } from './timesheet-row.browser.ts'

/** What one row differs in from another, as far as it shows. */
const viewOf = ({ isConfirmed, isApproved, isRequired, serviceId }: Timesheet) =>
  [isConfirmed, isApproved, isRequired, serviceId].join()

/** The field that an event is about. */
const ENTERED: Readonly<Record<string, keyof HoursEntry>> = {
  'start.choose': 'startTime',
  'end.choose': 'endTime',
  'service.choose': 'serviceId',
  'isZeroHours.toggle': 'isZeroHours',
  'isRequired.toggle': 'isRequired',
}

const isOneFieldEntered = (field: keyof HoursEntry, before: HoursEntry, entry: HoursEntry): boolean =>
  Object.values(ENTERED).every((other) => other === field || entry[other] === before[other] || isUnasked(field, entry))

/** On zero hours the times are not asked: trying to enter them changes nothing. */
const isUnasked = (field: keyof HoursEntry, { isZeroHours }: HoursEntry) => isZeroHours && field.endsWith('Time')

modelTests<typeof timesheetRowMachine, TimesheetRowWorld>({
  name: 'schedule/timesheet-row',
  machine: timesheetRowMachine,
  ...examples,
  // In a browser what is entered is looked at; in a dialog it matters as far as it can be saved and was changed.
  project: ({ place, saved, session, entry, errors, failure, timesheet, latest, services }) => ({
    place,
    ...(place === 'row'
      ? { entry, errors: Object.keys(errors), failure }
      : {
          isSaved: saved !== undefined,
          isComplete: Object.keys(errorsOf(entry, place)).length === 0,
          isChanged: !isSameEntry(entry, entryOf(timesheet, session?.isTimesheetReq)),
          isZeroHours: entry.isZeroHours,
          isRequired: entry.isRequired,
          hasErrors: Object.keys(errors).length > 0,
          hasFailure: failure !== undefined,
        }),
    timesheet: viewOf(timesheet),
    latest: viewOf(latest),
    hasServices: services.length > 0,
  }),
  possible: (snapshot, { type }) => {
    const { entry, timesheet, session, failure, place } = snapshot.context
    // A dialog is opened over the row as it is; what else can be asked of a row is asked in Add/Edit Timesheet alone.
    if (type === 'row.reload' && place !== 'row') return false
    if (type === 'row.refuse' && place !== 'modal') return false
    // A message stands above the fields.
    if (failure !== undefined && snapshot.matches('editing')) return type === 'failure.dismiss'
    // One field at a time is another than it was: what they do together is asked of the rules of the entry.
    const field = ENTERED[type]
    return field === undefined || isOneFieldEntered(field, entryOf(timesheet, session?.isTimesheetReq), entry)
  },
  states: {
    editing: ({ context: { latest, place } }) => {
      if (isClosedRow(latest, place)) throw new Error('hours that nobody may change are entered')
    },
    saving: ({ context: { entry, place, errors, failure } }) => {
      if (Object.keys(errorsOf(entry, place)).length > 0) throw new Error('hours that are wrong are sent')
      if (Object.keys(errors).length > 0 || failure) throw new Error('an error is left over while saving')
    },
    refused: ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what was refused')
    },
    closed: ({ context: { timesheet, place } }) => {
      if (!isClosedRow(timesheet, place)) throw new Error('a row that may be changed is closed')
    },
    reading: ({ context: { timesheet, place } }) => {
      if (isClosedRow(timesheet, place)) throw new Error('a row of a closed day is open')
      if (place !== 'row') throw new Error('a dialog shows what is stored and does not let it be edited')
    },
    confirmingDrop: ({ context: { place } }) => {
      if (place !== 'session') throw new Error('it is asked where nothing is asked')
    },
    overtaken: ({ context: { latest, place, failure } }) => {
      if (!isClosedRow(latest, place)) throw new Error('the row could be saved')
      if (failure !== undefined) throw new Error('a failure is left over')
    },
  },
  equivalent: {
    'editing: row.cancel → opening: leads to reading': 'A row that closes while it is edited is overtaken first.',
    'editing: loadServices error [hasMessage] → ·: without its guard': 'Without a message there is none to keep.',
    'saving: without clearFailure on the way in': 'A message stands above Confirm until it is dismissed.',
  },
  browser: () => timesheetRowInBrowser(examples.inputs),
})
