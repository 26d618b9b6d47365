import { wordNamesOf } from '../chart/chart-names.ts'
import type { Examples } from '../chart/examples.ts'
import { examples as recurrenceExamples } from '../schedule/recurrence-pattern.examples.ts'
import { recurrencePatternMachine } from '../schedule/recurrence-pattern.machine.ts'
import { texts as recurrenceTexts } from '../schedule/recurrence-pattern.texts.ts'
import { examples as signInExamples } from '../session/sign-in.examples.ts'
import { signInMachine } from '../session/sign-in.machine.ts'
import { texts as signInTexts } from '../session/sign-in.texts.ts'
import type { simulateMachine } from './simulate.machine.ts'
import { createSimulation } from './simulation.ts'
import type { SimulationStep } from './simulation-path.ts'

/** The schema of the only event whose payload the examples write by hand. */
const schemas = {
  'field.edit': {
    type: 'object',
    properties: { field: { enum: ['username', 'password'] } },
    required: ['field'],
    additionalProperties: false,
  },
}
const signIn = createSimulation(signInMachine, signInExamples, schemas, wordNamesOf({ texts: signInTexts }))
/** A workflow with several starts. */
const recurrence = createSimulation(
  recurrencePatternMachine,
  recurrenceExamples,
  {},
  wordNamesOf({ texts: recurrenceTexts }),
)
const submit: SimulationStep = { kind: 'example', event: 'form.submit', name: 'filled' }
const start = 'a new session'

export const examples = {
  inputs: {
    'without a path': { workflow: 'session/sign-in', address: '' },
    'with a path': { workflow: 'session/sign-in', address: '*.form.submit*-filled' },
    'with an invalid path': { workflow: 'session/sign-in', address: '*.form.submit*~{' },
  },
  cases: {
    'address.visit': {
      'the start': { address: '' },
      'after a step': { address: '*.form.submit*-filled' },
      'an outdated path': { address: '*.form.submit*-filled*.form.submit*-torn' },
      'another start': { address: 'a_new_session' },
    },
    'simulation.retry': 'bare',
    'start.choose': { 'a known start': { start }, 'an unknown start': { start: 'another' } },
    'start.leave': 'bare',
    'step.take': { 'submit the form': { step: submit } },
    'step.visit': { 'before the first': { done: 0 }, 'past the last': { done: 99 } },
    'path.rewind': 'bare',
    'payload.write': { 'for an edit': { event: 'field.edit', text: '{"field":"username"}' } },
    'payload.change': {
      'a valid one': { text: '{"field":"password"}' },
      'an invalid one': { text: '{"field":1}' },
    },
    'payload.send': 'bare',
    'payload.cancel': 'bare',
  },
  outcomes: {
    loadSimulation: {
      done: { 'one start': { simulation: signIn }, 'several starts': { simulation: recurrence } },
      error: { 'no file': new Error('not loaded') },
    },
  },
} satisfies Examples<typeof simulateMachine>
