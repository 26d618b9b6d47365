/** Describes a session's changes in words: for the transition log, and for users whose change came second. */
import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { SessionForm } from '#domain/session-form.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import type { Tx } from '#server/db/database.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { Refusal } from '#server/http/refusal.ts'

export const SERIES = 'schedule-event'

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

const THE_TIME = 'the time'

/** 'the day (11/20/2026 to 11/23/2026)', 'the students': a user's words for each field that differs. */
export const changesInWords = (before: SessionForm, after: SessionForm): string[] => {
  const differs = (...keys: (keyof SessionForm)[]) => keys.some((key) => !isDeepStrictEqual(before[key], after[key]))
  const words: string[] = []
  if (differs('eventName')) words.push('the name')
  if (differs('providerId')) words.push('the provider')
  if (differs('date')) words.push(`the day (${formatDate(before.date)} to ${formatDate(after.date)})`)
  if (differs('startTime', 'endTime')) {
    const [from, to] = [before, after].map(({ startTime, endTime }) => formatTimeRange(startTime, endTime))
    words.push(`${THE_TIME} (${from} to ${to})`)
  }
  if (differs('schoolId')) words.push('the school')
  if (differs('serviceId')) words.push('the service')
  if (differs('rateTypeId')) words.push('the rate type')
  if (!isDeepStrictEqual(sorted(before.caseloadIds), sorted(after.caseloadIds))) words.push('the students')
  if (differs('mode')) words.push('the mode')
  if (differs('isTimesheetReq')) words.push('whether hours are required')
  if (differs('colourCode')) words.push('the color')
  // A single session ends on its own day.
  if (differs('rule') || (after.rule.type !== 'none' && differs('endDate'))) words.push('the recurrence')
  return words
}

/** Whether the changes say the session's time. */
export const namesTime = (changes: readonly string[]): boolean => changes.some((change) => change.startsWith(THE_TIME))

/** What a change asks for, in words. */
export const requested = (changes: readonly string[]) => inWords(changes) || 'details not shown on the form'

/** The 409 for a change based on `seen`, an older version of the record: who has done what since then. */
export const refuseStale = async (
  tx: Tx,
  machine: 'occurrence' | typeof SERIES,
  id: number,
  seen: number,
): Promise<never> => {
  const rows = await tx
    .select({ event: transitionLog.event, detail: transitionLog.detail, by: users.displayName })
    .from(transitionLog)
    .leftJoin(users, eq(users.id, transitionLog.userId))
    .where(
      and(
        eq(transitionLog.machine, machine),
        eq(transitionLog.entity, String(id)),
        sql`(${transitionLog.detail}->>'version')::int > ${seen}`,
      ),
    )
    .orderBy(asc(transitionLog.id))
  const sentences = rows.map(({ event, detail, by }) => {
    const who = by ?? 'Someone'
    if (event === 'occurrence.delete') return `${who} has deleted this session.`
    if (event === 'series.delete') return `${who} has moved up the end of this series.`
    if (event === 'edit.reject') return `${who} has rejected the pending change to this session.`
    if (event === 'edit.withdraw') return `${who} has withdrawn the pending change to this session.`
    const changes = Array.isArray(detail?.changes) ? detail.changes.map(String) : []
    return `${who} has changed ${inWords(changes) || 'details not shown on the form'} of this session.`
  })
  const what = sentences.length > 0 ? sentences : ['Someone else has changed this session.']
  throw new Refusal(409, [...new Set(what)].join(' '))
}
