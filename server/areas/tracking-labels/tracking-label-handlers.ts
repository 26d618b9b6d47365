/** The tracking labels for sessions (spec 3, sections 2 and 7). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type CountsAs, countsAsByName, countsAsWord } from '#domain/label-counts.ts'
import { trackingLabelMessages } from '#domain/tracking-label-form.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { logSettings } from '#server/areas/organization/settings-log.ts'
import { holdAllDays } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { trackingLabels } from '#server/db/schema/schedule.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { changeMeaning, type NewMeaning, readMeaningChange } from './label-meaning.ts'

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

interface InWords {
  readonly trackingLabel: string
  readonly description: string
  readonly countsAs: CountsAs
}

/** As the log of changes shows it. */
const inWords = ({ trackingLabel: label, description: words, countsAs: meaning }: InWords): string =>
  `${label} (${words}): ${countsAsWord(meaning)}`

/** @throws Refusal 409 if it changes other past sessions than the user agreed to @returns what the log adds */
const changePast = async (tx: Tx, meaning: NewMeaning, agreed: number | undefined, now: Date): Promise<string> => {
  await holdAllDays(tx)
  const { changed, kept } = await readMeaningChange(tx, meaning, now)
  if (changed !== (agreed ?? 0)) throw new Refusal(409, trackingLabelMessages.changesPast(changed))
  await changeMeaning(tx, meaning)
  return changed + kept === 0 ? '' : `; ${trackingLabelMessages.changedPast(changed, kept)}`
}

export const trackingLabelHandlers: HandlersOf<
  | 'getTrackingLabels'
  | 'getTrackingLabel'
  | 'getMeaningChange'
  | 'addTrackingLabel'
  | 'updateTrackingLabel'
  | 'deleteTrackingLabel'
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

  getMeaningChange: async ({ query, db, now }) => {
    requireRecord(await selectLabel(db, query.id), NOUN)
    return readMeaningChange(db, query, now)
  },

  addTrackingLabel: async ({ body, db, user: { userId }, now }) => {
    const values = {
      trackingLabel: body.trackingLabel,
      description: body.description,
      countsAs: body.countsAs ?? countsAsByName(body.trackingLabel, body.description),
    }
    const added = await db.transaction(async (tx) => {
      const [stored] = await orLabelTaken(tx.insert(trackingLabels).values(values).returning({ id }))
      if (!stored) throw new Error('The tracking label was not stored')
      await logSettings(tx, { userId, now }, [{ field: 'trackingLabels', before: '', after: inWords(values) }])
      return stored
    })
    return done(added, trackingLabelMessages.added)
  },

  updateTrackingLabel: async ({ body, db, user: { userId }, now }) => {
    await db.transaction(async (tx) => {
      const before = requireRecord(await selectLabel(tx, body.id).for('update'), NOUN, body.entityCacheKey)
      const after = {
        trackingLabel: body.trackingLabel,
        description: body.description,
        countsAs: body.countsAs ?? before.countsAs,
      }
      await orLabelTaken(
        tx
          .update(trackingLabels)
          .set({ ...after, version: sql`${version} + 1` })
          .where(eq(id, body.id)),
      )
      const meaning = { id: body.id, countsAs: after.countsAs }
      const past = after.countsAs === before.countsAs ? '' : await changePast(tx, meaning, body.pastSessions, now)
      const words = { before: inWords(before), after: inWords(after) }
      if (words.before !== words.after)
        await logSettings(tx, { userId, now }, [
          { field: 'trackingLabels', before: words.before, after: `${words.after}${past}` },
        ])
    })
    return done(null, trackingLabelMessages.updated)
  },

  deleteTrackingLabel: async ({ body, db, user: { userId }, now }) => {
    await db.transaction(async (tx) => {
      const before = requireRecord(await selectLabel(tx, body.id).for('update'), NOUN)
      await tx.update(trackingLabels).set({ deletedAt: now }).where(eq(id, body.id))
      await logSettings(tx, { userId, now }, [{ field: 'trackingLabels', before: inWords(before), after: '' }])
    })
    return done(null, trackingLabelMessages.deleted)
  },
}
