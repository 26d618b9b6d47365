/** For property tests: any rule that the session form can produce. */
import fc from 'fast-check'
import type { RecurrenceRule, WeekOfMonth } from '#domain/recurrence.ts'
import type { Weekday } from '#domain/time.ts'

const days = fc.subarray<Weekday>([0, 1, 2, 3, 4, 5, 6], { minLength: 1 })
const weeks = fc.subarray<WeekOfMonth>([1, 2, 3, 4, 5], { minLength: 1 })
const datesInMonth = fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 8 })
const everyN = fc.integer({ min: 1, max: 14 })

export const anyRule: fc.Arbitrary<RecurrenceRule> = fc.oneof(
  everyN.map((everyNDays) => ({ type: 'daily' as const, option: 'everyNDays' as const, everyNDays })),
  fc.constant({ type: 'daily' as const, option: 'everyWeekday' as const }),
  fc.record({
    type: fc.constant('weekly' as const),
    option: fc.constant('everyNWeeks' as const),
    everyNWeeks: everyN,
    days,
  }),
  fc.record({ type: fc.constant('weekly' as const), option: fc.constant('weeksOfMonth' as const), weeks, days }),
  fc.record({
    type: fc.constant('monthly' as const),
    option: fc.constant('dates' as const),
    everyNMonths: everyN,
    dates: datesInMonth,
  }),
  fc.record({
    type: fc.constant('monthly' as const),
    option: fc.constant('nthWeekday' as const),
    everyNMonths: everyN,
    weeks,
    days,
  }),
)
