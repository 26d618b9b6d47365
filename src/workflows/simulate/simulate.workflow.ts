import { defineWorkflow } from '#machines/definition/workflow.ts'
import { simulateMachine } from './simulate.machine.ts'

export const workflow = defineWorkflow({
  name: 'workflows/simulate',
  title: 'Workflow simulation',
  area: 'Workflows',
  machine: simulateMachine,
  examples: () => import('./simulate.examples.ts'),
  texts: {
    events: {
      'address.visit': 'Follow a link, or go back',
      'simulation.retry': 'Try again',
      'start.choose': 'Choose a start',
      'start.leave': 'Choose another start',
      'step.take': 'Take a step',
      'step.visit': 'Go to a step',
      'path.rewind': 'Back to the start',
      'payload.write': 'Edit the values',
      'payload.change': 'Type',
      'payload.send': 'Send',
      'payload.cancel': 'Cancel',
    },
    guards: {
      isWhereItStands: 'it is the current place',
      hasOneStart: 'there is only one start',
      isStart: 'the start exists',
      hasStart: 'the start exists',
      hasStepsDone: 'at least one step was taken',
      isStepOfPath: 'the step is on the path',
      isFitting: 'the values are valid',
    },
    actions: {
      keepSimulation: 'keep the examples',
      takeAddress: 'take the path from the address',
      begin: 'start there',
      leaveStart: 'leave the start',
      sayUnknownStart: 'say that the start is unknown',
      keepPlayable: 'keep the steps that are still possible',
      addStep: 'add the step',
      visitStep: 'go to the step',
      rewind: 'go back to the start',
      openPayload: 'show the values',
      changePayload: 'keep the values',
      refusePayload: 'say what is wrong',
      addWritten: 'add the step with these values',
      dropPayload: 'forget the values',
    },
    calls: {
      loadSimulation: {
        does: "load the workflow's examples",
        done: 'The examples loaded',
        error: 'The examples did not load',
      },
    },
  },
})
