import type { Examples } from '#machines/definition/examples.ts'
import type { replayMachine } from './replay.machine.ts'

export const examples = {
  inputs: { 'three steps': { count: 3 }, 'one step': { count: 1 } },
  cases: {
    'replay.play': 'bare',
    'replay.pause': 'bare',
    'step.back': 'bare',
    'step.forward': 'bare',
    'step.choose': {
      'the first': { at: 0 },
      'the last': { at: 2 },
      'none there is': { at: 3 },
      'a negative one': { at: -1 },
    },
    'speed.choose': { fast: { speed: 4 }, slow: { speed: 0.5 } },
  },
} satisfies Examples<typeof replayMachine>
