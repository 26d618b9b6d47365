/** The tracking labels that sessions, and students in them, bear (docs/decisions/labels-that-mean-absence.md). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { COUNTS_AS } from '#domain/label-counts.ts'
import { trackingLabels } from './schema/schedule.ts'

/** The labels' names as the wire has them, comma-separated, in the order in which they were chosen. */
export const labelNames = (ids: SQLWrapper): SQL<string> => sql<string>`(
  select coalesce(string_agg(label.tracking_label, ',' order by borne.place), '')
  from unnest(${ids}) with ordinality as borne (id, place) join ${trackingLabels} as label on label.id = borne.id)`

/** Whether minutes with one of the labels are not delivered. An index on entries has the same expression. */
export const isMissed = (meanings: SQLWrapper): SQL =>
  sql`(${meanings} && ${sql.raw(`'{${COUNTS_AS.absent},${COUNTS_AS.makeUpDue}}'`)})`

export const isMakeUpDue = (meanings: SQLWrapper): SQL =>
  sql`(${sql.raw(String(COUNTS_AS.makeUpDue))} = any(${meanings}))`
