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
      if (timesheet) throw new Error('asks for a known timesheet')
      if (rows.length < 2) throw new Error('there is nothing to choose from')
    },
    entering: ({ context: { timesheet } }) => {
      if (!timesheet) throw new Error('hours are entered without a timesheet')
    },
    'entering.confirmingDelete': ({ context: { toDelete, session } }) => {
      if (!toDelete?.id || session) throw new Error('there is nothing to delete')
    },
  },
  untried: { 'row error: 409': 'The row is a separate machine, which reports its refusals itself.' },
  browser: 'tests/screens/timesheet-modal.test.ts covers it on the calendar, including dialogs and refusals.',
})
