import { MODAL_WORDS, timesheetErrors } from '#domain/timesheet.ts'
import { examples } from '#machines/schedule/timesheet-modal.examples.ts'
import { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/timesheet-modal',
  machine: timesheetModalMachine,
  ...examples,
  project: ({ rows, providerId, schoolId, timesheet, entry, errors, failure }) => ({
    asks: rows.length,
    providerId,
    schoolId,
    isStored: timesheet !== undefined && timesheet.id > 0,
    isApproved: timesheet?.isApproved,
    isComplete: Object.keys(timesheetErrors(entry, MODAL_WORDS)).length === 0,
    isZeroHours: entry.isZeroHours,
    errors: Object.keys(errors).length > 0,
    failure: failure !== undefined,
  }),
  states: {
    choosing: ({ context: { timesheet, rows } }) => {
      if (timesheet) throw new Error('what is known is asked')
      if (rows.length < 2) throw new Error('there is nothing to choose from')
    },
    'entering.editing': ({ context: { timesheet } }) => {
      if (!timesheet || timesheet.isApproved === 1) throw new Error('hours that cannot be changed are entered')
    },
    'entering.confirmingDelete': ({ context: { timesheet } }) => {
      if (!timesheet?.id) throw new Error('there is nothing to delete')
    },
    'entering.saving': ({ context: { entry, errors } }) => {
      if (Object.keys(timesheetErrors(entry, MODAL_WORDS)).length > 0) throw new Error('hours that are wrong are sent')
      if (Object.keys(errors).length > 0) throw new Error('an error stands while saving')
    },
    'entering.refused': ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what was refused')
    },
    readOnly: ({ context: { timesheet } }) => {
      if (timesheet?.isApproved !== 1) throw new Error('hours that may be changed are closed')
    },
  },
  browser: 'tests/screens/timesheet-modal.test.ts goes through it on the calendar, dialogs and refusals included.',
})
