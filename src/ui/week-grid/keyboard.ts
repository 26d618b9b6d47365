/**
 * The grid's keys.
 *
 * | key | does |
 * |---|---|
 * | Up, Down | the previous or next slot or event of the day |
 * | Left, Right | the adjacent day at the same time; from an event, its nearest event |
 * | Home, End | first or last of the day; with Ctrl, of the first or last day |
 * | PageUp, PageDown | an hour earlier or later |
 * | N, P | the next or previous event, across days |
 * | Enter, Space | opens the event, selects the slot or the range, keeps a change (these arrive as clicks) |
 * | Shift+Up, Shift+Down | extends or shrinks the range |
 * | M, then arrows | moves the event in time and across days |
 * | R, then Up and Down | moves the event's end |
 * | Escape | cancels a range or a change |
 */
import {
  cancel,
  change,
  type Focus,
  mayChange,
  NOTHING,
  type Outcome,
  type State,
  select,
  spanOf,
  type View,
} from './interaction.ts'
import { lastStep, movedTo, resizedTo, snapDown, stepsOf } from './layout.ts'
import { said } from './words.ts'

export interface Key {
  key: string
  shift: boolean
  ctrl: boolean
}

const HOUR = 60

/** A day's arrow-key stops in order of time: each slot, then the events that start in it. */
const stopsOf = (day: number, view: View): Focus[] => {
  const events = (view.layouts[day]?.placed ?? []).map(({ event, top }): Focus => ({ day, minute: top, id: event.id }))
  if (!view.canSelect && events.length > 0) return events
  const slots = stepsOf(view.window, view.window.snap).map((minute): Focus => ({ day, minute }))
  // The sort is stable: a slot stays ahead of the events that start with it.
  return [...slots, ...events].sort((a, b) => a.minute - b.minute)
}

const withinDay = (focus: Focus, step: 1 | -1, view: View): Focus => {
  const stops = stopsOf(focus.day, view)
  const isHere = (stop: Focus) => stop.id === focus.id && (focus.id !== undefined || stop.minute === focus.minute)
  const here = stops.findIndex(isHere)
  if (here >= 0) return stops[here + step] ?? focus
  // The focus isn't on a stop (a slot, where only events are stops): go to the nearest in that direction.
  const beyond = (stop: Focus) => (step === 1 ? stop.minute >= focus.minute : stop.minute < focus.minute)
  return (step === 1 ? stops.find(beyond) : stops.findLast(beyond)) ?? focus
}

const onOtherDay = (focus: Focus, step: 1 | -1, view: View): Focus => {
  const day = focus.day + step
  const layout = view.layouts[day]
  if (!layout) return focus
  const minute = snapDown(focus.minute, view.window)
  if (focus.id === undefined && view.canSelect) return { day, minute }
  const distance = (top: number) => Math.abs(top - focus.minute)
  const nearest = layout.placed.reduce<(typeof layout.placed)[number] | undefined>(
    (best, item) => (best && distance(best.top) <= distance(item.top) ? best : item),
    undefined,
  )
  return nearest ? { day, minute: nearest.top, id: nearest.event.id } : { day, minute }
}

const otherEvent = (focus: Focus, step: 1 | -1, view: View): Focus => {
  const all = view.layouts.flatMap((layout, day) =>
    layout.placed.map(({ event, top }): Focus => ({ day, minute: top, id: event.id })),
  )
  const here = all.findIndex((stop) => stop.id === focus.id)
  if (here >= 0) return all[here + step] ?? focus
  const isAfter = (stop: Focus) => stop.day > focus.day || (stop.day === focus.day && stop.minute >= focus.minute)
  const after = all.findIndex(isAfter)
  return all[step === 1 ? after : (after < 0 ? all.length : after) - 1] ?? focus
}

const edgeOf = (day: number, end: 'first' | 'last', view: View) => stopsOf(day, view).at(end === 'first' ? 0 : -1)

const going = (press: Key, focus: Focus, view: View): Focus | undefined => {
  const byHours = (hours: number) => ({
    day: focus.day,
    minute: snapDown(focus.minute + hours * HOUR, view.window),
  })
  switch (press.key) {
    case 'ArrowUp':
      return withinDay(focus, -1, view)
    case 'ArrowDown':
      return withinDay(focus, 1, view)
    case 'ArrowLeft':
      return onOtherDay(focus, -1, view)
    case 'ArrowRight':
      return onOtherDay(focus, 1, view)
    case 'Home':
      return edgeOf(press.ctrl ? 0 : focus.day, 'first', view)
    case 'End':
      return edgeOf(press.ctrl ? view.days.length - 1 : focus.day, 'last', view)
    case 'PageUp':
      return byHours(-1)
    case 'PageDown':
      return byHours(1)
    case 'n':
      return otherEvent(focus, 1, view)
    case 'p':
      return otherEvent(focus, -1, view)
    default:
      return undefined
  }
}

const STEPS: Record<string, { minutes: number; days: number }> = {
  ArrowUp: { minutes: -1, days: 0 },
  ArrowDown: { minutes: 1, days: 0 },
  ArrowLeft: { minutes: 0, days: -1 },
  ArrowRight: { minutes: 0, days: 1 },
}

/** The next open day in a direction; the same day if there is none. */
const openDay = (day: number, step: number, view: View) => {
  let next = day + step
  while (next >= 0 && next < view.days.length && view.isClosed(next)) next += step
  return next >= 0 && next < view.days.length ? next : day
}

const changing = (press: Key, state: State, view: View): Outcome | undefined => {
  const { doing } = state
  if (doing.kind !== 'moving' && doing.kind !== 'resizing') return undefined
  const step = STEPS[press.key]
  // Ignore all other keys until the change is kept or canceled; Enter and Space arrive as a click.
  if (!step) return press.key === 'Enter' || press.key === ' ' || press.key === 'Tab' ? undefined : {}
  const { span } = doing
  const minutes = step.minutes * view.window.snap
  const next =
    doing.kind === 'resizing'
      ? resizedTo(span, span.end + minutes, view.window)
      : movedTo(
          span.end - span.start,
          step.days ? openDay(span.day, step.days, view) : span.day,
          span.start + minutes,
          view.window,
        )
  return change(doing.kind, doing.id, next, 'keyboard', view)
}

const beginning = (press: Key, focus: Focus, view: View): Outcome | undefined => {
  const kind = press.key === 'm' ? 'moving' : press.key === 'r' ? 'resizing' : undefined
  const event = focus.id === undefined ? undefined : view.eventOf(focus.id)
  if (!kind || !event) return undefined
  return mayChange(event, view)
    ? change(kind, event.id, spanOf(event, view), 'keyboard', view)
    : { said: view.isClosed(focus.day) ? said.closed : said.fixed }
}

const extending = (press: Key, state: State, view: View): Outcome | undefined => {
  const step = STEPS[press.key]?.minutes
  if (!press.shift || !step) return undefined
  const { doing, focus } = state
  if (doing.kind === 'selecting') {
    const head = snapDown(doing.head + step * view.window.snap, view.window)
    return select(doing.day, doing.anchor, head, 'keyboard', view)
  }
  const anchor = Math.min(snapDown(focus.minute, view.window), lastStep(view.window))
  return select(focus.day, anchor, snapDown(anchor + step * view.window.snap, view.window), 'keyboard', view)
}

/** The outcome of a key press; undefined leaves it to the browser. */
export const onKey = (press: Key, state: State, view: View): Outcome | undefined => {
  const lower: Key = { ...press, key: press.key.length === 1 ? press.key.toLowerCase() : press.key }
  if (lower.ctrl && lower.key !== 'Home' && lower.key !== 'End') return undefined
  if (lower.key === 'Escape') return state.doing.kind === 'nothing' ? undefined : cancel(state.doing)
  const special = changing(lower, state, view) ?? extending(lower, state, view) ?? beginning(lower, state.focus, view)
  if (special) return special
  const focus = going(lower, state.focus, view)
  if (!focus) return undefined
  return state.doing.kind === 'nothing' ? { focus } : { focus, doing: NOTHING, said: '' }
}
