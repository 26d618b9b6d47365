import { examples } from '#machines/schedule/timesheet-modal.examples.ts'
import { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/timesheet-modal',
  machine: timesheetModalMachine,
  ...examples,
  project: ({ rows, providerId, schoolId, timesheet, session, toDelete }) => ({
    asks: rows.length,
    providerId,
    schoolId,
    isKnown: timesheet !== undefined,
    isCorrection: session !== undefined,
    toDelete: toDelete?.entityCacheKey,
  }),
  states: {
    choosing: ({ context: { timesheet, rows } }) => {
      if (timesheet) throw new Error('what is known is asked')
      if (rows.length < 2) throw new Error('there is nothing to choose from')
    },
    entering: ({ context: { timesheet } }) => {
      if (!timesheet) throw new Error('hours are entered, and nobody knows whose')
    },
    'entering.confirmingDelete': ({ context: { toDelete, session } }) => {
      if (!toDelete?.id || session) throw new Error('there is nothing to delete')
    },
  },
  // Starting it again for the same choice saves nothing.
  untried: { 'row error: 409': 'The row is a machine of its own, which tells its refusals itself.' },
  browser: 'tests/screens/timesheet-modal.test.ts goes through it on the calendar, dialogs and refusals included.',
})
