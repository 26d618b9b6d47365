import { defineWorkflow } from '#machines/definition/workflow.ts'
import { replayMachine } from './replay.machine.ts'

export const workflow = defineWorkflow({
  name: 'workflows/replay',
  title: 'Replay of a recorded run',
  area: 'Workflows',
  machine: replayMachine,
  examples: () => import('./replay.examples.ts'),
  texts: {
    events: {
      'replay.play': 'Play',
      'replay.pause': 'Pause',
      'step.back': 'Previous step',
      'step.forward': 'Next step',
      'step.choose': 'Choose a step',
      'speed.choose': 'Choose a speed',
    },
    guards: {
      hasEarlier: 'there is an earlier step',
      hasLater: 'there is a later step',
      isStep: 'the run has this step',
    },
    actions: {
      goBack: 'show the previous step',
      goForward: 'show the next step',
      goToStart: 'show the first step',
      goTo: 'show the step',
      chooseSpeed: 'set the speed',
    },
    delays: {
      stepTime: 'the time of a step',
    },
  },
})
