import { expect, test } from 'vitest'
import { minutesOf } from '#domain/time.ts'
import type { DayStatus } from '#machines/schedule/day-status.ts'
import { type CrowdedHour, foldCrowdedHours, type GridItem, hourOf, isCrowdedHour } from './crowded-hours.ts'
import type { GridEvent } from './grid-events.ts'

const HOURS = { from: 7 * 60, to: 24 * 60 }
const DAY = '2026-03-03'

let ids = 0
const session = (start: string, end: string, more: Partial<GridEvent> = {}): GridEvent => {
  ids += 1
  return {
    id: String(ids),
    occurrenceId: ids,
    date: DAY,
    start,
    end,
    title: 'Fine motor group',
    providerId: ids,
    providerName: `Provider ${ids}`,
    schoolName: 'Lincoln',
    ...more,
  }
}
const times = (count: number, start: string, end: string, more?: Partial<GridEvent>) =>
  Array.from({ length: count }, () => session(start, end, more))

const inShort = (items: readonly GridItem[]) =>
  items.map((item) => `${item.start} ${item.end} ${isCrowdedHour(item) ? item.sessions : 'session'}`).sort()

test('sessions that fit stay as they are', () => {
  const events = [...times(3, '08:00', '08:45'), ...times(3, '08:45', '09:30')]
  expect(foldCrowdedHours(events, 3, HOURS)).toEqual(events)
})

test('an hour with more overlapping sessions than fit is one box; other hours and days stay unfolded', () => {
  const events = [
    ...times(2, '08:00', '08:45'),
    session('08:15', '09:15'),
    session('08:30', '09:00'),
    session('11:00', '11:45'),
    session('08:00', '08:45', { date: '2026-03-04' }),
  ]
  expect(inShort(foldCrowdedHours(events, 3, HOURS))).toEqual([
    '08:00 08:45 session',
    '08:00 09:00 4',
    '11:00 11:45 session',
  ])
})

test('when the sessions of two hours together are too many, the hour with more of them is folded', () => {
  const events = [...times(2, '08:30', '09:30'), ...times(3, '09:00', '10:00')]
  expect(inShort(foldCrowdedHours(events, 4, HOURS))).toEqual([
    '08:30 09:30 session',
    '08:30 09:30 session',
    '09:00 10:00 3',
  ])
})

test('for any sessions, no more boxes overlap than fit, and each session is in exactly one', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  const clock = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16)
  for (let round = 0; round < 60; round += 1) {
    const events = Array.from({ length: random(80) }, () => {
      const start = 360 + random(60) * 15
      return session(clock(start), clock(start + 15 + random(8) * 15))
    })
    const lanes = 2 + random(4)
    const items = foldCrowdedHours(events, lanes, HOURS)
    // As drawn: from the first hour shown, and at least 15 minutes tall.
    const at = items.map((item) => {
      const start = Math.max(minutesOf(item.start), HOURS.from)
      return { start, end: Math.max(minutesOf(item.end), start + 15) }
    })
    for (const { start } of at) {
      expect(at.filter((other) => other.start <= start && start < other.end).length).toBeLessThanOrEqual(lanes)
    }
    const open = items.filter((item): item is GridEvent => !isCrowdedHour(item))
    const boxes = items.filter(isCrowdedHour)
    const counted = boxes.map(({ hour }) => events.filter((event) => hourOf(event, HOURS) === hour).length)
    expect(boxes.map(({ sessions }) => sessions)).toEqual(counted)
    expect(open.length + counted.reduce((sum, count) => sum + count, 0)).toBe(events.length)
  }
})

test('a box shows the status of its sessions and the number of pending edits', () => {
  const of = (dayStatus: DayStatus, status?: string) =>
    session('13:15', '14:00', { dayStatus, ...(status && { status }) })
  const [box] = foldCrowdedHours(
    [of('unconfirmed', 'Edited, pending approval, Unconfirmed'), of('unconfirmed'), of('unconfirmed'), of('approved')],
    2,
    HOURS,
  )
  expect(box).toEqual({
    id: 'hour 2026-03-03 13',
    date: DAY,
    hour: 13,
    start: '13:00',
    end: '14:00',
    title: '4 sessions',
    detail: '3 unconfirmed',
    waiting: '1 edit pending approval',
    status: '1 edit pending approval, 1 approved',
    fixed: true,
    sessions: 4,
    unconfirmed: 3,
    rejected: 0,
    correcting: 0,
    confirmed: 0,
    approved: 1,
    locked: 0,
  } satisfies CrowdedHour)
})

test('a box names up to two providers who have not confirmed, and counts sessions at the same time', () => {
  const of = (providerId: number, dayStatus: DayStatus, start = '13:15', end = '14:00') =>
    session(start, end, { providerId, providerName: ['Ana Ruiz', 'Bo Lee', 'Chi Wu'][providerId] ?? '', dayStatus })
  const [box] = foldCrowdedHours(
    [of(0, 'unconfirmed', '13:00', '13:30'), of(0, 'unconfirmed'), of(1, 'unconfirmed'), of(2, 'approved')],
    2,
    HOURS,
  )
  expect(box).toMatchObject({
    detail: '3 unconfirmed: Ana Ruiz, Bo Lee',
    waiting: '2 at the same time',
    status: '2 at the same time, 1 approved',
  })
  const [back] = foldCrowdedHours(times(3, '13:15', '13:30', { providerId: 7, dayStatus: 'confirmed' }), 2, HOURS)
  expect(back).toMatchObject({ detail: '3 confirmed', waiting: '3 at the same time' })
})

test('on calendars without approval, a box shows the number of providers', () => {
  const [box] = foldCrowdedHours(times(3, '13:15', '14:00', { providerName: 'Ana Ruiz' }), 2, HOURS)
  expect(box?.detail).toBe('1 provider')
})

test('a session that starts before or after the hours shown counts in the nearest hour', () => {
  const hours = { from: 9 * 60, to: 19 * 60 }
  expect(
    [session('06:00', '06:45'), session('08:30', '09:30'), session('22:00', '00:00')].map((event) =>
      hourOf(event, hours),
    ),
  ).toEqual([9, 9, 18])
  expect(inShort(foldCrowdedHours(times(3, '06:00', '06:45'), 2, hours))).toEqual(['09:00 10:00 3'])
})
