import type { Examples } from '../chart/examples.ts'
import { examples as recurrenceExamples } from '../schedule/recurrence-pattern.examples.ts'
import { recurrencePatternMachine } from '../schedule/recurrence-pattern.machine.ts'
import { examples as signInExamples } from '../session/sign-in.examples.ts'
import { signInMachine } from '../session/sign-in.machine.ts'
import type { simulateMachine } from './simulate.machine.ts'
import { createSimulation } from './simulation.ts'
import type { SimulationStep } from './simulation-path.ts'

/** Of the one event whose payload is written by hand in the examples. */
const schemas = {
  'field.edit': {
    type: 'object',
    properties: { field: { enum: ['username', 'password'] } },
    required: ['field'],
    additionalProperties: false,
  },
}
const signIn = createSimulation(signInMachine, signInExamples, schemas)
/** It can begin in several ways. */
const recurrence = createSimulation(recurrencePatternMachine, recurrenceExamples, {})
const submit: SimulationStep = { kind: 'example', event: 'form.submit', name: 'filled' }
const start = 'a new session'

export const examples = {
  inputs: {
    'without a path': { workflow: 'session/sign-in', address: '' },
    'with a path': { workflow: 'session/sign-in', address: '*.form.submit*-filled' },
    'with a path that cannot be read': { workflow: 'session/sign-in', address: '*.form.submit*~{' },
  },
  cases: {
    'address.visit': {
      'where it begins': { address: '' },
      'after a step': { address: '*.form.submit*-filled' },
      'a path that no longer fits': { address: '*.form.submit*-filled*.form.submit*-torn' },
      'another beginning': { address: 'a_new_session' },
    },
    'simulation.retry': 'bare',
    'start.choose': { 'one that there is': { start }, 'one that there is not': { start: 'another' } },
    'start.leave': 'bare',
    'step.take': { 'the form is sent': { step: submit } },
    'step.visit': { 'before the first': { done: 0 }, 'beyond the last': { done: 99 } },
    'path.rewind': 'bare',
    'payload.write': { 'for an edit': { event: 'field.edit', text: '{"field":"username"}' } },
    'payload.change': {
      'one that fits': { text: '{"field":"password"}' },
      'one that does not': { text: '{"field":1}' },
    },
    'payload.send': 'bare',
    'payload.cancel': 'bare',
  },
  outcomes: {
    loadSimulation: {
      done: { 'one way to begin': { simulation: signIn }, 'several ways': { simulation: recurrence } },
      error: { 'no file': new Error('not loaded') },
    },
  },
} satisfies Examples<typeof simulateMachine>
