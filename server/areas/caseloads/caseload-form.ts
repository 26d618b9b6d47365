/** Checks on a saved student beyond the form's rules, and storage of their frequencies. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { AnyPgTable, PgColumn } from 'drizzle-orm/pg-core'
import type { SentFrequency } from '#contract/caseloads.ts'
import { saysSomething } from '#domain/caseload-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { bulkInsert, insertNumbered } from '#server/db/bulk-insert.ts'
import type { Tx } from '#server/db/database.ts'
import { isEmployed } from '#server/db/providers.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  sessionTypes,
  students,
} from '#server/db/schema/students.ts'
import { NO_ACCESS } from '#server/http/access.ts'
import { refuseField } from '#server/http/refusal.ts'

export interface Placement {
  schoolId: number
  /** Whose caseload it is; null for no one's. */
  providerId: number | null
}

export const worksElsewhere = (school: string): string => `This provider does not work at ${school}`

/**
 * The school must be active, and the therapist must work there. Values that were stored earlier and are no longer valid
 * are checked only when they change.
 *
 * @param isOwn whether a provider is saving: then the error belongs to the school field, and reveals nothing about
 *   other schools
 */
export const requirePlacement = async (
  tx: Tx,
  { schoolId, providerId }: Placement,
  { isOwn, today, before }: { isOwn: boolean; today: LocalDate; before?: Placement },
): Promise<void> => {
  if (before?.schoolId === schoolId && before.providerId === providerId) return
  const [school] = await tx
    .select({ name: schools.name })
    .from(schools)
    .where(and(eq(schools.id, schoolId), eq(schools.isActive, true)))
  const [place] =
    providerId === null
      ? []
      : await tx
          .select({ schoolId: providerSchools.schoolId })
          .from(providerSchools)
          .innerJoin(providers, and(eq(providers.id, providerSchools.providerId), isEmployed(today)))
          .where(and(eq(providerSchools.schoolId, schoolId), eq(providerSchools.providerId, providerId)))
  if (isOwn && !(school && place)) refuseField('schoolId', NO_ACCESS, 403)
  if (!school && before?.schoolId !== schoolId) refuseField('schoolId', 'School not found')
  if (providerId !== null && !place) {
    refuseField('therapistId', worksElsewhere(school?.name ?? 'this school'))
  }
}

const CATALOGS = [
  { name: 'serviceFrequencyId', table: serviceFrequencies, key: serviceFrequencies.id },
  { name: 'durationId', table: durations, key: durations.id },
  { name: 'eventFrequencyId', table: eventFrequencies, key: eventFrequencies.id },
  { name: 'sessionTypeId', table: sessionTypes, key: sessionTypes.id },
] as const satisfies readonly { name: keyof SentFrequency; table: AnyPgTable; key: PgColumn }[]

const NO_SUCH_CHOICE = 'This choice is no longer available'

const refuseUnknown = (
  rows: readonly SentFrequency[],
  name: 'serviceTypeId' | (typeof CATALOGS)[number]['name'],
  known: ReadonlySet<number>,
): void => {
  for (const [index, row] of rows.entries()) {
    const chosen = row[name]
    if (!row.isDeleted && chosen !== undefined && !known.has(chosen)) {
      refuseField(`caseloadFrequencies.${index}.${name}`, NO_SUCH_CHOICE)
    }
  }
}

/** Every choice must exist; a service that was deleted later may stay on a stored frequency. */
const requireCatalog = async (
  tx: Tx,
  rows: readonly SentFrequency[],
  serviceIdsBefore: readonly number[],
): Promise<void> => {
  const serviceIds = [...new Set(rows.flatMap(({ serviceTypeId }) => serviceTypeId ?? []))]
  if (serviceIds.length > 0) {
    // Locked until the student is saved, so a service in use is not deleted.
    const live = await tx
      .select({ id: services.id })
      .from(services)
      .where(
        and(
          inArray(services.id, serviceIds),
          or(isNull(services.deletedAt), inArray(services.id, [...serviceIdsBefore])),
        ),
      )
      .for('share')
    refuseUnknown(rows, 'serviceTypeId', new Set(live.map(({ id }) => id)))
  }
  for (const { name, table, key } of CATALOGS) {
    const ids = [...new Set(rows.flatMap((row) => row[name] ?? []))]
    if (ids.length === 0) continue
    const known = await tx.select({ id: key }).from(table).where(inArray(key, ids))
    refuseUnknown(rows, name, new Set(known.map(({ id }) => id)))
  }
}

const refuseForeign = (index: number) =>
  refuseField(`caseloadFrequencies.${index}.id`, 'This frequency no longer belongs to the student')

export interface NewStudent extends Placement {
  readonly name: string
  readonly gender: string
  readonly frequencies: readonly SentFrequency[]
}

const frequencyOf = (row: SentFrequency) => ({
  serviceId: row.serviceTypeId ?? null,
  serviceFrequencyId: row.serviceFrequencyId ?? null,
  durationId: row.durationId ?? null,
  eventFrequencyId: row.eventFrequencyId ?? null,
  sessionTypeId: row.sessionTypeId ?? null,
})

/**
 * Adds students with their frequencies, placed according to `requirePlacement`.
 *
 * @returns their ids
 * @throws Refusal 400 for a choice that does not exist
 */
export const addStudents = async (tx: Tx, added: readonly NewStudent[]): Promise<number[]> => {
  for (const { frequencies } of added) {
    const index = frequencies.findIndex(({ id, isDeleted }) => id !== undefined && !isDeleted)
    if (index >= 0) refuseForeign(index)
  }
  await requireCatalog(
    tx,
    added.flatMap(({ frequencies }) => frequencies),
    [],
  )
  const ids = await insertNumbered(
    tx,
    students,
    added.map(({ name, gender, schoolId, providerId }) => ({ name, gender, schoolId, providerId })),
  )
  await bulkInsert(
    tx,
    caseloadFrequencies,
    added.flatMap(({ frequencies }, index) =>
      frequencies
        .filter((row) => !row.isDeleted && saysSomething(row))
        .map((row) => ({ studentId: ids[index], ...frequencyOf(row) })),
    ),
  )
  return ids
}

/**
 * Stores the rows of the form: rows marked deleted are removed, the others updated or added. Sessions keep the row that
 * they were created with.
 */
export const saveFrequencies = async (
  tx: Tx,
  studentId: number,
  rows: readonly SentFrequency[],
  now: Date,
): Promise<void> => {
  const stored = await tx
    .select({ id: caseloadFrequencies.id, serviceId: caseloadFrequencies.serviceId })
    .from(caseloadFrequencies)
    .where(and(eq(caseloadFrequencies.studentId, studentId), isNull(caseloadFrequencies.deletedAt)))
  await requireCatalog(
    tx,
    rows,
    stored.flatMap(({ serviceId }) => serviceId ?? []),
  )
  const storedIds = new Set(stored.map(({ id }) => id))
  for (const [index, row] of rows.entries()) {
    const { id, isDeleted } = row
    const values = frequencyOf(row)
    if (id === undefined) {
      if (!isDeleted && saysSomething(row)) await tx.insert(caseloadFrequencies).values({ studentId, ...values })
    } else if (storedIds.has(id)) {
      await tx
        .update(caseloadFrequencies)
        .set(isDeleted ? { deletedAt: now } : values)
        .where(eq(caseloadFrequencies.id, id))
    } else if (!isDeleted) {
      refuseForeign(index)
    }
  }
}
