import { examples } from '#machines/schedule/timesheet-modal.examples.ts'
import { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type TimesheetModalWorld, timesheetModalInBrowser } from './timesheet-modal.browser.ts'

modelTests<typeof timesheetModalMachine, TimesheetModalWorld>({
  name: 'schedule/timesheet-modal',
  machine: timesheetModalMachine,
  ...examples,
  project: ({ rows, providerId, schoolId, timesheet, session, toDelete }) => ({
    asks: rows.length,
    providerId,
    schoolId,
    hours: timesheet && (timesheet.id > 0 ? 'stored' : 'not stored'),
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
  browser: timesheetModalInBrowser,
})
