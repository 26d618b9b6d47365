import { expect, test } from 'vitest'
import { catalog } from '#workflows/catalog.ts'
import type { MachineJson, StateJson } from '#workflows/exports/xstate-json.ts'
import { codeNames, wordNamesOf } from '#workflows/model/chart-names.ts'
import { chartChanges } from './chart-changes.ts'
import { compareCharts } from './compare-charts.ts'
import { keptChart, machineOfChart } from './release.ts'

/** The states that most tests change a part of. */
const states = (): Record<'editing' | 'saving' | 'done', StateJson> => ({
  editing: { on: { 'form.cancel': [{ target: ['#form.done'] }], 'form.save': [{ target: ['#form.saving'] }] } },
  saving: {
    invoke: [
      {
        id: 'saveForm',
        src: 'saveForm',
        onDone: [{ target: ['#form.done'] }],
        onError: [{ target: ['#form.editing'] }],
      },
    ],
  },
  done: { type: 'final' },
})
const form = (changed: Partial<StateJson> & { states?: Record<string, StateJson> } = {}): MachineJson => ({
  id: 'form',
  description: 'A form.',
  initial: 'editing',
  ...changed,
  states: changed.states ?? states(),
})
/** Spelled out, because the charts have no texts. */
const wordNames = wordNamesOf({ texts: {} })

const changesOf = (before: MachineJson, after: MachineJson, names = wordNames) =>
  chartChanges(compareCharts(machineOfChart(before), machineOfChart(after)), names)
const said = (before: MachineJson, after: MachineJson, names = wordNames) =>
  changesOf(before, after, names).map(({ kind, isText, text }) => `${kind}${isText ? ' text' : ''}: ${text}`)

const withEditing = (editing: StateJson) => form({ states: { ...states(), editing } })
const withSaving = (saving: StateJson) => form({ states: { ...states(), saving } })
const on = (event: string, ...steps: NonNullable<StateJson['always']>) =>
  withEditing({ on: { ...states().editing.on, [event]: steps } })

const CASES: readonly (readonly [what: string, before: MachineJson, after: MachineJson, said: readonly string[]])[] = [
  ['nothing', form(), form(), []],
  [
    'an added transition with a guard and actions',
    form(),
    withSaving({
      ...states().saving,
      on: {
        'form.cancel': [
          {
            target: ['#form.editing'],
            guard: { type: 'isUnchanged' },
            actions: [{ type: 'dropDraft' }, { type: 'tellUser' }],
          },
        ],
      },
    }),
    ['added: Cancel form from Saving to Editing when it is unchanged (drop draft and tell user)'],
  ],
  [
    'a removed transition',
    form(),
    withEditing({ on: { 'form.save': [{ target: ['#form.saving'] }] } }),
    ['removed: Cancel form from Editing to Done'],
  ],
  [
    'an added state with its transitions, and an inner transition',
    form(),
    form({
      states: {
        ...states(),
        asking: {
          on: { 'answer.yes': [{ target: ['#form.done'] }], 'answer.no': [{ actions: [{ type: 'askAgain' }] }] },
        },
      },
    }),
    ['added: State Asking', 'added: Yes answer from Asking to Done', 'added: No answer in Asking (ask again)'],
  ],
  [
    'a removed state inside a box',
    form({ states: { ...states(), done: { initial: 'well', states: { well: {}, badly: {} } } } }),
    form({ states: { ...states(), done: { initial: 'well', states: { well: {} } } } }),
    ['removed: State Badly in Done'],
  ],
  [
    'a new guard',
    form(),
    on('form.save', { target: ['#form.saving'], guard: { type: 'isComplete' } }),
    ['changed: Save form from Editing to Saving: now when it is complete, before always'],
  ],
  [
    'a replaced guard',
    on('form.save', { target: ['#form.saving'], guard: { type: 'isComplete' } }),
    on('form.save', { target: ['#form.saving'], guard: { type: 'not(hasProblems)' } }),
    ['changed: Save form from Editing to Saving: now when not(has problems), before when it is complete'],
  ],
  [
    'a new target',
    form(),
    on('form.cancel', { target: ['#form.saving'] }),
    ['changed: Cancel form from Editing to Done: now leads to Saving, before to Done'],
  ],
  [
    'a target that is gone',
    form(),
    on('form.cancel', {}),
    ['changed: Cancel form from Editing to Done: now stays in its state, before to Done'],
  ],
  [
    'actions of a transition',
    on('form.save', {
      target: ['#form.saving'],
      guard: { type: 'isComplete' },
      actions: [{ type: 'trim' }, { type: 'showErrors' }],
    }),
    on('form.save', {
      target: ['#form.saving'],
      guard: { type: 'isComplete' },
      actions: [{ type: 'trim' }, { type: 'keepDraft' }],
    }),
    ['changed: Save form from Editing to Saving when it is complete: now also: keep draft; no longer: show errors'],
  ],
  [
    'a transition that now enters its state again',
    on('form.reset', { target: ['#form.editing'] }),
    on('form.reset', { target: ['#form.editing'], reenter: true }),
    ['changed: Reset form from Editing to Editing: now leaves its state and enters it again'],
  ],
  [
    'cases that are checked in another order',
    on(
      'form.save',
      { target: ['#form.saving'], guard: { type: 'isComplete' } },
      { target: ['#form.done'], guard: { type: 'isEmpty' } },
    ),
    on(
      'form.save',
      { target: ['#form.done'], guard: { type: 'isEmpty' } },
      { target: ['#form.saving'], guard: { type: 'isComplete' } },
    ),
    ['changed: Editing: the cases of Save form are checked in another order'],
  ],
  [
    'a call',
    form(),
    withSaving({ invoke: [{ ...(states().saving.invoke?.[0] ?? { id: '', src: '' }), src: 'saveDraft' }] }),
    ['added: Call in Saving: save draft', 'removed: Call in Saving: save form'],
  ],
  [
    'actions on entry and exit',
    withSaving({ ...states().saving, exit: [{ type: 'stopSpinner' }] }),
    withSaving({ ...states().saving, entry: [{ type: 'showSpinner' }, { type: 'lockForm' }] }),
    [
      'added: Actions on entry to Saving: show spinner and lock form',
      'removed: Action on exit from Saving: stop spinner',
    ],
  ],
  [
    'a kind of state',
    form(),
    form({ states: { ...states(), done: {} } }),
    ['changed: Done: now a plain state, before a final state'],
  ],
  [
    'an initial state',
    form(),
    form({ initial: 'saving' }),
    ['changed: The whole workflow: now starts in Saving, before in Editing'],
  ],
  [
    'texts',
    withSaving({ ...states().saving, description: 'It is saved.' }),
    form({ description: 'One form.', states: { ...states(), saving: { ...states().saving, tags: ['busy'] } } }),
    [
      'changed text: Description of the whole workflow: now “One form.”, before “A form.”',
      'added text: Tag of Saving: #busy',
      'changed text: Description of Saving: now nothing, before “It is saved.”',
    ],
  ],
  [
    'a delay, and a transition of the whole workflow',
    form(),
    form({
      on: { 'page.leave': [{ target: ['#form.done'] }] },
      states: { ...states(), saving: { ...states().saving, after: { '2000': [{ target: ['#form.editing'] }] } } },
    }),
    ['added: Leave page from any state to Done', 'added: After 2 s from Saving to Editing'],
  ],
]

test.each(CASES)('says %s', (_, before, after, texts) => {
  expect(said(before, after)).toEqual(texts)
})

test('names are as in the code if the drawing has them', () => {
  expect(said(form(), on('form.save', { target: ['#form.saving'], guard: { type: 'isComplete' } }), codeNames)).toEqual(
    ['changed: Form.save from editing to saving: now when isComplete, before always'],
  )
})

test('each change has its place: the state, and the transition as it is drawn', () => {
  const after = on('form.save', { target: ['#form.saving'], guard: { type: 'isComplete' } })
  expect(changesOf(form(), after)[0]).toMatchObject({
    state: 'editing',
    transition: 'editing: form.save [isComplete] → saving',
  })
})

test('a machine with another id is compared by its states', () => {
  const renamed: MachineJson = JSON.parse(
    JSON.stringify(form()).replaceAll('#form', '#record').replace('"form"', '"record"'),
  )
  expect(said(form(), renamed)).toEqual([])
})

test.each(catalog)('$name differs in nothing from how it would be kept', ({ machine }) => {
  expect(chartChanges(compareCharts(machineOfChart(keptChart(machine)), machine), wordNames)).toEqual([])
})
