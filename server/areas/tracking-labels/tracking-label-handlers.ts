/** The tracking labels for sessions (spec 3, sections 2 and 7). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { countsAsByName } from '#domain/label-counts.ts'
import { trackingLabelMessages } from '#domain/tracking-label-form.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'

const NOUN = 'tracking label'

const isLive = isNull(trackingLabels.deletedAt)

const { id, trackingLabel, description, countsAs, version } = trackingLabels

const selectLabel = (db: Pick<Db, 'select'>, which: number) =>
  db
    .select({ id, trackingLabel, description, countsAs, version })
    .from(trackingLabels)
    .where(and(eq(id, which), isLive))

const orLabelTaken = <Result>(write: Promise<Result>) =>
  orTaken(write, 'tracking_labels_label', 'trackingLabel', trackingLabelMessages.taken)

/** Sessions store their labels by name, comma-separated, so a renamed label must be replaced there. */
const renameInSessions = async (tx: Tx, before: string, after: string): Promise<void> => {
  if (before === after) return
  for (const table of [occurrences, occurrenceStudents]) {
    const labels = sql`string_to_array(${table.trackingLabels}, ',')`
    await tx
      .update(table)
      .set({ trackingLabels: sql`array_to_string(array_replace(${labels}, ${before}, ${after}), ',')` })
      .where(sql`${before} = any(${labels})`)
  }
}

export const trackingLabelHandlers: HandlersOf<
  'getTrackingLabels' | 'getTrackingLabel' | 'addTrackingLabel' | 'updateTrackingLabel' | 'deleteTrackingLabel'
> = {
  getTrackingLabels: async ({ query, db }) => {
    const where = and(isLive, hasWords(query.trackingLabel, trackingLabel, description))
    const { limit, offset } = rangeOf(query)
    const rows = await db
      .select({ id, trackingLabel, description, countsAs })
      .from(trackingLabels)
      .where(where)
      .orderBy(...orderOf(query.sort, { label: [trackingLabel, id], description: [description, id] }, 'label'))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows, await db.$count(trackingLabels, where))
  },

  getTrackingLabel: async ({ query, db }) => {
    const { version: seen, ...label } = requireRecord(await selectLabel(db, query.id), NOUN)
    return { ...label, entityCacheKey: String(seen) }
  },

  addTrackingLabel: async ({ body, db }) => {
    const values = {
      trackingLabel: body.trackingLabel,
      description: body.description,
      countsAs: body.countsAs ?? countsAsByName(body.trackingLabel, body.description),
    }
    const rows = await db.transaction((tx) => orLabelTaken(tx.insert(trackingLabels).values(values).returning({ id })))
    return done({ id: rows[0]?.id ?? 0 }, trackingLabelMessages.added)
  },

  updateTrackingLabel: async ({ body, db }) => {
    await db.transaction(async (tx) => {
      const before = requireRecord(await selectLabel(tx, body.id).for('update'), NOUN, body.entityCacheKey)
      await orLabelTaken(
        tx
          .update(trackingLabels)
          .set({
            trackingLabel: body.trackingLabel,
            description: body.description,
            // Drizzle leaves out what is undefined.
            countsAs: body.countsAs,
            version: sql`${version} + 1`,
          })
          .where(eq(id, body.id)),
      )
      await renameInSessions(tx, before.trackingLabel, body.trackingLabel)
    })
    return done(null, trackingLabelMessages.updated)
  },

  deleteTrackingLabel: async ({ body, db, now }) => {
    await db.transaction(async (tx) => {
      requireRecord(await selectLabel(tx, body.id).for('update'), NOUN)
      await tx.update(trackingLabels).set({ deletedAt: now }).where(eq(id, body.id))
    })
    return done(null, trackingLabelMessages.deleted)
  },
}
