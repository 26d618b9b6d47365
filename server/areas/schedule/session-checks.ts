/** Checks on a saved session beyond the rules of its form: school, rate, students, ownership. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { providerMessages } from '#domain/provider-form.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { firstInWords } from '#domain/words.ts'
import { isInForce } from '#server/areas/master-data/rates-in-force.ts'
import type { Tx } from '#server/db/database.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'

/** Dates in a sentence: at most three by name. */
export const datesInWords = (dates: readonly LocalDate[]): string => firstInWords(dates.map(formatDate))

/** Where a stored session is, whose it is, and who is in it. */
type Before = Pick<SessionForm, 'schoolId' | 'providerId' | 'caseloadIds'>

interface Asked {
  readonly providerId: number
  readonly user: Caller
  readonly before?: Before | undefined
}

/**
 * The school, where the provider must work. A provider learns nothing about other schools. A stored session may stay
 * where it is, although the school is inactive by now or its provider no longer works there.
 */
const requireSchool = async (tx: Tx, { schoolId }: SessionForm, { providerId, user, before }: Asked) => {
  const [school] = await tx
    .select({ name: schools.name, isActive: schools.isActive, worksThere: providerSchools.providerId })
    .from(schools)
    .leftJoin(
      providerSchools,
      and(eq(providerSchools.schoolId, schools.id), eq(providerSchools.providerId, providerId)),
    )
    .where(eq(schools.id, schoolId))
  const isKept = before?.schoolId === schoolId
  const isOffered = school !== undefined && (school.isActive || isKept)
  if (isOffered && (school.worksThere !== null || (isKept && before.providerId === providerId))) return school
  if (providerScope(user) !== undefined) return refuseField('schoolId', NO_ACCESS, 403)
  return refuseField('schoolId', isOffered ? `This provider does not work at ${school.name}` : 'School not found')
}

/** The service needs a rate at the school on the first day, of the chosen rate type if any. */
const requireRate = async (tx: Tx, form: SessionForm, schoolName: string): Promise<void> => {
  const rates = await tx
    .select({ rateTypeId: schoolServiceRates.rateTypeId })
    .from(schoolServiceRates)
    .where(and(isInForce(form.schoolId, form.date), eq(schoolServiceRates.serviceId, form.serviceId)))
  const where = `at ${schoolName} on ${formatDate(form.date)}`
  if (rates.length === 0) refuseField('serviceId', `This service has no rate ${where}`)
  if (form.rateTypeId !== null && !rates.some(({ rateTypeId }) => rateTypeId === form.rateTypeId)) {
    refuseField('rateTypeId', `This service has no rate of this type ${where}`)
  }
}

/**
 * Every student must be on the school's caseload, and for a provider on their own. Those `already` in the session may
 * stay, even if they have left it.
 */
export const requireStudents = async (
  tx: Tx,
  form: Pick<SessionForm, 'caseloadIds' | 'schoolId'>,
  user: Caller,
  already: readonly number[],
): Promise<number> => {
  if (form.caseloadIds.length === 0) return 0
  const scope = providerScope(user)
  const found = await tx
    .select({ id: caseloadFrequencies.id, studentId: students.id })
    .from(caseloadFrequencies)
    .innerJoin(students, eq(students.id, caseloadFrequencies.studentId))
    .where(
      and(
        inArray(caseloadFrequencies.id, form.caseloadIds),
        or(
          inArray(caseloadFrequencies.id, [...already]),
          and(
            isNull(caseloadFrequencies.deletedAt),
            eq(students.schoolId, form.schoolId),
            eq(students.isActive, true),
            scope === undefined ? undefined : eq(students.providerId, scope),
          ),
        ),
      ),
    )
  if (found.length !== form.caseloadIds.length) {
    const message = "A student is not on this school's caseload"
    refuseField('caseloadIds', message, scope === undefined ? 400 : 403)
  }
  return new Set(found.map(({ studentId }) => studentId)).size
}

/**
 * Checks that the form alone can't make: school, rate and students, in the order of the form.
 *
 * @param asked.before the stored session, whose school and students may have left since
 * @returns the number of students
 */
export const requireChoices = async (tx: Tx, form: SessionForm, asked: Asked): Promise<number> => {
  const school = await requireSchool(tx, form, asked)
  await requireRate(tx, form, school.name)
  const { user, before } = asked
  return requireStudents(tx, form, user, before?.schoolId === form.schoolId ? before.caseloadIds : [])
}

/** The provider whom the form names, before any of their days is held. @throws Refusal 400 */
export const requireKnownProvider = async (tx: Tx, { providerId }: SessionForm): Promise<void> => {
  if (providerId !== null && (await tx.$count(providers, eq(providers.id, providerId))) === 0) {
    refuseField('providerId', providerMessages.missing)
  }
}

/** Whose session it is: a provider's own, the one an administrator chose, or the previous one's. */
export const providerOf = (
  form: SessionForm,
  sentProviderId: number,
  user: Caller,
  storedProviderId: number | null = null,
): number => {
  const scope = providerScope(user)
  if (scope !== undefined && sentProviderId !== 0 && sentProviderId !== scope) throw new Refusal(403, NO_ACCESS)
  const providerId = scope ?? form.providerId ?? storedProviderId ?? user.providerId
  return providerId ?? refuseField('providerId', 'Provider Name Is Required')
}
