import { expect, test } from 'vitest'
import { weekOf } from '#domain/time.ts'
import { dayToBeginOn } from './day-to-begin-on.ts'

const WEEK = weekOf('2026-03-03')
const [SUN = '', MON = '', TUE = '', WED = '', , FRI = '', SAT = ''] = WEEK

test.each([
  ['today', [MON, TUE, FRI], TUE, TUE],
  ['the next day with anything, where today is free', [MON, FRI], WED, FRI],
  ['the first that had anything, after the last', [MON, FRI], SAT, MON],
  ['the first with anything, of another week', [TUE, FRI], '2026-03-18', TUE],
  ['the first with anything, where nobody knows the day', [WED], undefined, WED],
  ['today, where nothing is on', [], SUN, SUN],
  ['Monday, where nothing is on in another week', [], '2026-03-18', MON],
] as const)('a week begins on %s', (_, busy: readonly string[], today, day) => {
  expect(dayToBeginOn(WEEK, (date) => busy.includes(date), today)).toBe(day)
})
