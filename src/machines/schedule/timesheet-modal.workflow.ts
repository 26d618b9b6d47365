import { defineWorkflow } from '#machines/definition/workflow.ts'
import { timesheetModalMachine } from './timesheet-modal.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/timesheet-modal',
  title: 'Hours on the calendar',
  area: 'Days and hours',
  machine: timesheetModalMachine,
  examples: () => import('./timesheet-modal.examples.ts'),
  texts: {
    events: {
      'timesheet.add': 'Add hours',
      'timesheet.edit': 'Edit hours',
      'timesheet.correct': "Update a session's hours",
      'provider.choose': 'Choose a provider',
      'school.choose': 'Choose a school',
      'timesheet.delete': 'Delete',
      'delete.confirm': 'Confirm',
      'delete.dismiss': 'Cancel',
      'modal.close': 'Close',
    },
    guards: {
      hasRow: 'provider and school are known',
      isStored: 'the hours are stored and belong to no session',
      asksWhose: 'there are several rows to choose from',
      wasSaved: 'the hours were saved',
      hasMessage: 'the server said why',
    },
    actions: {
      takeRows: "note the day's rows",
      takeTimesheet: 'note the row',
      takeSession: "note the session's row",
      chooseProvider: 'set the provider',
      chooseSchool: 'set the school',
      keepToDelete: 'note what to delete',
      tellRow: 'show the message in the row',
      tellSaved: 'say that the hours were saved',
      tellDeleted: 'say that the hours were deleted',
    },
    calls: {
      row: { does: 'edit the hours', done: 'The row is done' },
      deleteTimesheet: {
        does: 'delete the hours',
        done: 'The hours were deleted',
        error: 'The hours were not deleted',
      },
    },
  },
})
