import { z } from 'zod'
import { LIVE_TOPICS } from '#contract/live-topics.ts'
import type { Database } from '#server/db/database.ts'

const triggersSchema = z.array(z.object({ table: z.string(), events: z.array(z.string()), topic: z.enum(LIVE_TOPICS) }))

/** The tables whose changes open pages hear of, and under which topic, as the database's triggers say. */
export const followedTables = async ({ pool }: Database): Promise<z.output<typeof triggersSchema>> => {
  const { rows } = await pool.query(`select c.relname as table, substring(p.prosrc from 'SELECT ''(\\w+)''') as topic,
      array_agg(case when t.tgtype & 4 > 0 then 'insert' when t.tgtype & 8 > 0 then 'delete' else 'update' end order by 1)
        as events
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'live_' || c.relname group by 1, 2`)
  return triggersSchema.parse(rows)
}
