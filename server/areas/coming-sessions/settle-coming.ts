/** Ends, moves or keeps the sessions to come, as was chosen for each (docs/decisions/coming-sessions.md). */
import { sql } from 'drizzle-orm'
import { type ComingAnswer, comingMessages, type Departure, fatesOf } from '#domain/coming-sessions.ts'
import { grouped } from '#domain/grouped.ts'
import { followWritten, lockFor } from '#server/areas/handing-over/reassign.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { deleteOccurrences } from '#server/areas/schedule/delete-occurrences.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { keepingRows } from '#server/areas/schedule/provider-changes.ts'
import { changeNotices, type Sessions } from '#server/areas/schedule/session-notices.ts'
import { countStudents } from '#server/areas/schedule/session-rows.ts'
import { occurrenceStudents, occurrences, scheduleEventStudents, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { caseloadFrequencies } from '#server/db/schema/students.ts'
import { providerScope } from '#server/http/access.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type ComingAsk, type ComingDate, type PlannedRow, planComing } from './plan-coming.ts'

export interface Settlement {
  readonly ask: ComingAsk
  readonly departure: Departure
  /** Undefined keeps everything: another client, which does not ask. */
  readonly answer: ComingAnswer | undefined
  /** The form's field at which a refusal belongs, if there is a form. */
  readonly field?: string
}

/** Locks what will be settled, in the order in which other changes lock it: before the student's or the school's row. */
export const holdComing = async (change: ChangeContext, { ask, answer }: Settlement): Promise<void> => {
  if (answer === undefined || answer.choices.every(({ fate }) => fate === 'keep')) return
  const { rows } = await planComing(change, ask)
  const dates = rows.flatMap((row) => row.dates.map((date) => ({ ...date, toProviderId: date.providerId })))
  const sessions = [...new Set(dates.map(({ scheduleEventId }) => scheduleEventId))].map((id) => ({ id }))
  await lockFor(change, { dates, sessions, students: [] }, [...new Set(dates.map(({ providerId }) => providerId))])
}

const refuse = (message: string, field: string | undefined): never => {
  throw new Refusal(409, message, field === undefined ? undefined : { errors: [{ path: field, message }] })
}

/** A session's dates, as people are told of them. */
const toldOf = (dates: readonly [ComingDate, ...ComingDate[]]): Sessions => {
  const [{ name: title, startTime, endTime, providerId }] = dates
  return { title, startTime, endTime, providerId, dates: dates.map(({ date }) => date) }
}

interface Writing {
  /** Writes the dates' sessions, and returns those that it changed, with their versions afterward. */
  readonly write: (ids: readonly number[]) => Promise<readonly { readonly id: number; readonly version: number }[]>
  readonly changes: readonly string[]
  /** Other schools at which the hours change, too. */
  readonly alsoAt?: number
}

/** Writes one session's dates, logs it, and tells the provider; administrators can undo what a provider does. */
const changeDates = async (
  change: ChangeContext,
  dates: readonly [ComingDate, ...ComingDate[]],
  { write, changes, alsoAt }: Writing,
): Promise<void> => {
  const [{ scheduleEventId }] = dates
  const sessions = toldOf(dates)
  await keepingRows(change, [scheduleEventId], async () => {
    const written = await write(dates.map(({ id }) => id))
    const hours =
      alsoAt === undefined
        ? []
        : dates.flatMap(({ isTimesheetReq, providerId, schoolId, date }) =>
            isTimesheetReq ? [schoolId, alsoAt].map((at) => ({ providerId, schoolId: at, date })) : [],
          )
    await followWritten(change, {
      ...{ dates, days: dates, hours, changes },
      sessions: written.map(({ id, version }) => ({ id, version: version - 1, count: dates.length })),
    })
    return { sessionId: scheduleEventId, sessions, changes }
  })
  const { tx, user, now } = change
  const affected = { before: sessions, after: sessions, changed: sessions.dates }
  await notify(tx, { userId: user.userId, now }, await changeNotices(change, scheduleEventId, affected, changes))
}

const idsIn = (ids: readonly number[]) => sql`any(${sql.param([...ids])}::int[])`

const touched = ({ user, now }: ChangeContext) => sql`version = stored.version + 1, updated_by_id = ${user.userId}::int,
  updated_at = ${now.toISOString()}::timestamptz`

interface WrittenSession extends Record<string, unknown> {
  id: number
  version: number
}

/** Takes a student out of sessions in which others stay. */
const takeOut = async (
  change: ChangeContext,
  studentId: number,
  dates: readonly [ComingDate, ...ComingDate[]],
): Promise<void> => {
  const { tx } = change
  const [{ scheduleEventId }] = dates
  const isTheirs = sql`caseload_frequency_id in (
    select ${caseloadFrequencies.id} from ${caseloadFrequencies} where ${caseloadFrequencies.studentId} = ${studentId})`
  await changeDates(change, dates, {
    changes: ['the students'],
    write: async (ids) => {
      await tx.execute(sql`delete from ${occurrenceStudents}
        where occurrence_id = ${idsIn(ids)} and student_id = ${studentId}`)
      await tx.execute(sql`update ${occurrences} as stored set version = stored.version + 1, students_count = ${countStudents}
        where stored.id = ${idsIn(ids)}`)
      const template = await tx.execute<{ id: number }>(sql`delete from ${scheduleEventStudents}
        where schedule_event_id = ${scheduleEventId} and ${isTheirs} returning schedule_event_id as id`)
      if (template.rows.length === 0) return []
      const { rows } = await tx.execute<WrittenSession>(sql`update ${scheduleEvents} as stored set ${touched(change)}
        where stored.id = ${scheduleEventId} returning id, version`)
      return rows
    },
  })
}

/** Moves sessions in which only the student is to another school. A color that is the school's goes with it. */
const moveTo = async (
  change: ChangeContext,
  { studentId, toSchoolId }: { readonly studentId: number; readonly toSchoolId: number },
  dates: readonly [ComingDate, ...ComingDate[]],
): Promise<void> => {
  const { tx } = change
  const [{ scheduleEventId, providerId }] = dates
  const place = sql`school_id = ${toSchoolId}, colour_code = case
    when lower(stored.colour_code) = lower(here.colour_code) then there.colour_code else stored.colour_code end`
  const from = sql`from ${schools} as here, ${schools} as there
    where here.id = stored.school_id and there.id = ${toSchoolId}`
  await changeDates(change, dates, {
    changes: ['the school'],
    alsoAt: toSchoolId,
    write: async (ids) => {
      await tx.execute(sql`update ${occurrences} as stored set ${place}, version = stored.version + 1
        ${from} and stored.id = ${idsIn(ids)}`)
      const { rows } = await tx.execute<WrittenSession>(sql`
        update ${scheduleEvents} as stored set ${place}, ${touched(change)}
        ${from} and stored.id = ${scheduleEventId} and stored.provider_id = ${providerId} and not exists (
          select 1 from ${scheduleEventStudents} as entry
          join ${caseloadFrequencies} as frequency on frequency.id = entry.caseload_frequency_id
          where entry.schedule_event_id = stored.id and frequency.student_id <> ${studentId})
        returning stored.id, stored.version`)
      return rows
    },
  })
}

const bySession = (dates: readonly ComingDate[]) => grouped(dates, ({ scheduleEventId }) => scheduleEventId).values()

const moveRow = async (change: ChangeContext, { ask }: Settlement, { dates }: PlannedRow): Promise<void> => {
  const { studentId, toSchoolId } = ask
  if (studentId === undefined || toSchoolId === undefined) throw new RangeError('Only a student moves')
  for (const ofSession of bySession(dates)) await moveTo(change, { studentId, toSchoolId }, ofSession)
}

/** Removes sessions in which nobody is left. */
const remove = async (change: ChangeContext, dates: readonly ComingDate[]): Promise<void> => {
  if (dates.length === 0) return
  const actsForAll = providerScope(change.user) === undefined
  // What a provider deletes is told, and undone, session by session.
  for (const together of actsForAll ? [dates] : bySession(dates)) {
    await deleteOccurrences(change, { scheduleEventRecurrenceIds: together.map(({ id }) => id) })
  }
}

/**
 * Does what was chosen. Call it with everything held.
 *
 * @throws Refusal 409 if there is anything that was not shown, 400 if a choice is missing or not possible
 */
export const settleComing = async (change: ChangeContext, settlement: Settlement): Promise<void> => {
  const { ask, departure, answer, field } = settlement
  if (answer === undefined) return
  const { rows, key } = await planComing(change, ask)
  if (key !== answer.key) refuse(comingMessages.changed, field)
  const fates = new Map(answer.choices.map((choice) => [choice.key, choice.fate]))
  const removed: ComingDate[] = []
  for (const row of rows) {
    const fate = fates.get(row.key)
    if (fate === undefined) throw new Refusal(400, comingMessages.notChosen)
    if (!fatesOf(departure, row).includes(fate)) throw new Refusal(400, comingMessages.notOffered)
    if (fate === 'move') await moveRow(change, settlement, row)
    else if (fate === 'end' && ask.studentId !== undefined && row.others.length > 0) {
      for (const ofSession of bySession(row.dates)) await takeOut(change, ask.studentId, ofSession)
    } else if (fate === 'end') removed.push(...row.dates)
  }
  await remove(change, removed)
}
