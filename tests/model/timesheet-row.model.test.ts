import type { Timesheet } from '#contract/schedule.ts'
import { entryOf, errorsOf, type HoursEntry, isClosedRow } from '#machines/schedule/timesheet-entry.ts'
import { examples } from '#machines/schedule/timesheet-row.examples.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type TimesheetRowWorld, timesheetRowInBrowser } from './timesheet-row.browser.ts'

/** The visible differences between rows. */
const viewOf = ({ date, isConfirmed, isApproved, isRequired, serviceId }: Timesheet) =>
  [date, isConfirmed, isApproved, isRequired, serviceId].join()

/** The field that each event changes. */
const ENTERED: Readonly<Record<string, keyof HoursEntry>> = {
  'start.choose': 'startTime',
  'end.choose': 'endTime',
  'service.choose': 'serviceId',
  'isZeroHours.toggle': 'isZeroHours',
  'isRequired.toggle': 'isRequired',
}

const changedFields = (before: HoursEntry, entry: HoursEntry) =>
  Object.values(ENTERED).filter((field) => entry[field] !== before[field])

const isOneFieldEntered = (field: keyof HoursEntry, before: HoursEntry, entry: HoursEntry): boolean =>
  Object.values(ENTERED).every((other) => other === field || entry[other] === before[other] || isIgnored(field, entry))

/** With zero hours the times are disabled, so entering them changes nothing. */
const isIgnored = (field: keyof HoursEntry, { isZeroHours }: HoursEntry) => isZeroHours && field.endsWith('Time')

modelTests<typeof timesheetRowMachine, TimesheetRowWorld>({
  name: 'schedule/timesheet-row',
  machine: timesheetRowMachine,
  ...examples,
  // The browser run checks the entered values of rows; in dialogs only validity and changes matter.
  project: ({ place, saved, session, entry, errors, failure, timesheet, latest, services }) => ({
    place,
    ...(place === 'row'
      ? { entry, errors: Object.keys(errors), failure }
      : {
          isSaved: saved !== undefined,
          isComplete: Object.keys(errorsOf(entry, place)).length === 0,
          changed: changedFields(entryOf(timesheet, session?.isTimesheetReq), entry),
          isZeroHours: entry.isZeroHours,
          isRequired: entry.isRequired,
          errors: Object.keys(errors),
          hasFailure: failure !== undefined,
        }),
    timesheet: viewOf(timesheet),
    latest: viewOf(latest),
    isTimesheetReq: session?.isTimesheetReq,
    hasServices: services.length > 0,
  }),
  possible: (snapshot, event) => {
    const { type } = event
    const { entry, timesheet, session, failure, place } = snapshot.context
    // Hours move to another day with their session, and only its dialog looks at the day.
    if ('error' in event && event.error === examples.outcomes.saveTimesheet.error['moved to another day'])
      return place === 'session'
    // Only rows reload, and only Add/Edit Timesheet can refuse a row: a dialog opens over the current row.
    if (type === 'row.reload' && place !== 'row') return false
    if (type === 'row.refuse' && place !== 'modal') return false
    // A message covers the fields.
    if (failure !== undefined && snapshot.matches('editing')) return type === 'failure.dismiss'
    // Only one field differs at a time: unit tests of the rules cover combinations.
    const field = ENTERED[type]
    return field === undefined || isOneFieldEntered(field, entryOf(timesheet, session?.isTimesheetReq), entry)
  },
  states: {
    editing: ({ context: { latest, place } }) => {
      if (isClosedRow(latest, place)) throw new Error('hours of a read-only row are edited')
    },
    saving: ({ context: { entry, place, errors, failure } }) => {
      if (Object.keys(errorsOf(entry, place)).length > 0) throw new Error('invalid hours are sent')
      if (Object.keys(errors).length > 0 || failure) throw new Error('an earlier error is still shown while saving')
    },
    refused: ({ context: { failure } }) => {
      if (!failure) throw new Error('no reason for the refusal')
    },
    closed: ({ context: { timesheet, place } }) => {
      if (!isClosedRow(timesheet, place)) throw new Error('an editable row is closed')
    },
    reading: ({ context: { timesheet, place } }) => {
      if (isClosedRow(timesheet, place)) throw new Error('a row of a closed day can be edited')
      if (place !== 'row') throw new Error('a dialog is read-only')
    },
    confirmingDrop: ({ context: { place } }) => {
      if (place !== 'session') throw new Error("the question is asked outside a session's dialog")
    },
    closedMeanwhile: ({ context: { latest, place, failure } }) => {
      if (!isClosedRow(latest, place)) throw new Error('the row can still be saved')
      if (failure !== undefined) throw new Error('an earlier failure is still shown')
    },
  },
  equivalent: {
    'editing: row.cancel → opening: leads to reading':
      'A row that closes during editing goes to closedMeanwhile first.',
    'editing: loadServices error [hasMessage] → ·: without its guard': 'Without a message there is nothing to store.',
    'saving: without clearFailure on the way in': 'A message covers Confirm until it is dismissed.',
  },
  browser: () => timesheetRowInBrowser(examples.inputs),
})
