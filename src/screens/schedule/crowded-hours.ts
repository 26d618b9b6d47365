/**
 * Hours with too many overlapping sessions to be readable. With all providers shown, a week has dozens of them. Each such
 * hour of a day becomes one box that counts its sessions and lists them when opened.
 */

import { Tally } from '#domain/tally.ts'
import { type LocalDate, minutesOf, timeOfMinutes } from '#domain/time.ts'
import { countStatuses, type StatusCounts, statusesInWords } from '#machines/schedule/day-status.ts'
import type { WeekGridEvent } from '#ui/week-grid/types.ts'
import { type GridEvent, WAITS } from './grid-events.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** The shortest event that the grid draws. */
const SHORTEST = 15

/** The sessions of a day that start within an hour, as one event of the grid. Flat, so that the grid can see that a day is unchanged. */
export interface CrowdedHour extends WeekGridEvent, StatusCounts {
  readonly hour: number
  readonly sessions: number
  readonly detail: string
  /** How many edits are pending approval, and how many sessions overlap another of their provider; empty if none. */
  readonly waiting: string
}

export type GridItem = GridEvent | CrowdedHour

export const isCrowdedHour = (item: GridItem): item is CrowdedHour => 'sessions' in item

/** The hours that the grid shows, in minutes after midnight. */
export interface Hours {
  readonly from: number
  readonly to: number
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

interface Item {
  /** The hour that counts it: the one it starts in, or the nearest one shown. */
  readonly hour: number
  readonly top: number
  readonly bottom: number
}

/** The part of the hours shown that an event covers, as the grid draws it. */
const itemOf = (event: WeekGridEvent, { from, to }: Hours): Item => {
  const top = clamp(minutesOf(event.start), from, to - SHORTEST)
  const bottom = clamp(event.end === '00:00' ? to : minutesOf(event.end), top + SHORTEST, to)
  return { hour: Math.floor(top / HOUR), top, bottom }
}

/** The hour that counts an event. */
export const hourOf = (event: WeekGridEvent, hours: Hours): number => itemOf(event, hours).hour

const boxOf = (hour: number, { from, to }: Hours): Item => ({
  hour,
  top: Math.max(from, hour * HOUR),
  bottom: Math.min(to, (hour + 1) * HOUR),
})

/** The first minute that the most items cover. */
const busiestMinute = (items: readonly Item[]): number => {
  const changes = new Int32Array(DAY + 1)
  for (const { top, bottom } of items) {
    changes[top] = (changes[top] ?? 0) + 1
    changes[bottom] = (changes[bottom] ?? 0) - 1
  }
  let covering = 0
  let most = 0
  let busiest = 0
  changes.forEach((change, minute) => {
    covering += change
    if (covering <= most) return
    most = covering
    busiest = minute
  })
  return busiest
}

/** The hour that most of these items start in. */
const commonest = (items: readonly Item[]): number => {
  const counts = new Tally(items.map(({ hour }) => hour))
  return counts.entries().reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** The hours of one day to fold, so that at most `lanes` boxes overlap. */
const crowdedHoursOf = (items: readonly Item[], lanes: number, hours: Hours): ReadonlySet<number> => {
  const folded = new Set<number>()
  // In this order, the earliest of equally common hours is folded.
  let drawn = items.toSorted((a, b) => a.top - b.top)
  for (;;) {
    const minute = busiestMinute(drawn)
    const most = drawn.filter(({ top, bottom }) => top <= minute && minute < bottom)
    const open = most.filter(({ hour }) => !folded.has(hour))
    if (most.length <= lanes || open.length === 0) return folded
    const crowded = commonest(open)
    folded.add(crowded)
    drawn = [...drawn.filter(({ hour }) => hour !== crowded), boxOf(crowded, hours)]
  }
}

const inWords = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

interface Summary extends StatusCounts {
  /** '47 sessions'. */
  readonly title: string
  /** The status of the sessions on calendars with approval; otherwise their providers. */
  readonly detail: string
  readonly sessions: number
}

export const summaryOf = (events: readonly GridEvent[]): Summary => {
  const counts = countStatuses(events.map(({ dayStatus }) => dayStatus))
  const providers = new Set(events.map(({ providerName }) => providerName)).size
  return {
    ...counts,
    sessions: events.length,
    title: inWords(events.length, 'session', 'sessions'),
    detail: statusesInWords(counts) || inWords(providers, 'provider', 'providers'),
  }
}

/** The most names that fit next to a count. */
const MAX_NAMES = 2

/** '2 unconfirmed: Ana Ruiz', or only the number if there are many providers. */
const unconfirmedInWords = (events: readonly GridEvent[]): string => {
  const open = events.filter(({ dayStatus }) => dayStatus === 'unconfirmed')
  const names = [...new Set(open.map(({ providerName }) => providerName))]
  return `${open.length} unconfirmed${names.length <= MAX_NAMES ? `: ${names.join(', ')}` : ''}`
}

const overlap = (one: GridEvent, other: GridEvent): boolean =>
  one !== other && one.providerId === other.providerId && one.start < other.end && other.start < one.end

const crowdedHour = (date: LocalDate, hour: number, hours: Hours, events: readonly GridEvent[]): CrowdedHour => {
  const { top, bottom } = boxOf(hour, hours)
  const { detail, ...summary } = summaryOf(events)
  const edits = events.filter(({ status }) => status?.startsWith(WAITS)).length
  const conflicts = events.filter((event) => events.some((other) => overlap(event, other))).length
  const waiting = [
    ...(edits > 0 ? [inWords(edits, 'edit pending approval', 'edits pending approval')] : []),
    ...(conflicts > 0 ? [`${conflicts} at the same time`] : []),
  ].join(', ')
  // The box shows the status that needs action; its accessible name must start with the visible text.
  const shown = summary.unconfirmed > 0 ? unconfirmedInWords(events) : detail
  const others = detail.split(', ').filter((each) => !each.endsWith(' unconfirmed'))
  const status = [waiting, ...(shown === detail ? [] : others)].filter(Boolean).join(', ')
  return {
    ...summary,
    id: `hour ${date} ${hour}`,
    date,
    start: timeOfMinutes(top),
    end: timeOfMinutes(bottom),
    hour,
    detail: shown,
    waiting,
    ...(status && { status }),
    fixed: true,
  }
}

const groupBy = <Key>(events: readonly GridEvent[], keyOf: (event: GridEvent) => Key) => {
  const groups = new Map<Key, GridEvent[]>()
  for (const event of events) {
    const key = keyOf(event)
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return groups
}

/**
 * Returns the events where they fit, and one box per hour where they don't.
 *
 * @param lanes the most events that may overlap on a day; at least two
 */
export const foldCrowdedHours = (events: readonly GridEvent[], lanes: number, hours: Hours): readonly GridItem[] =>
  [...groupBy(events, ({ date }) => date)].flatMap(([date, ofDay]): readonly GridItem[] => {
    const items = ofDay.map((event) => itemOf(event, hours))
    const crowded = crowdedHoursOf(items, lanes, hours)
    if (crowded.size === 0) return ofDay
    const byHour = groupBy(ofDay, (event) => hourOf(event, hours))
    return [...byHour].flatMap(([hour, group]): readonly GridItem[] =>
      crowded.has(hour) ? [crowdedHour(date, hour, hours, group)] : group,
    )
  })
