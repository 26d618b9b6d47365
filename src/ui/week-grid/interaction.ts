/**
 * The grid's interaction state: what has focus and what is being selected, moved or resized. Pointer and keyboard input
 * both produce outcomes, which the store applies. Nothing here touches the DOM.
 */
import type { LocalDate } from '#domain/time.ts'
import { type DayLayout, endOf, rangeBetween, type Span, startOf, type Window } from './layout.ts'
import type { WeekGridEvent } from './types.ts'
import { said, spanWords } from './words.ts'

/** The grid's one tab stop: a time slot, or an event (`minute` is where it is drawn). */
export interface Focus {
  day: number
  minute: number
  id?: string
  /** The slot was tapped once and is highlighted; a second tap selects it. */
  touched?: boolean
}

export type By = 'pointer' | 'keyboard'

export type Doing =
  | { kind: 'nothing' }
  | { kind: 'selecting'; day: number; anchor: number; head: number; by: By }
  | { kind: 'moving' | 'resizing'; id: string; span: Span; by: By }

export interface State {
  focus: Focus
  doing: Doing
  /** The live region's text. */
  said: string
}

/** A user action that the grid reports to its owner. */
export type GridAction =
  | { kind: 'select'; span: Span }
  | { kind: 'change'; id: string; span: Span }
  | { kind: 'open'; id: string }

export interface Outcome {
  focus?: Focus
  doing?: Doing
  said?: string
  action?: GridAction
}

/** The grid as currently rendered. */
export interface View {
  days: readonly LocalDate[]
  window: Window
  layouts: readonly DayLayout<WeekGridEvent>[]
  eventOf: (id: string) => WeekGridEvent | undefined
  canSelect: boolean
  canChange: boolean
  isClosed: (day: number) => boolean
}

export const NOTHING: Doing = { kind: 'nothing' }

/** An event's span on its day, not clipped to the window. */
export const spanOf = (event: WeekGridEvent, view: View): Span => ({
  day: view.days.indexOf(event.date),
  start: startOf(event),
  end: endOf(event),
})

export const mayChange = (event: WeekGridEvent, view: View): boolean =>
  view.canChange && !event.disabled && !event.fixed && !view.isClosed(view.days.indexOf(event.date))

/** Starts or extends a selection; on a closed day, announces why it can't. */
export const select = (day: number, anchor: number, head: number, by: By, view: View): Outcome => {
  if (!view.canSelect) return {}
  if (view.isClosed(day)) return { said: said.closed }
  return {
    doing: { kind: 'selecting', day, anchor, head, by },
    focus: { day, minute: head },
    said: said.selecting(spanWords(rangeBetween(day, anchor, head, view.window), view.days)),
  }
}

export const change = (kind: 'moving' | 'resizing', id: string, span: Span, by: By, view: View): Outcome => ({
  doing: { kind, id, span, by },
  said: said[kind](spanWords(span, view.days)),
})

/** Ends the current action and notifies the owner, unless the event is back where it was. */
export const commit = (doing: Doing, view: View): Outcome => {
  if (doing.kind === 'nothing') return {}
  if (doing.kind === 'selecting') {
    const span = rangeBetween(doing.day, doing.anchor, doing.head, view.window)
    return { doing: NOTHING, said: '', action: { kind: 'select', span } }
  }
  const event = view.eventOf(doing.id)
  const old = event && spanOf(event, view)
  const { id, span } = doing
  if (!old || (old.day === span.day && old.start === span.start && old.end === span.end))
    return { doing: NOTHING, said: said.canceled }
  return {
    doing: NOTHING,
    focus: { day: span.day, minute: span.start, id },
    said: said.kept(spanWords(span, view.days)),
    action: { kind: 'change', id, span },
  }
}

export const cancel = (doing: Doing): Outcome =>
  doing.kind === 'nothing' ? {} : { doing: NOTHING, said: said.canceled }

/** A click, Enter or Space on the focused element: ends the current action, opens an event or selects a slot. */
export const activate = (state: State, view: View): Outcome => {
  if (state.doing.kind !== 'nothing') return commit(state.doing, view)
  const { focus } = state
  if (focus.id === undefined) {
    const { doing, said } = select(focus.day, focus.minute, focus.minute, 'keyboard', view)
    return doing ? commit(doing, view) : { said }
  }
  const event = view.eventOf(focus.id)
  if (!event) return {}
  return event.disabled ? { said: said.notOpen } : { action: { kind: 'open', id: event.id } }
}

export interface Store {
  get: () => State
  set: (next: Partial<State>) => void
  subscribe: (listener: () => void) => () => void
}

export const createStore = (initial: State): Store => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      state = { ...state, ...next }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
