import { daysBetween, type LocalDate, localOf, startOfWeek, WEEKDAYS, weekdayOf } from '#domain/time.ts'
import { TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { outcomeOf } from '#workflows/model/read-chart.ts'
import { stateLabel } from '#workflows/model/step.ts'
import type { Path } from './explore.ts'
import type { SentCall } from './held-calls.ts'

/** Relative to this week, because the runs use days that are still ahead: `Tue+2w` is the Tuesday after next. */
const relative = (date: LocalDate): string => {
  const weeks = Math.floor(daysBetween(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), date) / 7)
  return `${WEEKDAYS[weekdayOf(date)].slice(0, 3)}${weeks < 0 ? '' : '+'}${weeks}w`
}

const readable = ({ method, path, body }: SentCall): string =>
  [method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' ')

/**
 * What the calls of a browser run sent, one line each: the state in which the call was running, what the user did last,
 * and the request. A screen that sends another event or other values changes a line.
 */
export class RequestTable {
  readonly #lines = new Set<string>()
  readonly #hasFixedDates: boolean

  /** @param hasFixedDates the runs use the same dates whenever they run, which are listed as they are */
  constructor(hasFixedDates = false) {
    this.#hasFixedDates = hasFixedDates
  }

  /** @param calls those that ended in this step of the path */
  add(path: Path, step: number, calls: readonly SentCall[]): void {
    const { before } = path.steps[step] ?? {}
    if (!before || calls.length === 0) return
    const last = path.steps
      .slice(0, step)
      .findLast(({ event }) => !outcomeOf(event.type) && !event.type.startsWith('xstate.'))
    const since = last ? `after ${last.label}` : ['at the start', path.start.name].filter(Boolean).join(': ')
    for (const call of calls) {
      const sent = this.#hasFixedDates ? readable(call) : readable(call).replaceAll(/\d{4}-\d{2}-\d{2}/g, relative)
      this.#lines.add(`${stateLabel(before)}, ${since}: ${call.id} ${sent}`)
    }
  }

  text(): string {
    return [...this.#lines]
      .sort()
      .map((line) => `${line}\n`)
      .join('')
  }
}
