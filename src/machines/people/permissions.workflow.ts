import { defineWorkflow } from '#machines/definition/workflow.ts'
import { permissionsMachine } from './permissions.machine.ts'

export const workflow = defineWorkflow({
  name: 'people/permissions',
  title: 'Permissions dialog',
  area: 'Permissions',
  machine: permissionsMachine,
  examples: () => import('./permissions.examples.ts'),
  texts: {
    events: {
      'dialog.open': 'Choose roles',
      'dialog.close': 'Cancel',
      'roles.retry': 'Try again',
      'roles.submit': 'Submit',
      'loss.confirm': 'Remove my access',
      'loss.cancel': 'Cancel',
      'failure.dismiss': 'OK',
      'result.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
      isStale: 'someone else changed the roles first',
      losesOwnPage: 'the user would lose this page',
    },
    actions: {
      takeScreen: 'note the screen',
      keepRoles: 'show the roles',
      takeChoice: 'take the checked roles',
      keepResult: "keep the server's message",
      keepFailure: "keep the server's message",
      sayKept: 'say that the choice was kept',
      clearMessage: 'clear the message',
      announceUpdated: 'reload the list',
    },
    calls: {
      loadRoles: { does: 'load the roles', done: 'The roles loaded', error: 'The roles did not load' },
      saveRoles: { does: 'save the roles', done: 'The roles were saved', error: 'The roles were not saved' },
    },
    callsById: {
      rereadRoles: {
        does: 'load the roles again',
        done: 'The roles loaded again',
        error: 'The roles did not load again',
      },
    },
  },
})
