/** What letters to or about a provider are filled in with. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { LetterValues } from '#domain/letter-fields.ts'
import { formatMoney } from '#domain/money.ts'
import { phonesInLetters } from '#domain/provider-phones.ts'
import type { LocalDate } from '#domain/time.ts'
import { readRatesInForce } from '#server/areas/providers/provider-rates.ts'
import type { Db } from '#server/db/database.ts'
import { readOrganization } from '#server/db/organization.ts'
import { providerName, statusTitle } from '#server/db/providers.ts'
import { cities, states } from '#server/db/schema/address.ts'
import { providerSchools, providerServices, providers, providerTypes } from '#server/db/schema/providers.ts'
import { schoolContacts, schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { Refusal } from '#server/http/refusal.ts'

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** 'November 26, 2026'; '' without a date. */
const longDate = (date: LocalDate | null): string => (date === null ? '' : LONG_DATE.format(new Date(`${date}T00:00Z`)))

interface Place {
  readonly addressLine1: string
  readonly addressLine2: string
  readonly city: string | null
  readonly abbreviation: string | null
  readonly postalCode: string
}

const addressOf = ({ addressLine1, addressLine2, city, abbreviation, postalCode }: Place): string => {
  const region = [abbreviation, postalCode].filter(Boolean).join(' ')
  return [addressLine1, addressLine2, [city, region].filter(Boolean).join(', ')].filter(Boolean).join('\n')
}

const place = { city: cities.name, state: states.name, abbreviation: states.abbreviation }

async function readSchools(db: Pick<Db, 'select'>, providerId: number): Promise<LetterValues['schools']> {
  const { addressLine1, addressLine2, zipCode: postalCode, id, name } = schools
  const rows = await db
    .select({ id, name, addressLine1, addressLine2, postalCode, ...place })
    .from(providerSchools)
    .innerJoin(schools, eq(schools.id, providerSchools.schoolId))
    .leftJoin(cities, eq(cities.id, schools.cityId))
    .leftJoin(states, eq(states.id, cities.stateId))
    .where(and(eq(providerSchools.providerId, providerId), isNull(schools.deletedAt)))
    .orderBy(asc(name), asc(id))
  const contacts = await db
    .select({ schoolId: schoolContacts.schoolId, phone: schoolContacts.phoneNumber })
    .from(schoolContacts)
    .innerJoin(providerSchools, eq(providerSchools.schoolId, schoolContacts.schoolId))
    .where(and(eq(providerSchools.providerId, providerId), isNull(schoolContacts.deletedAt)))
    .orderBy(asc(schoolContacts.id))
  return rows.map((row) => ({
    name: row.name,
    address: addressOf(row),
    city: row.city ?? '',
    state: row.state ?? '',
    phone: contacts.find(({ schoolId }) => schoolId === row.id)?.phone ?? '',
  }))
}

/**
 * @param date of the letter, in the organization's time
 * @throws Refusal 404
 */
export async function readLetterValues(
  db: Pick<Db, 'select'>,
  providerId: number,
  date: LocalDate,
): Promise<LetterValues> {
  const [found] = await db
    .select({ provider: providers, name: providerName, type: providerTypes.title, status: statusTitle(date), ...place })
    .from(providers)
    .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
    .leftJoin(cities, eq(cities.id, providers.cityId))
    .leftJoin(states, eq(states.id, cities.stateId))
    .where(eq(providers.id, providerId))
  if (!found) throw new Refusal(404, 'Provider not found.')
  const { provider, city, state } = found
  const organization = await readOrganization(db)
  const money = (amount: string) => formatMoney(amount, organization)
  const rates = await readRatesInForce(db, providerId, date)
  return {
    'letter.date': longDate(date),
    'organization.name': organization.name,
    'organization.address': organization.address,
    'organization.phone': organization.phone,
    'organization.email': organization.email,
    'organization.signer': organization.letterSigner,
    'organization.signerTitle': organization.letterSignerTitle,
    'provider.name': found.name,
    'provider.firstName': provider.firstName,
    'provider.middleName': provider.middleName,
    'provider.lastName': provider.lastName,
    'provider.type': found.type,
    'provider.status': found.status,
    'provider.email': provider.email,
    ...phonesInLetters(provider),
    'provider.address': addressOf({ ...provider, ...found }),
    'provider.addressLine1': provider.addressLine1,
    'provider.addressLine2': provider.addressLine2,
    'provider.city': city ?? '',
    'provider.state': state ?? '',
    'provider.postalCode': provider.postalCode,
    'provider.startDate': longDate(provider.hireDate),
    'provider.lastDay': longDate(provider.termDate),
    'provider.department': provider.department,
    'provider.division': provider.division,
    'provider.jobClass': provider.jobClass,
    schools: await readSchools(db, providerId),
    rates: rates.map(({ rateType, inForce, next }) => ({
      type: rateType,
      rate: inForce ? money(inForce.rate) : '',
      since: longDate(inForce?.since ?? null),
      newRate: next ? money(next.rate) : '',
      newRateFrom: longDate(next?.since ?? null),
    })),
    services: await db
      .select({ code: services.code, description: services.description })
      .from(providerServices)
      .innerJoin(services, eq(services.id, providerServices.serviceId))
      .where(eq(providerServices.providerId, providerId))
      .orderBy(asc(services.code), asc(services.id)),
  }
}
