/** What an invoice says, computed from the approved work of a school (docs/decisions/what-is-billed.md, invoices.md). */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { initialsOf } from '#domain/billing/initials.ts'
import type { AnnexStudents, InvoiceContent, IssuedWork } from '#domain/billing/invoice.ts'
import { billOf, chargeOf, lineKey } from '#domain/billing/invoice-lines.ts'
import { type InvoiceSelection, invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { grouped } from '#domain/grouped.ts'
import { hundredthsOfMinutes } from '#domain/hours.ts'
import { type ChargedRow, readChargedRows } from '#server/areas/hours/charges.ts'
import type { Queryable } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { readOrganization } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { requireKey } from '#server/db/require-one.ts'
import { cities, states } from '#server/db/schema/address.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles, schoolContacts, schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'
import { Refusal } from '#server/http/refusal.ts'

/** A row that has a price. */
export type PricedRow = ChargedRow & {
  readonly serviceId: number
  readonly rateTypeId: NonNullable<ChargedRow['rateTypeId']>
  readonly rate: string
  readonly rateId: number
}

export const isPriced = (row: ChargedRow): row is PricedRow =>
  row.serviceId !== null && row.rateTypeId !== null && row.rate !== null && row.rateId !== null

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]))

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const readIssuer = async (on: Queryable) => {
  const organization = await readOrganization(on)
  const address = linesOf(organization.address)
  const remitTo = linesOf(organization.remitTo)
  return {
    organization,
    issuer: {
      name: organization.name,
      address,
      phone: organization.phone,
      email: organization.email,
      remitTo: remitTo.length > 0 ? remitTo : address,
      logoId: organization.logoId,
    },
  }
}

/** @throws Refusal 404; a school that was deleted since can still be billed */
const readBilledSchool = async (on: Queryable, schoolId: number) => {
  const [found] = await on
    .select({ school: schools, profile: schoolBillingProfiles, city: cities.name, state: states.abbreviation })
    .from(schools)
    .leftJoin(schoolBillingProfiles, eq(schoolBillingProfiles.schoolId, schools.id))
    .leftJoin(cities, eq(cities.id, schools.cityId))
    .leftJoin(states, eq(states.id, cities.stateId))
    .where(eq(schools.id, schoolId))
  if (!found) throw new Refusal(404, invoiceMessages.schoolNotFound)
  const [contact] = await on
    .select()
    .from(schoolContacts)
    .where(and(eq(schoolContacts.schoolId, schoolId), isNull(schoolContacts.deletedAt)))
    .orderBy(asc(schoolContacts.id))
    .limit(1)
  const { school, profile, city, state } = found
  const place = [[city, state].filter(Boolean).join(', '), school.zipCode].filter(Boolean).join(' ')
  return {
    school: {
      name: school.name,
      address: [school.addressLine1, school.addressLine2, place].filter(Boolean),
      contact: contact
        ? {
            name: contact.personName,
            designation: contact.designation,
            phone: contact.phoneNumber,
            email: contact.emailAddress,
          }
        : null,
      billingEmail: profile?.billingEmail ?? '',
    },
    note: profile?.billingNote ?? '',
    annexStudents: profile?.annexStudents ?? null,
  }
}

const readSessions = async (on: Queryable, ids: readonly number[], named: (name: string) => string) => {
  const rowsOfStudents = await on
    .select({ occurrenceId: occurrenceStudents.occurrenceId, id: students.id, name: students.name })
    .from(occurrenceStudents)
    .innerJoin(students, eq(students.id, occurrenceStudents.studentId))
    .where(oneOf(occurrenceStudents.occurrenceId, ids))
    .groupBy(occurrenceStudents.occurrenceId, students.id, students.name)
    .orderBy(asc(students.name), asc(students.id))
  const taking = grouped(rowsOfStudents, ({ occurrenceId }) => occurrenceId)
  const rows = await on
    .select({
      id: occurrences.id,
      startTime: occurrences.startTime,
      endTime: occurrences.endTime,
      minutes: sql<number>`(extract(epoch from ${occurrences.endTime} - ${occurrences.startTime}) / 60)::int`,
    })
    .from(occurrences)
    .where(oneOf(occurrences.id, ids))
  return new Map(
    rows.map(({ id, ...session }) => [
      id,
      {
        occurrenceId: id,
        ...session,
        students: (taking.get(id) ?? []).map(({ name }) => named(name)),
        studentIds: (taking.get(id) ?? []).map((student) => student.id),
      },
    ]),
  )
}

const readNames = async (
  on: Queryable,
  { serviceIds, studentIds }: InvoiceSelection,
  named: (name: string) => string,
) => {
  const all = byId(await on.select({ id: services.id, code: services.code, name: services.description }).from(services))
  const chosen =
    studentIds.length === 0
      ? []
      : await on
          .select({ name: students.name })
          .from(students)
          .where(oneOf(students.id, studentIds))
          .orderBy(asc(students.name), asc(students.id))
  return {
    services: all,
    chosenServices: serviceIds.map((id) => all.get(id)?.name ?? '').filter(Boolean),
    chosenStudents: chosen.map(({ name }) => named(name)),
  }
}

/** '2 h of Art Therapy by Paul Provider', for each provider and service; at most three. */
const inWords = (
  rows: readonly ChargedRow[],
  serviceOf: (id: number) => string,
  providerOf: (id: number) => string,
) => {
  const groups = [...grouped(rows, ({ providerId, serviceId }) => `${providerId}/${serviceId}`).values()]
  const words = groups.slice(0, 3).map((group) => {
    const [{ providerId, serviceId }] = group
    return `${serviceId === null ? 'hours without a service' : serviceOf(serviceId)} by ${providerOf(providerId)}`
  })
  return groups.length > 3 ? `${words.join(', ')} and ${groups.length - 3} more` : words.join(', ')
}

/**
 * The work in a school's selection that has no rate, in words; '' for none.
 *
 * @param providerId only this provider's, approved or not
 */
export const readWithoutRate = async (
  on: Queryable,
  { schoolId, startDate, endDate, studentIds, serviceIds }: InvoiceSelection,
  providerId: number,
): Promise<string> => {
  const costs = { period: { startDate, endDate }, schoolId, providerId, studentIds, serviceIds }
  const rows = (await readChargedRows(on, costs)).filter((row) => row.days > 0 && !isPriced(row))
  if (rows.length === 0) return ''
  const named = byId(await on.select({ id: services.id, name: services.description }).from(services))
  const who = byId(await on.select({ id: providers.id, name: providerName }).from(providers))
  return inWords(
    rows,
    (id) => requireKey(named, id, 'The service').name,
    (id) => requireKey(who, id, 'The provider').name,
  )
}

export interface BuiltInvoice {
  readonly content: InvoiceContent
  readonly occurrences: readonly { readonly occurrenceId: number; readonly providerId: number }[]
  /** Approved work that has no rate, in words; '' for none. */
  readonly withoutRate: string
}

/** @throws Refusal 404 if there is no such school */
export const buildInvoice = async (on: Queryable, selection: InvoiceSelection): Promise<BuiltInvoice> => {
  const { schoolId, startDate, endDate, studentIds, serviceIds } = selection
  const { organization, issuer } = await readIssuer(on)
  const { currency, locale } = organization
  const billed = await readBilledSchool(on, schoolId)
  const annexStudents: AnnexStudents = billed.annexStudents ?? organization.annexStudents
  const named = annexStudents === 'names' ? (name: string) => name : initialsOf
  const period = { startDate, endDate }
  const rows = (await readChargedRows(on, { period, schoolId, studentIds, serviceIds })).filter(
    ({ isApproved, days }) => isApproved && days > 0,
  )
  const priced = rows.filter(isPriced)
  const names = await readNames(on, selection, named)
  const who = byId(await on.select({ id: providers.id, name: providerName }).from(providers))
  const providerOf = (id: number) => requireKey(who, id, 'The provider').name
  const serviceOf = (id: number) => requireKey(names.services, id, 'The service')
  const bill = billOf(priced.map(chargeOf), currency)
  const lineOf = new Map(bill.lines.map((line, index) => [lineKey(line), index]))
  const sessions = await readSessions(
    on,
    priced.flatMap(({ occurrenceIds }) => occurrenceIds),
    named,
  )
  const work = priced
    .flatMap((row): IssuedWork[] => {
      const line = lineOf.get(lineKey(row))
      if (line === undefined) return []
      const { date, providerId, rateId, minutes, hundredths, sessions: count, days, occurrenceIds } = row
      return [
        {
          line,
          date,
          providerId,
          providerName: providerOf(providerId),
          rateId,
          // Just as invoices said it before minutes were added up: nothing has changed.
          ...(hundredths === null ? { hundredths: hundredthsOfMinutes(minutes), minutes } : { hundredths }),
          sessions: count,
          days,
          behind: occurrenceIds.flatMap((id) => sessions.get(id) ?? []),
        },
      ]
    })
    .sort(
      (one, other) =>
        one.line - other.line ||
        one.date.localeCompare(other.date) ||
        one.providerName.localeCompare(other.providerName) ||
        one.providerId - other.providerId,
    )
  const { annexStudents: _, ...school } = billed
  const content: InvoiceContent = {
    money: { currency, locale },
    issuer,
    ...school,
    terms: organization.paymentTerms,
    period,
    students: names.chosenStudents,
    services: names.chosenServices,
    lines: bill.lines.map(({ serviceId, rateTypeId, from, to, quantity, rate, amount, feePercent }) => ({
      serviceId,
      serviceCode: serviceOf(serviceId).code,
      serviceName: serviceOf(serviceId).name,
      rateTypeId,
      from,
      to,
      quantity,
      rate,
      amount,
      feePercent,
    })),
    subtotal: bill.subtotal,
    fees: [...bill.fees],
    total: bill.total,
    annexStudents,
    work,
  }
  return {
    content,
    occurrences: work.flatMap(({ providerId, behind }) =>
      behind.map(({ occurrenceId }) => ({ occurrenceId, providerId })),
    ),
    withoutRate: inWords(
      rows.filter((row) => !isPriced(row)),
      (id) => serviceOf(id).name,
      providerOf,
    ),
  }
}
