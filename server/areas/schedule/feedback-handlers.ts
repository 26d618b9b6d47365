/** Labels and notes, of a session or of a student in it (spec 2, section 4 "Tracking labels and notes"). */
import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Feedback } from '#contract/schedule.ts'
import type { CountsAs } from '#domain/label-counts.ts'
import type { Db } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema/schedule.ts'
import { labelNames } from '#server/db/session-labels.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import { type Caller, type Done, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type ChangeContext, holdOccurrence, occurrenceLine, requireOccurrenceMove } from './occurrence-moves.ts'
import { noSuchSession, readOccurrence } from './stored-sessions.ts'

/** The spelling is the spec's. */
const SAVED = 'Recurrence feeback updated successfully'

const EVENT = 'feedback.save'

/** What feedback belongs to: the table, and the occurrence of each row. */
const TARGETS = {
  session: { table: occurrences, occurrenceId: occurrences.id, of: '' },
  student: { table: occurrenceStudents, occurrenceId: occurrenceStudents.occurrenceId, of: ' of a student' },
} as const

type Target = keyof typeof TARGETS

interface FeedbackBody {
  id: number
  trackingLabels?: string | undefined
  trackingFeedback?: string | undefined
  seen?: { [Part in keyof Feedback]?: string | undefined } | undefined
}

const labelSet = (joined: string): string[] =>
  [...new Set(joined.split(',').map((label) => label.trim()))].filter(Boolean)

/** How to compare each part, and the message about someone else's. */
const PARTS = {
  trackingLabels: {
    comparable: (joined: string) => labelSet(joined).sort().join(),
    stale: (now: string) =>
      `Someone else has changed the labels. ${now === '' ? 'There are none now.' : `They are now: ${labelSet(now).join(', ')}`}`,
  },
  trackingFeedback: {
    comparable: (note: string) => note.trim(),
    stale: (now: string) =>
      `Someone else has changed the note. ${now === '' ? 'It is empty now.' : `It now says:\n${now}`}`,
  },
} as const

/** @throws Refusal 409 when a save would overwrite text that its author has not seen */
const requireSeen = (stored: Feedback, { seen = {}, ...sent }: FeedbackBody): void => {
  const messages = (['trackingLabels', 'trackingFeedback'] as const).flatMap((part) => {
    const { comparable, stale } = PARTS[part]
    const [now, meant, was] = [stored[part], sent[part], seen[part]]
    if (meant === undefined || was === undefined) return []
    const isKnown = [was, meant].some((words) => comparable(words) === comparable(now))
    return isKnown ? [] : [stale(now)]
  })
  if (messages.length > 0) throw new Refusal(409, messages.join('\n\n'), { data: stored })
}

interface Borne {
  readonly labelIds: number[]
  readonly labelMeanings: CountsAs[]
}

/**
 * The labels as stored, each once; 400 for one that the district does not have. Those that are there stay as they are,
 * also if their label was deleted or means something else by now.
 */
const borneLabels = async (db: Pick<Db, 'select'>, joined: string, before: Borne): Promise<Borne> => {
  const names = labelSet(joined)
  if (names.length === 0) return { labelIds: [], labelMeanings: [] }
  const { id, trackingLabel: name, countsAs, deletedAt } = trackingLabels
  const known = await db
    .select({ id, name, countsAs })
    .from(trackingLabels)
    .where(inArray(name, names))
    // Someone may still see a label that was deleted in the meantime.
    .orderBy(sql`${deletedAt} is not null`, desc(id))
  const meaningOf = new Map(before.labelIds.map((id, place) => [id, before.labelMeanings[place]]))
  const borne = names.map((wanted) => {
    const ofName = known.filter((label) => label.name === wanted)
    const label = ofName.find((one) => meaningOf.has(one.id)) ?? ofName[0]
    if (label) return { id: label.id, countsAs: meaningOf.get(label.id) ?? label.countsAs }
    const message = `Tracking label ${wanted} does not exist.`
    throw new Refusal(400, message, { errors: [{ path: 'trackingLabels', message }] })
  })
  return { labelIds: borne.map((label) => label.id), labelMeanings: borne.map((label) => label.countsAs) }
}

const occurrenceOf = async (db: Pick<Db, 'select'>, target: Target, id: number): Promise<number> => {
  const { table, occurrenceId } = TARGETS[target]
  const [found] = await db.select({ occurrenceId }).from(table).where(eq(table.id, id))
  if (!found) throw noSuchSession()
  return found.occurrenceId
}

const readStored = async (db: Pick<Db, 'select'>, target: Target, id: number): Promise<Feedback & Borne> => {
  const { table } = TARGETS[target]
  const { labelIds, labelMeanings, trackingFeedback } = table
  const [feedback] = await db
    .select({ trackingLabels: labelNames(labelIds), trackingFeedback, labelIds, labelMeanings })
    .from(table)
    .where(eq(table.id, id))
  if (!feedback) throw noSuchSession()
  return feedback
}

const storedFeedback = async (db: Pick<Db, 'select'>, target: Target, id: number): Promise<Feedback> => {
  const { trackingLabels, trackingFeedback } = await readStored(db, target, id)
  return { trackingLabels, trackingFeedback }
}

const save = async (change: ChangeContext, target: Target, body: FeedbackBody): Promise<Feedback> => {
  const { tx, user, now } = change
  const { table, of } = TARGETS[target]
  const id = await occurrenceOf(tx, target, body.id)
  const { stored, day } = await holdOccurrence(change, { id, scope: providerScope(user), seen: undefined })
  const move = requireOccurrenceMove(stored, day, EVENT, change)
  const { labelIds, labelMeanings, ...before } = await readStored(tx, target, body.id)
  const borne = { labelIds, labelMeanings }
  const labels = body.trackingLabels === undefined ? undefined : await borneLabels(tx, body.trackingLabels, borne)
  const note = body.trackingFeedback?.trim()
  requireSeen(before, body)
  const [saved] = await tx
    .update(table)
    .set({
      ...labels,
      ...(note !== undefined && { trackingFeedback: note }),
      version: sql`${table.version} + 1`,
    })
    .where(eq(table.id, body.id))
    .returning({
      trackingLabels: labelNames(table.labelIds),
      trackingFeedback: table.trackingFeedback,
      version: table.version,
    })
  if (!saved) throw noSuchSession()
  const { version, ...feedback } = saved
  const changes = [
    ...(labels === undefined ? [] : [`the labels${of}`]),
    ...(note === undefined ? [] : [`the note${of}`]),
  ]
  // A student's feedback has a version of its own, since it is no change of the session itself.
  const detail = target === 'session' ? { version, changes } : { changes, place: body.id }
  await logTransitions(tx, user.userId, now, [occurrenceLine(id, move, EVENT, detail)])
  return feedback
}

const saving =
  (target: Target) =>
  async ({ body, db, ...given }: { body: FeedbackBody; db: Db } & Omit<ChangeContext, 'tx'>): Promise<Done<Feedback>> =>
    done(await db.transaction((tx) => save({ ...given, tx }, target, body)), SAVED)

const reading =
  (target: Target) =>
  async ({ body: { id }, db, user }: { body: { id: number }; db: Db; user: Caller }): Promise<Feedback> => {
    const stored = await readOccurrence(db, await occurrenceOf(db, target, id), providerScope(user))
    if (stored.isDeleted) throw noSuchSession()
    return storedFeedback(db, target, id)
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
