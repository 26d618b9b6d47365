/** The grid's arithmetic, in minutes after midnight. Nothing here touches the DOM. */
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { minutesOf, timeOfMinutes } from '#domain/time.ts'
import type { WeekGridEvent, WeekGridRange } from './types.ts'

/** Shorter events are drawn this tall, so that they can be read and clicked. */
export const SHORTEST_SHOWN = 15

const DAY = 24 * 60

/** The visible hours and the grid's steps, in minutes. */
export interface Window {
  from: number
  to: number
  slot: number
  label: number
  snap: number
}

/** A span on one of the visible days; `day` is its index. */
export interface Span {
  day: number
  start: number
  end: number
}

/** Where an event is drawn: its lane, how many lanes it spans, and its extent clipped to the window. */
export interface Placed<E extends WeekGridEvent> {
  event: E
  lane: number
  span: number
  lanes: number
  top: number
  bottom: number
  /** It starts before the window. */
  before: boolean
  /** It ends after the window. */
  after: boolean
}

export interface DayLayout<E extends WeekGridEvent> {
  placed: readonly Placed<E>[]
  /** The most lanes side by side on this day; 1 if it is empty. */
  lanes: number
}

/** The window's end: 23:59 means midnight. */
const endOfWindow = (to: LocalTime) => (to === '23:59' || to === '00:00' ? DAY : minutesOf(to))

export const windowOf = (options: {
  from: LocalTime
  to: LocalTime
  slotMinutes: number
  labelMinutes: number
  snapMinutes: number
}): Window => {
  const from = minutesOf(options.from)
  return {
    from,
    to: Math.max(from + options.slotMinutes, endOfWindow(options.to)),
    slot: options.slotMinutes,
    label: options.labelMinutes,
    snap: options.snapMinutes,
  }
}

export const startOf = (event: WeekGridEvent): number => minutesOf(event.start)

/** Midnight as an end is 24:00; an end before the start counts as the start. */
export const endOf = (event: WeekGridEvent): number => {
  const end = minutesOf(event.end)
  return end === 0 ? DAY : Math.max(end, minutesOf(event.start))
}

/** The starts of the rows, or of the labels when passed the label step. */
export const stepsOf = (window: Window, step: number = window.slot): number[] =>
  Array.from({ length: Math.ceil((window.to - window.from) / step) }, (_, index) => window.from + index * step)

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** Top and bottom of an event within the window: at least `SHORTEST_SHOWN` tall, at the edge if it is outside. */
const withinWindow = (event: WeekGridEvent, window: Window) => {
  const start = startOf(event)
  const end = endOf(event)
  const top = clamp(start, window.from, window.to - SHORTEST_SHOWN)
  return {
    top,
    bottom: clamp(end, top + SHORTEST_SHOWN, window.to),
    before: start < window.from,
    after: end > window.to,
  }
}

/** By start, then longest first, then id, so that lanes don't depend on the order of the input. */
const inOrder = <E extends WeekGridEvent>(a: Placed<E>, b: Placed<E>) =>
  a.top - b.top || b.bottom - a.bottom || (a.event.id < b.event.id ? -1 : a.event.id > b.event.id ? 1 : 0)

/** How many lanes the event can span before it meets another of its cluster. */
const freeLanes = <E extends WeekGridEvent>(item: Placed<E>, byLane: readonly Placed<E>[][]) => {
  let span = 1
  for (let lane = item.lane + 1; lane < byLane.length; lane++) {
    if (byLane[lane]?.some((other) => other.top < item.bottom && item.top < other.bottom)) break
    span++
  }
  return span
}

/**
 * Lays out one day: overlapping events share the width in lanes. Each takes the first free lane and widens to the right
 * over lanes that stay free. Events outside a cluster are not narrowed by it.
 */
export const layOutDay = <E extends WeekGridEvent>(events: readonly E[], window: Window): DayLayout<E> => {
  const placed = events
    .map((event): Placed<E> => ({ event, lane: 0, span: 1, lanes: 1, ...withinWindow(event, window) }))
    .sort(inOrder)
  let most = 1
  let cluster: Placed<E>[][] = []
  let clusterEnd = Number.NEGATIVE_INFINITY
  const close = () => {
    most = Math.max(most, cluster.length)
    for (const item of cluster.flat()) {
      item.lanes = cluster.length
      item.span = freeLanes(item, cluster)
    }
    cluster = []
  }
  for (const item of placed) {
    if (item.top >= clusterEnd) close()
    clusterEnd = Math.max(cluster.length ? clusterEnd : 0, item.bottom)
    const free = cluster.findIndex((lane) => (lane.at(-1)?.bottom ?? 0) <= item.top)
    item.lane = free < 0 ? cluster.length : free
    const lane = cluster[item.lane]
    if (lane) lane.push(item)
    else cluster.push([item])
  }
  close()
  return { placed, lanes: most }
}

/** The step at or before a minute, counted from the window's start and clamped to the window. */
export const snapDown = (minutes: number, window: Window): number =>
  clamp(window.from + Math.floor((minutes - window.from) / window.snap) * window.snap, window.from, lastStep(window))

const snapNear = (minutes: number, window: Window) =>
  window.from + Math.round((minutes - window.from) / window.snap) * window.snap

/** Start of the window's last step. */
export const lastStep = (window: Window): number =>
  window.from + (Math.ceil((window.to - window.from) / window.snap) - 1) * window.snap

/** The range between two steps of a day, inclusive, in either order. */
export const rangeBetween = (day: number, anchor: number, head: number, window: Window): Span => ({
  day,
  start: Math.min(anchor, head),
  end: Math.min(Math.max(anchor, head) + window.snap, window.to),
})

/** Moves an event to a day and start: snapped, same length, kept inside the window if it fits. */
export const movedTo = (length: number, day: number, start: number, window: Window): Span => {
  const snapped = snapNear(start, window)
  const last = Math.max(window.from, window.to - length)
  const begin = clamp(snapped, window.from, last)
  return { day, start: begin, end: Math.min(begin + length, DAY) }
}

/** Drags a span's end: snapped, at least one step long, inside the window. */
export const resizedTo = (span: Span, end: number, window: Window): Span => {
  const least = Math.min(span.start + window.snap, DAY)
  return { ...span, end: clamp(snapNear(end, window), least, Math.max(least, window.to)) }
}

/** A span as wall-clock strings. The end of the day is 23:59. */
export const rangeOf = (span: Span, days: readonly LocalDate[]): WeekGridRange | undefined => {
  const date = days[span.day]
  return date === undefined ? undefined : { date, start: timeOfMinutes(span.start), end: timeOfMinutes(span.end) }
}

/** A minute's position in the window, in percent of its height. */
export const percentOf = (minutes: number, window: Window): number =>
  ((clamp(minutes, window.from, window.to) - window.from) / (window.to - window.from)) * 100

const sameEvent = (a: WeekGridEvent, b: WeekGridEvent) => {
  if (a === b) return true
  const keys = Object.keys(a) as (keyof WeekGridEvent)[]
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

/**
 * Events by day. A day whose events are unchanged (field by field) keeps its previous array, so that columns can compare
 * by identity.
 */
export const groupByDay = <E extends WeekGridEvent>(
  days: readonly LocalDate[],
  events: readonly E[],
  before?: ReadonlyMap<LocalDate, readonly E[]>,
): ReadonlyMap<LocalDate, readonly E[]> => {
  const groups = new Map<LocalDate, E[]>(days.map((date) => [date, []]))
  for (const event of events) groups.get(event.date)?.push(event)
  const kept = new Map<LocalDate, readonly E[]>()
  for (const [date, group] of groups) {
    const old = before?.get(date)
    const same = old?.length === group.length && group.every((event, i) => sameEvent(event, old[i] as E))
    kept.set(date, same && old ? old : group)
  }
  return kept
}
