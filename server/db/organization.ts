import type { MoneyFormat } from '#domain/money-format.ts'
import type { Db } from './database.ts'
import { organisation } from './schema.ts'

/** The organization's IANA zone, for work without a request. */
export async function organizationZone(db: Pick<Db, 'select'>): Promise<string> {
  const [row] = await db.select({ timeZone: organisation.timeZone }).from(organisation)
  if (!row) throw new Error('The organization is not stored yet.')
  return row.timeZone
}

/** The currency and locale of the organization's amounts. */
export async function organizationMoney(db: Pick<Db, 'select'>): Promise<MoneyFormat> {
  const [row] = await db.select({ currency: organisation.currency, locale: organisation.locale }).from(organisation)
  if (!row) throw new Error('The organization is not stored yet.')
  return row
}
