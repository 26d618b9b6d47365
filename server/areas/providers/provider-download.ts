/** The list of providers as a spreadsheet: all that match the filters, with their schools, services and phone numbers. */

import { asc, eq, inArray } from 'drizzle-orm'
import { providerMessages, shownSsn } from '#domain/provider-form.ts'
import { eachPhone, PHONE_NAMES, PROVIDER_PHONES } from '#domain/provider-phones.ts'
import { localOf } from '#domain/time.ts'
import type { SignInParts } from '#server/areas/login/auth.ts'
import { requireConfirmed } from '#server/areas/login/fresh-proof.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Tx } from '#server/db/database.ts'
import { providerSchools, providerServices, providers } from '#server/db/schema/providers.ts'
import { ssnReveals } from '#server/db/schema/readings.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import type { CellToWrite } from '#server/documents/sheet.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { readProviders } from './provider-list.ts'
import type { SsnParts, SsnVault } from './ssn-vault.ts'

const COLUMNS = [
  { title: 'Provider', width: 28 },
  { title: 'Email ID', width: 30 },
  { title: 'Role', width: 16 },
  { title: 'Type', width: 24 },
  { title: 'Address', width: 40 },
  { title: 'Status', width: 12 },
  ...PHONE_NAMES.map((phone) => ({ title: PROVIDER_PHONES[phone].label, width: 16 })),
  { title: 'Schools', width: 36 },
  { title: 'Services', width: 30 },
  { title: 'Hire Date', width: 12 },
  { title: 'Termination Date', width: 16 },
] as const

const SSN_COLUMN = { title: 'Social Security Number', width: 22 } as const

/** The names of each provider's records, joined as an import takes them. */
const namesOf = (rows: readonly { readonly providerId: number; readonly name: string }[]) => {
  const names = new Map<number, string>()
  for (const { providerId, name } of rows) {
    const before = names.get(providerId)
    names.set(providerId, before === undefined ? name : `${before}; ${name}`)
  }
  return names
}

/** The numbers in full, each logged as seen by the user. */
const revealAll = async (tx: Tx, vault: SsnVault, ids: readonly number[], by: { userId: number; now: Date }) => {
  const stored = await tx
    .select({ id: providers.id, ssn: providers.ssn, ssnKeyId: providers.ssnKeyId })
    .from(providers)
    .where(inArray(providers.id, [...ids]))
  const numbers = new Map<number, string>()
  for (const { id, ssn, ssnKeyId } of stored) {
    if (ssn !== null && ssnKeyId !== null) numbers.set(id, shownSsn(vault.open({ ssn, ssnKeyId }, id)))
  }
  await bulkInsert(
    tx,
    ssnReveals,
    [...numbers.keys()].map((providerId) => ({ providerId, userId: by.userId, at: by.now })),
  )
  return numbers
}

export const createProviderDownloadHandlers = ({
  auth: { sessions },
  ssnVault,
}: SignInParts & SsnParts): HandlersOf<'downloadProviders'> => ({
  downloadProviders: async (context) => {
    const { query, body, db, user, now, timeZone } = context
    if (body.includeSsn) await requireConfirmed(sessions, context)
    const sheet = await db.transaction(async (tx) => {
      const rows = await readProviders(tx, query, { userId: user.userId, today: localOf(now, timeZone).date })
      const ids = rows.map(({ id }) => id)
      const more = new Map(
        (
          await tx
            .select({
              id: providers.id,
              ...eachPhone((phone) => providers[phone]),
              hired: providers.hireDate,
              ended: providers.termDate,
            })
            .from(providers)
            .where(inArray(providers.id, ids))
        ).map((row) => [row.id, row]),
      )
      const schoolNames = namesOf(
        await tx
          .select({ providerId: providerSchools.providerId, name: schools.name })
          .from(providerSchools)
          .innerJoin(schools, eq(schools.id, providerSchools.schoolId))
          .orderBy(asc(schools.name)),
      )
      const serviceNames = namesOf(
        await tx
          .select({ providerId: providerServices.providerId, name: services.code })
          .from(providerServices)
          .innerJoin(services, eq(services.id, providerServices.serviceId))
          .orderBy(asc(services.code)),
      )
      const numbers = body.includeSsn
        ? await revealAll(tx, ssnVault ?? refuseField('includeSsn', providerMessages.noSsnKeys), ids, {
            userId: user.userId,
            now,
          })
        : undefined
      const dateOf = (date: string | null | undefined): CellToWrite => (date ? { date } : '')
      return {
        name: 'Providers',
        columns: [...COLUMNS, ...(numbers ? [SSN_COLUMN] : [])],
        rows: rows.map(({ id, providerName, emailId, role, providerType, address, status }): CellToWrite[] => [
          ...[providerName, emailId, role, providerType, address, status],
          ...PHONE_NAMES.map((phone) => more.get(id)?.[phone] ?? ''),
          ...[schoolNames.get(id) ?? '', serviceNames.get(id) ?? ''],
          ...[dateOf(more.get(id)?.hired), dateOf(more.get(id)?.ended)],
          ...(numbers ? [numbers.get(id) ?? ''] : []),
        ]),
      }
    })
    return new FileReply(await writeSpreadsheet(sheet), 'providers.xlsx')
  },
})
