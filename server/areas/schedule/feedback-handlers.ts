/** Labels and notes, of a session or of a student in it (spec 2, section 4 "Tracking labels and notes"). */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Feedback } from '#contract/schedule.ts'
import { OCCURRENCE_STATES, occurrenceMachine, occurrenceStateOf } from '#machines/schedule/occurrence.machine.ts'
import type { Db } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema.ts'
import { providerScope } from '#server/http/access.ts'
import { type Caller, type Done, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { dayEntity, lockDays, readOnlyMessage, type Tx } from './provider-days.ts'
import { noSuchSession } from './stored-sessions.ts'

/** The spelling is the spec's. */
const SAVED = 'Recurrence feeback updated successfully'

/** What feedback hangs on, with the occurrence and the day that it belongs to. */
const TARGETS = {
  session: {
    table: occurrences,
    find: (db: Pick<Db, 'select'>, id: number) => selectOccurrence(db).where(and(eq(occurrences.id, id), isLive)),
  },
  student: {
    table: occurrenceStudents,
    find: (db: Pick<Db, 'select'>, id: number) =>
      selectOccurrence(db)
        .innerJoin(occurrenceStudents, eq(occurrenceStudents.occurrenceId, occurrences.id))
        .where(and(eq(occurrenceStudents.id, id), isLive)),
  },
} as const

const isLive = isNull(occurrences.deletedAt)

const selectOccurrence = (db: Pick<Db, 'select'>) =>
  db
    .select({ providerId: occurrences.providerId, date: occurrences.date, endsAt: occurrences.endsAt })
    .from(occurrences)

interface FeedbackBody {
  id: number
  trackingLabels?: string | undefined
  trackingFeedback?: string | undefined
}

/** The labels each once, without blanks, as they are stored; 400 for one that the district does not have. */
const checkedLabels = async (db: Pick<Db, 'select'>, joined: string): Promise<string> => {
  const labels = [...new Set(joined.split(',').map((label) => label.trim()))].filter(Boolean)
  if (labels.length === 0) return ''
  // A label that was taken out of the list since stays on the sessions that have it.
  const rows = await db
    .select({ label: trackingLabels.trackingLabel })
    .from(trackingLabels)
    .where(inArray(trackingLabels.trackingLabel, labels))
  const known = new Set(rows.map(({ label }) => label))
  const unknown = labels.find((label) => !known.has(label))
  if (unknown !== undefined) {
    const message = `There is no tracking label ${unknown}.`
    throw new Refusal(400, message, { errors: [{ path: 'trackingLabels', message }] })
  }
  return labels.join(',')
}

/** The occurrence that the feedback hangs on; another provider's looks as if it were not there. */
const reached = async (db: Pick<Db, 'select'>, target: keyof typeof TARGETS, id: number, user: Caller) => {
  const scope = providerScope(user)
  const [found] = await TARGETS[target].find(db, id)
  if (!found || (scope !== undefined && found.providerId !== scope)) throw noSuchSession()
  return found
}

const save = async (tx: Tx, target: keyof typeof TARGETS, body: FeedbackBody, user: Caller, now: Date) => {
  const { table } = TARGETS[target]
  const found = await reached(tx, target, body.id, user)
  const day = (await lockDays(tx, [found])).get(dayEntity(found))
  if (!day) throw new RangeError(`The day ${dayEntity(found)} was locked and is not there`)
  const state = occurrenceStateOf({ day: day.state, isDeleted: false, hasPendingEdit: false, isInvoiced: false })
  const facts = { by: user.role, hasPassed: found.endsAt < now }
  const move = askMachine(occurrenceMachine, OCCURRENCE_STATES, state, facts, { type: 'feedback.save' })
  if (!move.allowed) throw new Refusal(409, readOnlyMessage(day))
  const [saved] = await tx
    .update(table)
    .set({
      ...(body.trackingLabels !== undefined && { trackingLabels: await checkedLabels(tx, body.trackingLabels) }),
      ...(body.trackingFeedback !== undefined && { trackingFeedback: body.trackingFeedback.trim() }),
      version: sql`${table.version} + 1`,
    })
    .where(eq(table.id, body.id))
    .returning({ trackingLabels: table.trackingLabels, trackingFeedback: table.trackingFeedback })
  if (!saved) throw noSuchSession()
  return saved
}

const saving =
  (target: keyof typeof TARGETS) =>
  async ({ body, db, user, now }: { body: FeedbackBody; db: Db; user: Caller; now: Date }): Promise<Done<Feedback>> =>
    done(await db.transaction((tx) => save(tx, target, body, user, now)), SAVED)

const reading =
  (target: keyof typeof TARGETS) =>
  async ({ body: { id }, db, user }: { body: { id: number }; db: Db; user: Caller }): Promise<Feedback> => {
    await reached(db, target, id, user)
    const { table } = TARGETS[target]
    const [feedback] = await db
      .select({ trackingLabels: table.trackingLabels, trackingFeedback: table.trackingFeedback })
      .from(table)
      .where(eq(table.id, id))
    if (!feedback) throw noSuchSession()
    return feedback
  }

export const feedbackHandlers: HandlersOf<
  | 'getRecurrenceFeedback'
  | 'getRecurrenceStudentFeedback'
  | 'updateRecurrenceFeedback'
  | 'updateEventNote'
  | 'updateRecurrenceStudentFeedback'
  | 'updateStudentNote'
> = {
  getRecurrenceFeedback: reading('session'),
  getRecurrenceStudentFeedback: reading('student'),
  updateRecurrenceFeedback: saving('session'),
  updateEventNote: saving('session'),
  updateRecurrenceStudentFeedback: saving('student'),
  updateStudentNote: saving('student'),
}
