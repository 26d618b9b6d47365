import { type SQL, sql } from 'drizzle-orm'
import { digitsOf } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { knownCurrencies } from '#domain/organization-form.ts'
import type { Db } from './database.ts'
import { organisation } from './schema/organization.ts'

export async function readOrganization(db: Pick<Db, 'select'>) {
  const [row] = await db.select().from(organisation)
  if (!row) throw new Error('The organization is not stored yet.')
  return row
}

/** The organization's IANA zone, for work without a request. */
export const organizationZone = async (db: Pick<Db, 'select'>): Promise<string> => (await readOrganization(db)).timeZone

/** The currency and locale of the organization's amounts. */
export async function organizationMoney(db: Pick<Db, 'select'>): Promise<MoneyFormat> {
  const { currency, locale } = await readOrganization(db)
  return { currency, locale }
}

let digits: string | undefined

/** How many digits the organization's amounts have after the point, for rounding in SQL. */
export const currencyDigits = (): SQL => {
  digits ??= knownCurrencies()
    .filter((currency) => digitsOf(currency) !== 2)
    .map((currency) => `when '${currency}' then ${digitsOf(currency)}`)
    .join(' ')
  return sql`(select case ${organisation.currency} ${sql.raw(digits)} else 2 end from ${organisation})`
}
