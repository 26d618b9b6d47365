import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeOfMinutes } from '#domain/time.ts'
import {
  groupByDay,
  layOutDay,
  movedTo,
  percentOf,
  rangeBetween,
  rangeOf,
  resizedTo,
  snapDown,
  stepsOf,
  windowOf,
} from './layout.ts'
import type { WeekGridEvent } from './types.ts'

const DATE = '2026-03-03'
const shown = (from: string, to: string, slotMinutes = 15, snapMinutes = slotMinutes) =>
  windowOf({ from, to, slotMinutes, labelMinutes: 60, snapMinutes })
const window = shown('07:00', '19:00')

const event = (id: string, start: string, end: string): WeekGridEvent => ({ id, date: DATE, start, end, title: id })
const lanesOf = (...events: WeekGridEvent[]) =>
  Object.fromEntries(
    layOutDay(events, window).placed.map((item) => [item.event.id, `${item.lane}+${item.span}/${item.lanes}`]),
  )

describe('lanes', () => {
  test('adjacent events that do not overlap take the full width', () => {
    expect(lanesOf(event('a', '09:00', '09:45'), event('b', '09:45', '10:30'))).toEqual({ a: '0+1/1', b: '0+1/1' })
  })

  test('overlapping events share the width; of two that start together, the longer comes first', () => {
    expect(lanesOf(event('short', '09:00', '09:30'), event('long', '09:00', '10:00'))).toEqual({
      long: '0+1/2',
      short: '1+1/2',
    })
  })

  test('a free lane is reused, and an event widens over lanes that stay free', () => {
    expect(
      lanesOf(
        event('a', '09:00', '11:00'),
        event('b', '09:00', '09:30'),
        event('c', '09:00', '09:15'),
        event('d', '10:00', '10:30'),
      ),
    ).toEqual({ a: '0+1/3', b: '1+1/3', c: '2+1/3', d: '1+2/3' })
  })

  test('a cluster does not narrow the events after it', () => {
    const crowd = Array.from({ length: 40 }, (_, n) => event(`n${n}`, '09:00', '10:00'))
    const day = layOutDay([...crowd, event('later', '10:00', '10:30')], window)
    expect(day.lanes).toBe(40)
    expect(day.placed.at(-1)).toMatchObject({ event: { id: 'later' }, lane: 0, span: 1, lanes: 1 })
  })

  test('the order of the input does not matter', () => {
    const events = [event('a', '09:00', '10:00'), event('b', '09:00', '10:00'), event('c', '09:30', '11:00')]
    expect(lanesOf(...events.toReversed())).toEqual(lanesOf(...events))
  })

  test('no two events in a lane overlap on any day', () => {
    const anyEvents = fc.array(fc.tuple(fc.integer({ min: 0, max: 1380 }), fc.integer({ min: 1, max: 400 })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(anyEvents, (spans) => {
        const events = spans.map(([start, length], n) =>
          event(`${n}`, timeOfMinutes(start), timeOfMinutes(start + length)),
        )
        const { placed } = layOutDay(events, window)
        expect(placed).toHaveLength(events.length)
        for (const a of placed) {
          expect(a.top).toBeGreaterThanOrEqual(window.from)
          expect(a.bottom).toBeLessThanOrEqual(window.to)
          expect(a.bottom - a.top).toBeGreaterThanOrEqual(15)
          expect(a.lane + a.span).toBeLessThanOrEqual(a.lanes)
          for (const b of placed) {
            const sideBySide = a.lane + a.span <= b.lane || b.lane + b.span <= a.lane
            const apart = a.bottom <= b.top || b.bottom <= a.top
            expect(a === b || apart || (sideBySide && a.lanes === b.lanes)).toBe(true)
          }
        }
      }),
    )
  })
})

describe('clamping', () => {
  const placed = (start: string, end: string) => {
    const [item] = layOutDay([event('e', start, end)], window).placed
    return item && { top: item.top, bottom: item.bottom, before: item.before, after: item.after }
  }

  test('an event within the window keeps its length', () => {
    expect(placed('09:00', '09:45')).toEqual({ top: 540, bottom: 585, before: false, after: false })
  })

  test('an event beyond the window is clipped and marked', () => {
    expect(placed('06:00', '07:30')).toEqual({ top: 420, bottom: 450, before: true, after: false })
    expect(placed('18:30', '20:00')).toEqual({ top: 1110, bottom: 1140, before: false, after: true })
    expect(placed('05:00', '23:00')).toEqual({ top: 420, bottom: 1140, before: true, after: true })
  })

  test('an event outside the window is drawn at its edge', () => {
    expect(placed('05:00', '05:30')).toEqual({ top: 420, bottom: 435, before: true, after: false })
    expect(placed('21:00', '22:00')).toEqual({ top: 1125, bottom: 1140, before: false, after: true })
  })

  test('midnight at the end is the end of the day', () => {
    expect(placed('18:00', '00:00')).toEqual({ top: 1080, bottom: 1140, before: false, after: true })
  })

  test('a very short event is tall enough to read', () => {
    expect(placed('09:00', '09:05')).toEqual({ top: 540, bottom: 555, before: false, after: false })
  })
})

describe('slots', () => {
  test('07:00 to 23:59 in quarters of an hour has 68 rows, the last from 23:45', () => {
    const steps = stepsOf(shown('07:00', '23:59'))
    expect(steps).toHaveLength(68)
    expect(timeOfMinutes(steps.at(-1) ?? 0)).toBe('23:45')
  })

  test('07:00 to 23:45 by the hour has 17 rows, the last three quarters tall', () => {
    const admin = shown('07:00', '23:45', 60)
    expect(stepsOf(admin)).toHaveLength(17)
    expect(percentOf(1380, admin)).toBeCloseTo(100 - (45 / 1005) * 100)
  })

  test('a minute belongs to its step; below the window, to the last one', () => {
    expect(snapDown(554, window)).toBe(540)
    expect(snapDown(0, window)).toBe(420)
    expect(snapDown(2000, window)).toBe(1125)
  })
})

describe('ranges and changes', () => {
  const days = ['2026-03-02', DATE]

  test('a range includes both of its steps in either order', () => {
    expect(rangeOf(rangeBetween(1, 540, 570, window), days)).toEqual({ date: DATE, start: '09:00', end: '09:45' })
    expect(rangeOf(rangeBetween(1, 570, 540, window), days)).toEqual({ date: DATE, start: '09:00', end: '09:45' })
  })

  test('the last slot before midnight ends at 23:59', () => {
    const late = shown('07:00', '23:59')
    expect(rangeOf(rangeBetween(0, 1425, 1425, late), days)).toEqual({
      date: '2026-03-02',
      start: '23:45',
      end: '23:59',
    })
  })

  test('a day that is not shown gives no range', () => {
    expect(rangeOf({ day: 7, start: 0, end: 15 }, days)).toBeUndefined()
  })

  test('moving keeps the length, snaps the start and stays inside the window', () => {
    expect(movedTo(50, 1, 547, window)).toEqual({ day: 1, start: 540, end: 590 })
    expect(movedTo(50, 1, 100, window)).toEqual({ day: 1, start: 420, end: 470 })
    expect(movedTo(60, 1, 1130, window)).toEqual({ day: 1, start: 1080, end: 1140 })
  })

  test('resizing snaps the end, leaves at least one step and ends with the window', () => {
    const span = { day: 0, start: 540, end: 585 }
    expect(resizedTo(span, 608, window)).toEqual({ ...span, end: 615 })
    expect(resizedTo(span, 500, window)).toEqual({ ...span, end: 555 })
    expect(resizedTo(span, 1300, window)).toEqual({ ...span, end: 1140 })
  })
})

describe('days', () => {
  test('a day whose events are the same keeps its array; events of other days are left out', () => {
    const days = ['2026-03-02', DATE]
    const monday = { ...event('m', '09:00', '10:00'), date: '2026-03-02' }
    const before = groupByDay(days, [monday, event('t', '09:00', '10:00'), { ...monday, id: 'x', date: '2026-04-01' }])
    const after = groupByDay(days, [{ ...monday }, event('t', '09:00', '10:15')], before)
    expect(after.get('2026-03-02')).toBe(before.get('2026-03-02'))
    expect(after.get(DATE)).toEqual([event('t', '09:00', '10:15')])
    expect([...after.keys()]).toEqual(days)
  })
})
