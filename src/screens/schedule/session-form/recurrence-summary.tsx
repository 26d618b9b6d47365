import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { describeRule, expandRule } from '#domain/recurrence.ts'
import { ruleOf, type SessionFormValues } from '#domain/session-form.ts'
import { formatDate, localDateSchema } from '#domain/time.ts'

const isDate = (text: string) => localDateSchema.safeParse(text).success

/** '16 sessions, first 11/24/2026, last 01/14/2027' */
const countInWords = (dates: readonly string[]): string => {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return dates.length === 1
    ? `1 session, on ${formatDate(first)}`
    : `${dates.length} sessions, first ${formatDate(first)}, last ${formatDate(last)}`
}

const summaryOf = ({ recurrence, date, endDate }: SessionFormValues): [rule: string, outcome: string] | undefined => {
  const pattern = ruleOf(recurrence)
  if ('problems' in pattern) return undefined
  if (!isDate(date) || !isDate(endDate)) return [describeRule(pattern.rule), '']
  const expansion = expandRule(pattern.rule, { fromDate: date, untilDate: endDate })
  return [describeRule(pattern.rule, endDate), 'dates' in expansion ? countInWords(expansion.dates) : expansion.problem]
}

interface Props {
  readonly values: SessionFormValues
  /** False for one occurrence, which does not know when its series began. */
  readonly withCount: boolean
}

/** The rule in plain words and the sessions that it comes to, as soon as it says something. */
export const RecurrenceSummary = ({ values, withCount }: Props) => {
  const { recurrence, date, endDate } = values
  const key = JSON.stringify([recurrence, date, endDate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the three, which are new on every render
  const summary = useMemo(() => summaryOf(values), [key])
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
