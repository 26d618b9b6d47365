import { expect, test } from 'vitest'
import { weekOf } from '#domain/time.ts'
import { dayToBeginOn } from './day-to-begin-on.ts'

const WEEK = weekOf('2026-03-03')
const [SUN = '', MON = '', TUE = '', WED = '', , FRI = '', SAT = ''] = WEEK

test.each([
  ['today', [MON, TUE, FRI], TUE, TUE],
  ['the next day with events, if today has none', [MON, FRI], WED, FRI],
  ['the first day with events, if they are all over', [MON, FRI], SAT, MON],
  ['the first day with events, in another week', [TUE, FRI], '2026-03-18', TUE],
  ['the first day with events, if today is unknown', [WED], undefined, WED],
  ['today, if the week is empty', [], SUN, SUN],
  ['Monday, if another week is empty', [], '2026-03-18', MON],
] as const)('a week begins on %s', (_, busy: readonly string[], today, day) => {
  expect(dayToBeginOn(WEEK, (date) => busy.includes(date), today)).toBe(day)
})
