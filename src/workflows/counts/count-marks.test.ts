import { expect, test } from 'vitest'
import { setup } from 'xstate'
import { countMarks } from './count-marks.ts'
import { countedArrows } from './counted-arrows.ts'

const machine = setup({ guards: { isFirst: () => true, isSecond: () => false } }).createMachine({
  id: 'life',
  initial: 'open',
  states: {
    open: {
      on: {
        touch: 'open',
        close: [{ guard: 'isFirst', target: 'closed' }, { guard: 'isSecond', target: 'closed' }, { target: 'lost' }],
      },
    },
    closed: {},
    lost: {},
  },
})

const state = (name: string, records: number) => ({ state: name, records, medianSeconds: null, stays: 0 })
const lifecycle = {
  keepsLoops: false,
  states: [state('open', 1234), state('closed', 0), state('lost', 2)],
  transitions: [
    { fromState: 'open', event: 'close', toState: 'closed', records: 3, times: 5 },
    { fromState: 'lost', event: 'find', toState: 'open', records: 1, times: 1 },
  ],
}

test('transitions that differ only in their guards are combined, unknown ones come last, and untracked ones are flagged', () => {
  const arrows = countedArrows(machine, lifecycle)
  expect(
    arrows.map(({ fromState, event, toState, records, isUncounted, ids }) => [
      `${fromState} ${event} ${toState}`,
      records,
      isUncounted,
      ids.length,
    ]),
  ).toEqual([
    ['open touch open', 0, true, 1],
    ['open close closed', 3, false, 2],
    ['open close lost', 0, false, 1],
    ['lost find open', 1, false, 0],
  ])
  expect(countedArrows(machine, { ...lifecycle, keepsLoops: true })[0]).toMatchObject({ isUncounted: false })
})

test('states and transitions show their counts', () => {
  const marks = countMarks(machine, lifecycle.states, countedArrows(machine, lifecycle))
  expect([...marks.states]).toEqual([
    ['life.open', { tone: 'lit', badge: '1,234', title: '1,234 in this state now' }],
    ['life.closed', { tone: 'muted', badge: '0', title: '0 in this state now' }],
    ['life.lost', { tone: 'lit', badge: '2', title: '2 in this state now' }],
  ])
  expect([...marks.transitions.values()]).toEqual([
    { tone: 'lit', badge: '3', title: '3 took one of these 2 transitions, 5 times' },
    { tone: 'lit', badge: '3', title: '3 took one of these 2 transitions, 5 times' },
    { tone: 'muted', title: '0 took this transition' },
  ])
})
