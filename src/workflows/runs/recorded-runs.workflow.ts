import { defineWorkflow } from '#machines/definition/workflow.ts'
import { recordedRuns } from './recorded-runs.machine.ts'

export const workflow = defineWorkflow({
  name: 'workflows/recorded-runs',
  title: 'Recorded runs',
  area: 'Workflows',
  machine: recordedRuns(),
  examples: () => import('./recorded-runs.examples.ts'),
  texts: {
    events: {
      'name.ask': 'Save the run',
      'name.cancel': 'Cancel',
      'name.change': 'Type a name',
      'run.save': 'Save',
      'run.delete': 'Delete',
      'file.open': 'Open a file',
    },
    guards: {
      isNameless: 'there is no name',
      isNameTaken: 'the name is taken',
    },
    actions: {
      keepRead: 'show the runs',
      askForName: 'ask for a name',
      sayTaken: 'say that the name is taken',
      wantSaved: 'keep the name and the steps',
      wantDeleted: 'remove the run',
      takeLeft: 'show the other runs',
      wantFile: 'keep the file',
      keepFromFile: 'keep the run',
      openFromFile: 'replay the run',
      sayRefused: 'say that the browser could not save',
      sayUnreadable: 'say what is wrong with the file',
      clearProblem: 'clear the message',
    },
    calls: {
      readRuns: { does: 'load the saved runs', done: 'The runs loaded', error: 'The runs did not load' },
      saveRun: { does: 'save the run', done: 'The run was saved', error: 'The run was not saved' },
      keepRuns: { does: 'delete the run', done: 'The run was deleted', error: 'The run was not deleted' },
      readFile: { does: 'read the file', done: 'The file was read', error: 'The file could not be read' },
    },
  },
})
