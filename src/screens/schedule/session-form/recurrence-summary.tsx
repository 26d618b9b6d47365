import { Text } from '@mantine/core'
import { describeRule } from '#domain/recurrence.ts'
import type { SessionSeries } from '#domain/session-form.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'

/** '16 sessions, first 11/24/2026, last 01/14/2027' */
const countInWords = (dates: readonly string[]): string => {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return dates.length === 1
    ? `1 session, on ${formatDate(first)}`
    : `${dates.length} sessions, first ${formatDate(first)}, last ${formatDate(last)}`
}

const summaryOf = (series: SessionSeries, endDate: LocalDate): [rule: string, outcome: string] | undefined => {
  if ('problems' in series) return undefined
  const { rule, expansion } = series
  if (!expansion) return [describeRule(rule), '']
  return [describeRule(rule, endDate), 'dates' in expansion ? countInWords(expansion.dates) : expansion.problem]
}

interface Props {
  readonly series: SessionSeries
  readonly endDate: LocalDate
  /** False for an occurrence, which doesn't know when its series started. */
  readonly withCount: boolean
}

/** The rule in words and the number of sessions, once the rule is complete. */
export const RecurrenceSummary = ({ series, endDate, withCount }: Props) => {
  const summary = summaryOf(series, endDate)
  return (
    <output aria-label="Series">
      {summary && (
        <>
          <Text span display="block" size="sm" fw={600}>
            {summary[0]}
          </Text>
          {withCount && (
            <Text span display="block" size="sm" c="dimmed">
              {summary[1]}
            </Text>
          )}
        </>
      )}
    </output>
  )
}
