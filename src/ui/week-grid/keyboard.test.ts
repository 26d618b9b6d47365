import { describe, expect, test } from 'vitest'
import { activate, commit, type GridAction, NOTHING, type Outcome, type State, type View } from './interaction.ts'
import { onKey } from './keyboard.ts'
import { layOutDay, windowOf } from './layout.ts'
import type { WeekGridEvent } from './types.ts'

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04']
const EVENTS: WeekGridEvent[] = [
  { id: 'a', date: '2026-03-02', start: '09:00', end: '09:45', title: 'A' },
  { id: 'b', date: '2026-03-02', start: '09:00', end: '09:30', title: 'B' },
  { id: 'odd', date: '2026-03-03', start: '09:10', end: '10:00', title: 'Odd' },
  { id: 'off', date: '2026-03-03', start: '11:00', end: '12:00', title: 'Off', disabled: true },
]
const window = windowOf({ from: '07:00', to: '19:00', slotMinutes: 15, labelMinutes: 60, snapMinutes: 15 })

const viewOf = (more: Partial<View> = {}): View => ({
  days: DAYS,
  window,
  layouts: DAYS.map((date) =>
    layOutDay(
      EVENTS.filter((event) => event.date === date),
      window,
    ),
  ),
  eventOf: (id) => EVENTS.find((event) => event.id === id),
  canSelect: true,
  canChange: true,
  isClosed: (day) => day === 2,
  ...more,
})

/** Presses keys in sequence ('Shift+ArrowDown'; 'Enter' arrives as a click) and collects the owner's callbacks. */
const press = (from: State['focus'], keys: string[], view = viewOf()) => {
  let state: State = { focus: from, doing: NOTHING, said: '' }
  const actions: GridAction[] = []
  for (const name of keys) {
    const parts = name.split('+')
    const key = parts.at(-1) ?? ''
    const outcome: Outcome | undefined =
      key === 'Enter'
        ? activate(state, view)
        : onKey({ key, shift: parts.includes('Shift'), ctrl: parts.includes('Ctrl') }, state, view)
    const { action, ...next } = outcome ?? {}
    if (action) actions.push(action)
    state = { ...state, ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) }
  }
  return { ...state, actions }
}
const at = (day: number, minute: number, id?: string) => (id ? { day, minute, id } : { day, minute })

describe('going', () => {
  test('down stops at the slot, then at the events that start in it, then at the next slot', () => {
    const path = [1, 2, 3].map((steps) => press(at(0, 540), Array(steps).fill('ArrowDown')).focus)
    expect(path).toEqual([at(0, 540, 'a'), at(0, 540, 'b'), at(0, 555)])
    expect(press(at(0, 555), ['ArrowUp']).focus).toEqual(at(0, 540, 'b'))
  })

  test('left and right keep the time; from an event they go to the nearest event', () => {
    expect(press(at(0, 600), ['ArrowRight']).focus).toEqual(at(1, 600))
    expect(press(at(0, 540, 'a'), ['ArrowRight']).focus).toEqual(at(1, 550, 'odd'))
    expect(press(at(1, 550, 'odd'), ['ArrowRight']).focus).toEqual(at(2, 540))
    expect(press(at(0, 600), ['ArrowLeft']).focus).toEqual(at(0, 600))
  })

  test('N and P go through the events of all days', () => {
    expect(press(at(0, 420), ['n', 'n', 'n']).focus).toEqual(at(1, 550, 'odd'))
    expect(press(at(1, 660, 'off'), ['p', 'P']).focus).toEqual(at(0, 540, 'b'))
    expect(press(at(2, 420), ['p']).focus).toEqual(at(1, 660, 'off'))
    expect(press(at(2, 420), ['n']).focus).toEqual(at(2, 420))
  })

  test('Home, End and the page keys', () => {
    expect(press(at(1, 600), ['Home']).focus).toEqual(at(1, 420))
    expect(press(at(1, 600), ['Ctrl+End']).focus).toEqual(at(2, 1125))
    expect(press(at(1, 600), ['PageDown', 'PageDown', 'PageUp']).focus).toEqual(at(1, 660))
  })

  test('without selection, only events are stops', () => {
    const view = viewOf({ canSelect: false })
    expect(press(at(0, 540, 'a'), ['ArrowDown'], view).focus).toEqual(at(0, 540, 'b'))
    expect(press(at(0, 420), ['ArrowDown'], view).focus).toEqual(at(0, 540, 'a'))
    expect(press(at(0, 420), ['ArrowUp'], view).focus).toEqual(at(0, 420))
  })

  test('other keys are left to the browser', () => {
    const state: State = { focus: at(0, 540), doing: NOTHING, said: '' }
    for (const key of ['Tab', 'Enter', 'x', 'Escape', 'm', 'F5']) {
      expect(onKey({ key, shift: false, ctrl: false }, state, viewOf())).toBeUndefined()
    }
    expect(
      onKey({ key: 'r', shift: false, ctrl: true }, { ...state, focus: at(0, 540, 'a') }, viewOf()),
    ).toBeUndefined()
  })
})

describe('selecting', () => {
  test('Enter on a slot selects it', () => {
    expect(press(at(1, 600), ['Enter']).actions).toEqual([{ kind: 'select', span: { day: 1, start: 600, end: 615 } }])
  })

  test('Shift and the arrows extend a range both ways and announce it', () => {
    const down = press(at(1, 600), ['Shift+ArrowDown', 'Shift+ArrowDown'])
    expect(down.said).toBe('Tue, Mar 3, 2026, 10:00 AM to 10:45 AM selected. Enter to continue, Escape to cancel.')
    expect(press(at(1, 600), ['Shift+ArrowUp', 'Enter']).actions).toEqual([
      { kind: 'select', span: { day: 1, start: 585, end: 615 } },
    ])
  })

  test('Escape drops the range; an arrow without Shift moves on without it', () => {
    expect(press(at(1, 600), ['Shift+ArrowDown', 'Escape'])).toMatchObject({
      doing: NOTHING,
      said: 'Canceled.',
      actions: [],
    })
    expect(press(at(1, 600), ['Shift+ArrowDown', 'ArrowDown'])).toMatchObject({ doing: NOTHING, focus: at(1, 630) })
  })

  test('a closed day announces that it cannot be changed', () => {
    const result = press(at(2, 600), ['Shift+ArrowDown', 'Enter'])
    expect(result).toMatchObject({ said: 'This day cannot be changed.', actions: [] })
  })
})

describe('events', () => {
  test('Enter opens one, but not a disabled one', () => {
    expect(press(at(0, 540, 'a'), ['Enter']).actions).toEqual([{ kind: 'open', id: 'a' }])
    expect(press(at(1, 660, 'off'), ['Enter'])).toMatchObject({ actions: [], said: 'This event cannot be opened.' })
  })

  test('M moves it in time and across open days; Enter keeps it', () => {
    const result = press(at(0, 540, 'a'), ['m', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter'])
    expect(result.actions).toEqual([{ kind: 'change', id: 'a', span: { day: 1, start: 570, end: 615 } }])
    expect(result.said).toBe('Kept: Tue, Mar 3, 2026, 9:30 AM to 10:15 AM.')
    expect(result.focus).toEqual(at(1, 570, 'a'))
  })

  test('moving an event snaps its start to the steps', () => {
    expect(press(at(1, 550, 'odd'), ['m', 'ArrowDown', 'Enter']).actions).toEqual([
      { kind: 'change', id: 'odd', span: { day: 1, start: 570, end: 620 } },
    ])
  })

  test('R resizes it; Escape restores it', () => {
    expect(press(at(0, 540, 'a'), ['r', 'ArrowDown', 'Enter']).actions).toEqual([
      { kind: 'change', id: 'a', span: { day: 0, start: 540, end: 600 } },
    ])
    expect(press(at(0, 540, 'a'), ['r', 'ArrowUp', 'Escape'])).toMatchObject({
      doing: NOTHING,
      actions: [],
      said: 'Canceled.',
    })
  })

  test('an event put back where it was changes nothing', () => {
    expect(press(at(0, 540, 'a'), ['m', 'ArrowDown', 'ArrowUp', 'Enter'])).toMatchObject({
      actions: [],
      said: 'Canceled.',
    })
  })

  test('a disabled one does not move', () => {
    expect(press(at(1, 660, 'off'), ['m'])).toMatchObject({ doing: NOTHING, said: 'This event cannot be changed.' })
  })

  test('an event that is gone by then is not changed', () => {
    const span = { day: 0, start: 540, end: 600 }
    expect(commit({ kind: 'moving', id: 'gone', span, by: 'keyboard' }, viewOf())).not.toHaveProperty('action')
  })
})
