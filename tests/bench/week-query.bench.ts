import { getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { addDays } from '#domain/time.ts'
import type { Bench } from './bench.ts'
import { compareWithRawSql } from './week-query/beside-raw.ts'
import { PROVIDERS, sundayOf, WEEKS } from './week-query/data.ts'

const weekOf = (index: number) => {
  const fromDateTime = sundayOf((index * 37) % WEEKS)
  return { fromDateTime, toDateTime: addDays(fromDateTime, 6) }
}

export const bench: Bench = {
  name: "A provider's week, and that of all 40, from 100,000 occurrences",
  run: () =>
    compareWithRawSql([
      {
        name: "a provider's week",
        path: getWeeklyScheduleEvents.path,
        bodyOf: (index) => ({ ...weekOf(index), providerId: 1 + ((index * 17) % PROVIDERS) }),
        atLeast: 0.85,
      },
      {
        name: 'the week of all 40, 1,000 sessions',
        path: getWeeklyScheduleEvents.path,
        bodyOf: weekOf,
        atLeast: 0.66,
      },
    ]),
}
