import { defineWorkflow } from '#machines/definition/workflow.ts'
import { savedPathsMachine } from './saved-paths.machine.ts'

export const workflow = defineWorkflow({
  name: 'workflows/saved-paths',
  title: 'Saved paths',
  area: 'Workflows',
  machine: savedPathsMachine,
  examples: () => import('./saved-paths.examples.ts'),
  texts: {
    events: {
      'name.ask': 'Save the path',
      'name.cancel': 'Cancel',
      'name.change': 'Type a name',
      'path.save': 'Save',
      'path.delete': 'Delete',
    },
    guards: {
      isNameless: 'there is no name',
      isNameTaken: 'the name is taken',
    },
    actions: {
      keepRead: 'show the paths',
      askForName: 'ask for a name',
      sayTaken: 'say that the name is taken',
      wantSaved: 'add the path',
      wantDeleted: 'remove the path',
      takeWanted: 'show the saved list',
      sayRefused: 'say that it was not saved',
      clearProblem: 'clear the message',
    },
    calls: {
      readPaths: { does: 'load the saved paths', done: 'The paths loaded', error: 'The paths did not load' },
      keepPaths: { does: 'save the paths', done: 'The path was saved', error: 'The path was not saved' },
    },
    callsById: {
      dropPath: { does: 'delete the path', done: 'The path was deleted', error: 'The path was not deleted' },
    },
  },
})
