import type { Examples } from '#machines/definition/examples.ts'
import { examples as recurrenceExamples } from '#machines/schedule/recurrence-pattern.examples.ts'
import { workflow as recurrenceWorkflow } from '#machines/schedule/recurrence-pattern.workflow.ts'
import { examples as changeExamples } from '#machines/session/change-password.examples.ts'
import { workflow as changeWorkflow } from '#machines/session/change-password.workflow.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import type { simulateMachine } from './simulate.machine.ts'
import { createSimulation } from './simulation.ts'
import type { SimulationStep } from './simulation-path.ts'

/** The schema of the only event whose payload the examples write by hand. */
const schemas = {
  'field.edit': {
    type: 'object',
    properties: { field: { enum: ['oldPassword', 'newPassword'] } },
    required: ['field'],
    additionalProperties: false,
  },
}
const change = createSimulation(changeWorkflow.machine, changeExamples, schemas, wordNamesOf(changeWorkflow))
/** A workflow with several starts. */
const recurrence = createSimulation(recurrenceWorkflow.machine, recurrenceExamples, {}, wordNamesOf(recurrenceWorkflow))
const submit: SimulationStep = { kind: 'example', event: 'form.submit', name: 'a password' }
const start = 'a new session'

export const examples = {
  inputs: {
    'without a path': { workflow: 'session/change-password', address: '' },
    'with a path': { workflow: 'session/change-password', address: '*.form.submit*-a_password' },
    'with an invalid path': { workflow: 'session/change-password', address: '*.form.submit*~{' },
  },
  cases: {
    'address.visit': {
      'the start': { address: '' },
      'after a step': { address: '*.form.submit*-a_password' },
      'an outdated path': { address: '*.form.submit*-a_password*.form.submit*-torn' },
      'another start': { address: 'a_new_session' },
    },
    'simulation.retry': 'bare',
    'start.choose': { 'a known start': { start }, 'an unknown start': { start: 'another' } },
    'start.leave': 'bare',
    'step.take': { 'submit the form': { step: submit } },
    'step.visit': { 'before the first': { done: 0 }, 'past the last': { done: 99 } },
    'path.rewind': 'bare',
    'payload.write': { 'for an edit': { event: 'field.edit', text: '{"field":"oldPassword"}' } },
    'payload.change': {
      'a valid one': { text: '{"field":"newPassword"}' },
      'an invalid one': { text: '{"field":1}' },
    },
    'payload.send': 'bare',
    'payload.cancel': 'bare',
  },
  outcomes: {
    loadSimulation: {
      done: { 'one start': { simulation: change }, 'several starts': { simulation: recurrence } },
      error: { 'no file': new Error('not loaded') },
    },
  },
} satisfies Examples<typeof simulateMachine>
