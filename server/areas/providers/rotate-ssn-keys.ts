/** Encrypts stored Social Security numbers with the newest key while servers read and write them. */
import { and, asc, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { SsnVault } from './ssn-vault.ts'

/** How many numbers a statement rewrites: few, so that saves of these providers barely wait. */
const BATCH = 100

const isOlder = (vault: SsnVault) => and(isNotNull(providers.ssn), ne(providers.ssnKeyId, vault.keyId))

export interface Rotation {
  readonly rotated: number
  /** Numbers that could not be opened, by the id of their key. They stay as they are. */
  readonly unopened: ReadonlyMap<string, number>
}

/**
 * Encrypts every number with the newest key, a batch at a time. A number that is saved in the meantime stays as it was
 * saved. Running it twice at once, or again after a crash, is safe.
 *
 * @param tell called after each batch with the number of rows so far
 */
export async function rotateSsnKeys(db: Pick<Db, 'select' | 'execute'>, vault: SsnVault): Promise<Rotation> {
  const unopened = new Map<string, number>()
  let rotated = 0
  let last = 0
  while (true) {
    const { id, ssn, ssnKeyId } = providers
    const rows = await db
      .select({ id, ssn, ssnKeyId })
      .from(providers)
      .where(and(isOlder(vault), gt(id, last)))
      .orderBy(asc(id))
      .limit(BATCH)
    if (rows.length === 0) return { rotated, unopened }
    const renewed: { id: number; before: string; after: string }[] = []
    for (const row of rows) {
      last = row.id
      const { ssn: before, ssnKeyId: keyId } = row
      if (before === null || keyId === null) continue
      const digits = opened(vault, { ssn: before, ssnKeyId: keyId }, row.id)
      if (digits === undefined) unopened.set(keyId, (unopened.get(keyId) ?? 0) + 1)
      else renewed.push({ id: row.id, before, after: vault.close(digits, row.id).ssn })
    }
    rotated += await store(db, vault, renewed)
  }
}

const opened = (vault: SsnVault, sealed: Parameters<SsnVault['open']>[0], providerId: number): string | undefined => {
  try {
    return vault.open(sealed, providerId)
  } catch {
    return undefined
  }
}

/** Leaves the version of a provider alone: an open form does not conflict with a new key. */
async function store(
  db: Pick<Db, 'execute'>,
  vault: SsnVault,
  renewed: readonly { id: number; before: string; after: string }[],
): Promise<number> {
  const { rows } = await db.execute(sql`update ${providers} as stored
    set ssn = renewed.after, ssn_key_id = ${vault.keyId}
    from unnest(${sql.param(renewed.map(({ id }) => id))}::int[],
      ${sql.param(renewed.map(({ before }) => before))}::text[],
      ${sql.param(renewed.map(({ after }) => after))}::text[]) as renewed (id, before, after)
    where stored.id = renewed.id and stored.ssn = renewed.before
    returning stored.id`)
  return rows.length
}
