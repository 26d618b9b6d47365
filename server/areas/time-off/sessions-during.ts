/** Sessions during time off that is accepted: each is canceled, handed over to a colleague, or stays. */
import { inArray, sql } from 'drizzle-orm'
import type { SessionChoice, SessionDuring } from '#contract/time-off.ts'
import { grouped } from '#domain/grouped.ts'
import { diaryOf, isFree } from '#domain/hand-over.ts'
import { formatDate, type LocalDate, localOf, withoutSeconds } from '#domain/time.ts'
import { REQUESTED_PTO_STATES } from '#domain/time-off.ts'
import { counted, firstInWords, inWords, quoted } from '#domain/words.ts'
import { onDays } from '#server/areas/handing-over/hand-over-plan.ts'
import { storeHandOver } from '#server/areas/handing-over/move-hand-over.ts'
import { readColleagues, readHandingProvider } from '#server/areas/handing-over/providers-work.ts'
import { lockFor, reassign, tellProviders } from '#server/areas/handing-over/reassign.ts'
import { hasWaitingChange } from '#server/areas/provider-days/follow-days.ts'
import { readDays } from '#server/areas/provider-days/provider-days.ts'
import { deleteOccurrences } from '#server/areas/schedule/delete-occurrences.ts'
import type { AllowedMove, ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { readProviderNames } from '#server/db/providers.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'

interface StoredSession extends Record<string, unknown>, Omit<SessionDuring, 'canBeCanceled' | 'takers'> {
  readonly providerId: number
  readonly schoolId: number
  readonly isTimesheetReq: boolean
  readonly isOver: boolean
  readonly hasPendingEdit: boolean
  readonly sessionVersion: number
}

/** Each once, with the first of the requests that it overlaps. */
const readSessions = async ({ tx, now }: ChangeContext, requestIds: readonly number[]): Promise<StoredSession[]> => {
  const { rows } = await tx.execute<StoredSession>(sql`
    select distinct on (${occurrences.date}, ${occurrences.startTime}, ${occurrences.id}) ${occurrences.id} as "id",
      ${ptoRequests.id} as "requestId", ${occurrences.providerId} as "providerId",
      ${occurrences.scheduleEventId} as "scheduleEventId", ${occurrences.title} as "title",
      ${occurrences.date}::text as "date", ${occurrences.startTime} as "startTime", ${occurrences.endTime} as "endTime",
      ${occurrences.schoolId} as "schoolId", ${schools.name} as "schoolName", ${occurrences.version} as "version",
      ${occurrences.isTimesheetRequired} as "isTimesheetReq",
      ${occurrences.endsAt} < ${now.toISOString()}::timestamptz as "isOver", ${hasWaitingChange} as "hasPendingEdit",
      ${scheduleEvents.version} as "sessionVersion"
    from ${occurrences}
    join ${ptoRequests} on ${ptoRequests.providerId} = ${occurrences.providerId}
      and ${ptoRequests.requestedDate} = ${occurrences.date}
      and ${ptoRequests.startTime} < ${occurrences.endTime} and ${ptoRequests.endTime} > ${occurrences.startTime}
    join ${schools} on ${schools.id} = ${occurrences.schoolId}
    join ${scheduleEvents} on ${scheduleEvents.id} = ${occurrences.scheduleEventId}
    where ${occurrences.deletedAt} is null and ${inArray(ptoRequests.state, REQUESTED_PTO_STATES)}
      and ${ptoRequests.id} = any(${sql.param([...requestIds])}::int[])
    order by ${occurrences.date}, ${occurrences.startTime}, ${occurrences.id}, ${ptoRequests.id}`)
  return rows.map((row) => ({
    ...row,
    startTime: withoutSeconds(row.startTime),
    endTime: withoutSeconds(row.endTime),
  }))
}

/** The time off that is about to be accepted, by provider: nobody takes a session during their own. */
const readAsked = async ({ tx }: ChangeContext, requestIds: readonly number[]) => {
  const { rows } = await tx.execute<{ providerId: number; date: LocalDate; startTime: string; endTime: string }>(sql`
    select ${ptoRequests.providerId} as "providerId", ${ptoRequests.requestedDate}::text as "date",
      ${ptoRequests.startTime} as "startTime", ${ptoRequests.endTime} as "endTime"
    from ${ptoRequests} where ${ptoRequests.id} = any(${sql.param([...requestIds])}::int[])`)
  return (id: number) =>
    rows.flatMap(({ providerId, date, startTime, endTime }) =>
      providerId === id
        ? {
            ...{ kind: 'timeOff' as const, title: '', date },
            ...{ startTime: withoutSeconds(startTime), endTime: withoutSeconds(endTime) },
          }
        : [],
    )
}

interface FoundSession extends SessionDuring, Pick<StoredSession, 'providerId' | 'schoolId' | 'isTimesheetReq'> {
  /** How it leaves its provider; undefined if it can't. */
  readonly move: AllowedMove | undefined
  readonly sessionVersion: number
}

const ofProvider = async (
  change: ChangeContext,
  sessions: readonly [StoredSession, ...StoredSession[]],
  askedBy: Awaited<ReturnType<typeof readAsked>>,
): Promise<FoundSession[]> => {
  const { tx, now, timeZone } = change
  const [{ providerId, date: first }] = sessions
  const last = sessions.reduce((latest, { date }) => (date > latest ? date : latest), first)
  const provider = await readHandingProvider(tx, providerId, localOf(now, timeZone).date)
  const found = await readColleagues(tx, provider, first, { first, last })
  const colleagues = found.map((colleague) => ({
    ...colleague,
    diary: diaryOf([...colleague.busy, ...askedBy(colleague.id)]),
  }))
  const people = [providerId, ...colleagues.map(({ id }) => id)]
  const dates = [...new Set(sessions.map(({ date }) => date))]
  const days = await readDays(
    tx,
    people.flatMap((id) => dates.map((date) => ({ providerId: id, date }))),
  )
  const { closedOn, leave } = onDays(days, change)
  return sessions.map(({ isOver, hasPendingEdit, ...session }) => {
    const canBeCanceled = !isOver && closedOn(session) === undefined
    const left = canBeCanceled ? leave({ ...session, hasPendingEdit }) : undefined
    const move = left && 'move' in left ? left.move : undefined
    const free = colleagues.filter(
      (colleague) =>
        isFree({ slots: [session], isStudent: false }, colleague) &&
        closedOn({ providerId: colleague.id, date: session.date }) === undefined,
    )
    const takers = move ? free.map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name)) : []
    return { ...session, canBeCanceled, takers, move }
  })
}

/** What the question shows, and what accepting does. */
const readFound = async (change: ChangeContext, requestIds: readonly number[]): Promise<FoundSession[]> => {
  const stored = await readSessions(change, requestIds)
  const askedBy = await readAsked(change, requestIds)
  const found: FoundSession[] = []
  for (const sessions of grouped(stored, ({ providerId }) => providerId).values()) {
    found.push(...(await ofProvider(change, sessions, askedBy)))
  }
  return found
}

export const readSessionsDuring = async (
  change: ChangeContext,
  requestIds: readonly number[],
): Promise<SessionDuring[]> =>
  (await readFound(change, requestIds)).map(
    ({ move: _, sessionVersion: __, providerId: ___, schoolId: ____, isTimesheetReq: _____, ...session }) => session,
  )

interface PlannedSession {
  readonly session: FoundSession
  readonly toProviderId: number | null
}

export interface SessionPlan {
  readonly planned: readonly PlannedSession[]
  /** Why a request can't be accepted with the choices for its sessions. */
  readonly problems: ReadonlyMap<number, string>
}

const inSentence = ({ title, date }: Pick<SessionDuring, 'title' | 'date'>) => `${quoted(title)} on ${formatDate(date)}`

/** Why the choice is no longer possible; undefined if it is. */
const problemOf = (
  choice: SessionChoice,
  session: FoundSession | undefined,
  taken: readonly PlannedSession[],
): string | undefined => {
  if (!session || session.version !== choice.version || session.requestId !== choice.requestId) {
    return 'Its sessions have changed. Please review them.'
  }
  const { toProviderId } = choice
  if (toProviderId === null) {
    return session.canBeCanceled
      ? undefined
      : `The session ${inSentence(session)} can no longer be canceled. Hand it over, or leave it as it is.`
  }
  const others = taken.filter((one) => one.toProviderId === toProviderId).map((one) => one.session)
  const diary = diaryOf(others.map((other) => ({ ...other, kind: 'session' })))
  const isTaken = !isFree({ slots: [session], isStudent: false }, { diary, lastDay: null })
  if (!isTaken && session.takers.some(({ id }) => id === toProviderId)) return undefined
  return `Nobody can be given the session ${inSentence(session)} as chosen. Please review it.`
}

/**
 * Locks what the choices need, and checks them. Call it with the requests locked.
 *
 * @param requestIds of the requests that will be accepted
 */
export const planSessions = async (
  change: ChangeContext,
  requestIds: readonly number[],
  choices: readonly SessionChoice[],
): Promise<SessionPlan> => {
  const wanted = choices.filter(({ requestId }) => requestIds.includes(requestId))
  if (wanted.length === 0) return { planned: [], problems: new Map() }
  const choiceOf = new Map(wanted.map((choice) => [choice.id, choice]))
  const dates = (await readSessions(change, requestIds)).flatMap((session) => {
    const choice = choiceOf.get(session.id)
    if (!choice) return []
    const { providerId, date } = session
    return { providerId, date, toProviderId: choice.toProviderId ?? providerId }
  })
  const people = dates.flatMap(({ providerId, toProviderId }) => [providerId, toProviderId])
  await lockFor(change, { dates, sessions: [], students: [] }, [...new Set(people)])
  const found = new Map((await readFound(change, requestIds)).map((session) => [session.id, session]))
  const problems = new Map<number, string>()
  const planned: PlannedSession[] = []
  for (const choice of wanted) {
    const session = found.get(choice.id)
    const problem = problemOf(choice, session, planned)
    if (problem !== undefined) problems.set(choice.requestId, problem)
    else if (session) planned.push({ session, toProviderId: choice.toProviderId })
  }
  return { planned, problems }
}

interface Handed {
  readonly session: FoundSession & { readonly move: AllowedMove }
  readonly toProviderId: number
}

/** Stores what one provider hands over, and tells everyone concerned. */
const keepHandOver = async (change: ChangeContext, handed: readonly [Handed, ...Handed[]]): Promise<void> => {
  const [{ session }] = handed
  const { providerId } = session
  const items = [...grouped(handed, (one) => `${one.session.scheduleEventId} ${one.toProviderId}`).values()].map(
    (dates) => {
      const [{ session: first, toProviderId }] = dates
      return {
        ...{ toProviderId, schoolId: first.schoolId, scheduleEventId: first.scheduleEventId, name: first.title },
        ...{ sessionVersion: first.sessionVersion, sessionsCount: dates.length },
        occurrences: dates.map((date): [number, number] => [date.session.id, date.session.version + 1]),
      }
    },
  )
  const from = handed.reduce((first, one) => (one.session.date < first ? one.session.date : first), session.date)
  const id = await storeHandOver(change, { providerId, from, items })
  const takers = [...grouped(handed, ({ toProviderId }) => toProviderId)]
  const ids = [providerId, ...takers.map(([to]) => to)]
  const names = await readProviderNames(change.tx, ids)
  const nameOf = new Map(ids.map((person, index) => [person, names[index]]))
  const gone = takers.map(([to, dates]) => `${counted(dates.length, 'session')} to ${nameOf.get(to)}`)
  await tellProviders(
    change,
    id,
    new Map([
      [providerId, `Handed over during your time off: ${inWords(gone)}.`],
      ...takers.map(([to, dates]): [number, string] => {
        const taken = dates.map((one) => inSentence(one.session))
        return [to, `You take over during the time off of ${nameOf.get(providerId)}: ${firstInWords(taken)}.`]
      }),
    ]),
  )
}

/** Cancels and hands over as planned, once the requests are accepted. */
export const settleSessions = async (change: ChangeContext, { planned }: SessionPlan): Promise<void> => {
  const canceled = planned.flatMap(({ session, toProviderId }) => (toProviderId === null ? session.id : []))
  if (canceled.length > 0) {
    await deleteOccurrences(change, { scheduleEventRecurrenceIds: canceled, discardsWaiting: true })
  }
  const handed = planned.flatMap(({ session, toProviderId }): Handed[] => {
    const { move } = session
    return toProviderId !== null && move ? [{ session: { ...session, move }, toProviderId }] : []
  })
  if (handed.length === 0) return
  const dates = handed.map(({ session, toProviderId }) => ({ ...session, toProviderId }))
  await reassign(change, { dates, sessions: [], students: [] })
  for (const ofOne of grouped(handed, ({ session }) => session.providerId).values()) await keepHandOver(change, ofOne)
}
