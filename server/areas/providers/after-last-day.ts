/** Settles what lies after a provider's last day at work when that day is set (docs/decisions/provider-statuses.md). */

import { and, asc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { type AfterLastDay, countsAfterLastDay, lastDayMessages } from '#contract/after-last-day.ts'
import type { LastDayAnswer } from '#domain/provider-form.ts'
import { addDays, type LocalDate, withoutSeconds } from '#domain/time.ts'
import { isGrantedPto, LIVE_PTO_STATES, whyNotEmployed } from '#domain/time-off.ts'
import type { PtoRequestEvent } from '#machines/time-off/pto-request.machine.ts'
import { readOpenRequests } from '#server/areas/documents/acknowledgments.ts'
import { onDays } from '#server/areas/handing-over/hand-over-plan.ts'
import { readSchoolNames, readWork } from '#server/areas/handing-over/providers-work.ts'
import { lockDays, readDays } from '#server/areas/provider-days/provider-days.ts'
import { deleteOccurrences } from '#server/areas/schedule/delete-occurrences.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { lockBalances } from '#server/areas/time-off/balances.ts'
import { askPto, type LockedPto, lockPtos, movePtos } from '#server/areas/time-off/pto-moves.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { Refusal } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'

interface LastDay {
  readonly providerId: number
  readonly lastDay: LocalDate
}

/** Sessions that the question shows; it counts all. */
const MAX_SESSIONS_SHOWN = 5

const readTimeOff = ({ tx }: Pick<ChangeContext, 'tx'>, { providerId, lastDay }: LastDay) =>
  tx
    .select({
      id: ptoRequests.id,
      requestedDate: ptoRequests.requestedDate,
      startTime: ptoRequests.startTime,
      endTime: ptoRequests.endTime,
      totalHours: ptoRequests.totalHours,
      state: ptoRequests.state,
      version: ptoRequests.version,
    })
    .from(ptoRequests)
    .where(
      and(
        eq(ptoRequests.providerId, providerId),
        gt(ptoRequests.requestedDate, lastDay),
        inArray(ptoRequests.state, LIVE_PTO_STATES),
      ),
    )
    .orderBy(asc(ptoRequests.requestedDate), asc(ptoRequests.startTime), asc(ptoRequests.id))

/** The sessions that can be canceled: those that are over, approved or locked stay. */
const readSessions = async (change: ChangeContext, { providerId, lastDay }: LastDay) => {
  const { tx, now } = change
  const work = await readWork(change, { providerId, from: addDays(lastDay, 1) })
  const days = await readDays(
    tx,
    [...new Set(work.map(({ date }) => date))].map((date) => ({ providerId, date })),
  )
  const { closedOn } = onDays(days, change)
  const open = work.filter(({ date }) => closedOn({ providerId, date }) === undefined)
  const over = await tx.$count(
    occurrences,
    and(
      eq(occurrences.providerId, providerId),
      gt(occurrences.date, lastDay),
      lt(occurrences.endsAt, now),
      isNull(occurrences.deletedAt),
    ),
  )
  return { open, staying: work.length - open.length + over }
}

const read = async (change: ChangeContext, day: LastDay) => {
  const requests = await readTimeOff(change, day)
  const { open, staying } = await readSessions(change, day)
  const documents = await readOpenRequests(change.tx, day.providerId)
  const isEmpty = requests.length + open.length + documents.length === 0
  const key = isEmpty
    ? ''
    : seenKey([
        day.lastDay,
        requests.map(({ id, version }) => [id, version]),
        open.map(({ id, version }) => [id, version]),
        documents.map(({ id }) => id),
      ])
  return { requests, open, staying, documents, key }
}
type Found = Awaited<ReturnType<typeof read>>

const replyOf = async ({ tx }: Pick<ChangeContext, 'tx'>, found: Found): Promise<AfterLastDay> => {
  const { requests, open, staying, documents, key } = found
  const days = requests.map(({ state, version: _, ...request }) => ({
    isWaiting: !isGrantedPto(state),
    day: {
      ...request,
      startTime: withoutSeconds(request.startTime),
      endTime: withoutSeconds(request.endTime),
    },
  }))
  const shown = open.slice(0, MAX_SESSIONS_SHOWN)
  const schools = await readSchoolNames(tx, [...new Set(shown.map(({ schoolId }) => schoolId))])
  const nameOf = new Map(schools.map(({ id, name }) => [id, name]))
  return {
    timeOff: days.flatMap(({ isWaiting, day }) => (isWaiting ? [] : day)),
    waiting: days.flatMap(({ isWaiting, day }) => (isWaiting ? day : [])),
    sessions: {
      count: open.length,
      first: shown.map(({ id, name: title, date, startTime, endTime, schoolId }) => {
        const schoolName = nameOf.get(schoolId)
        if (schoolName === undefined) throw new RangeError(`Session ${id} is at no school`)
        return { id, title, date, startTime, endTime, schoolName }
      }),
      staying,
    },
    documents,
    key,
  }
}

export const readAfterLastDay = async (change: ChangeContext, day: LastDay): Promise<AfterLastDay> =>
  replyOf(change, await read(change, day))

/**
 * Locks what will be settled, in the order in which other changes lock it. Call it before the provider's row is locked,
 * and `holdPayroll` before.
 */
export const holdAfterLastDay = async (
  change: ChangeContext,
  day: LastDay,
  answer: LastDayAnswer | undefined,
): Promise<void> => {
  await lockBalances(change.tx, [day.providerId])
  // Without an answer nothing is settled.
  if (!answer) return
  const { open } = await readSessions(change, day)
  await lockDays(
    change.tx,
    open.map(({ date }) => ({ providerId: day.providerId, date })),
  )
}

const answerRequests = async (
  change: ChangeContext,
  event: Extract<PtoRequestEvent, { note: string }>,
  ptos: readonly LockedPto[],
  balances: Parameters<typeof movePtos>[4],
) => {
  const [to, ...others] = new Set(ptos.map((pto) => askPto(pto, event, change)))
  if (ptos.length === 0) return
  if (to === undefined || others.length > 0) throw new RangeError(`A request refuses ${event.type}`)
  await movePtos(change, event, ptos, to, balances)
}

const settleTimeOff = async (change: ChangeContext, { providerId, lastDay }: LastDay, ids: readonly number[]) => {
  if (ids.length === 0) return
  const { balances, ptos } = await lockPtos(change, ids, [providerId])
  const note = whyNotEmployed({ hireDate: null, termDate: lastDay }, addDays(lastDay, 1))
  if (note === undefined) throw new RangeError('The day after the last day is a day at work')
  const isWaiting = ({ state }: LockedPto) => !isGrantedPto(state)
  await answerRequests(change, { type: 'request.reject', note }, ptos.filter(isWaiting), balances)
  const granted = ptos.filter((pto) => !isWaiting(pto))
  await answerRequests(change, { type: 'request.cancel', note }, granted, balances)
}

/**
 * Cancels accepted time off after the last day, rejects requests that wait, and cancels the sessions unless they are to
 * be handed over. Call it with everything held.
 *
 * @throws Refusal 409 at the date if there is anything that was not shown
 */
export const settleAfterLastDay = async (
  change: ChangeContext,
  day: LastDay,
  answer: LastDayAnswer | undefined,
): Promise<void> => {
  const found = await read(change, day)
  const { requests, open, key } = found
  if (key === '') return
  if (answer?.key !== key) {
    const counts = countsAfterLastDay(await replyOf(change, found))
    const message = lastDayMessages[answer ? 'changed' : 'notSettled'](day.lastDay, counts)
    throw new Refusal(409, message, { errors: [{ path: 'termDate', message }] })
  }
  await settleTimeOff(
    change,
    day,
    requests.map(({ id }) => id),
  )
  if (answer.sessions !== 'cancel' || open.length === 0) return
  await deleteOccurrences(change, { scheduleEventRecurrenceIds: open.map(({ id }) => id), discardsWaiting: true })
}
