/** Whether there is such a provider, and whether a user may see it. */
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { requireRecord } from './stored-record.ts'

/** What messages call the record. */
export const PROVIDER = 'provider'

/** Providers find only themselves. @throws Refusal 404 */
export const requireOwn = (caller: Caller, id: number): void => {
  const scope = providerScope(caller)
  if (scope !== undefined && scope !== id) throw new Refusal(404, 'Provider not found.')
}

/** @throws Refusal 404 */
export const requireProvider = async (db: Pick<Db, 'select'>, id: number): Promise<void> => {
  requireRecord(await db.select({ version: providers.version }).from(providers).where(eq(providers.id, id)), PROVIDER)
}

/** The same; providers find only themselves. @throws Refusal 404 */
export const requireOwnProvider = async (db: Pick<Db, 'select'>, caller: Caller, id: number): Promise<void> => {
  requireOwn(caller, id)
  await requireProvider(db, id)
}
