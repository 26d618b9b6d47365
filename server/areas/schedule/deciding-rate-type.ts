/**
 * What a change of sessions means for the rate type that bills their hours: the first session of a day decides for all of a
 * provider at a school (docs/decisions/what-is-billed.md).
 */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { grouped } from '#domain/grouped.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { readInForce } from '#server/areas/master-data/in-force.ts'
import { datedRates } from '#server/areas/master-data/rates-in-force.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import type { ChangeContext } from './occurrence-moves.ts'

/** The sessions after a change. */
export interface Rated {
  readonly providerId: number
  readonly form: Pick<SessionForm, 'schoolId' | 'serviceId' | 'rateTypeId' | 'startTime' | 'isTimesheetReq'>
  /** The days on which a session of the form would be. */
  readonly dates: readonly LocalDate[]
  /** Those that the form's sessions replace. */
  readonly replacedIds: readonly number[]
}

interface Session {
  readonly id: number
  readonly serviceId: number
  readonly rateTypeId: number | null
  readonly startTime: string
}

interface Day {
  /** The confirmed hours' service; null if there are none. */
  readonly confirmed: number | null
  /** The rate type of work without one, by service: the only one that the school has. */
  readonly onlyTypes: ReadonlyMap<number, number>
  readonly before: readonly Session[]
  readonly after: readonly Session[]
  /** The changed session among `after`; undefined if it requires no hours. */
  readonly own: Session | undefined
  /** The session that it replaces. */
  readonly replaced: Session | undefined
}

const inOrder = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted((one, other) => one.startTime.localeCompare(other.startTime) || one.id - other.id)

/** The rate type that bills the day's hours; undefined if there is none. */
const billedType = (sessions: readonly Session[], { confirmed, onlyTypes }: Day): number | undefined => {
  const ordered = inOrder(sessions)
  const service = confirmed ?? ordered[0]?.serviceId
  const ofService = ordered.filter(({ serviceId }) => serviceId === service)
  const deciding = (ofService.length > 0 ? ofService : ordered).find(({ rateTypeId }) => rateTypeId !== null)
  return deciding?.rateTypeId ?? (service === undefined ? undefined : onlyTypes.get(service))
}

/** What the change does on a day with other sessions; undefined if it changes nothing about the rate type that is billed. */
export const effectOn = (day: Day): 'notBilled' | 'othersToo' | undefined => {
  const { before, after, own, replaced } = day
  const billed = billedType(after, day)
  if (billedType(before, day) !== billed) return 'othersToo'
  if (own === undefined || own.rateTypeId === null || own.rateTypeId === billed) return undefined
  const isChosen = own.rateTypeId !== replaced?.rateTypeId || own.serviceId !== replaced.serviceId
  return isChosen ? 'notBilled' : undefined
}

/** '12/01/2026 and 3 more days' */
const daysInWords = ([first = '', ...more]: readonly LocalDate[]): string => {
  if (more.length === 0) return formatDate(first)
  return `${formatDate(first)} and ${counted(more.length, 'more day')}`
}

/** By service, the rate type of the school's rates on these days, if all are of one type. */
const readOnlyTypes = async ({ tx }: Pick<ChangeContext, 'tx'>, { form: { schoolId }, dates }: Rated) => {
  const [startDate, endDate] = [dates.toSorted()[0], dates.toSorted().at(-1)]
  if (startDate === undefined || endDate === undefined) return new Map<number, number>()
  const rates = await readInForce(tx, datedRates, { startDate, endDate }, eq(schoolServiceRates.schoolId, schoolId))
  const kinds = rates.map(({ kind }) => kind.split('/').map(Number))
  return new Map(
    [...grouped(kinds, ([, service]) => service)].flatMap(([service, of]) => {
      const [type, ...others] = new Set(of.map(([, , each]) => each))
      return service !== undefined && type !== undefined && others.length === 0 ? [[service, type] as const] : []
    }),
  )
}

const readDays = async (change: Pick<ChangeContext, 'tx'>, rated: Rated) => {
  const { tx } = change
  const { providerId, form, dates, replacedIds } = rated
  const { schoolId, serviceId, startTime } = form
  const ofDays = (table: typeof occurrences | typeof timesheets) =>
    and(eq(table.providerId, providerId), eq(table.schoolId, schoolId), inArray(table.date, [...dates]))
  const sessions = await tx
    .select({
      id: occurrences.id,
      date: occurrences.date,
      serviceId: occurrences.serviceId,
      rateTypeId: occurrences.rateTypeId,
      startTime: occurrences.startTime,
    })
    .from(occurrences)
    .where(and(ofDays(occurrences), isNull(occurrences.deletedAt), eq(occurrences.isTimesheetRequired, true)))
  const rows = await tx
    .select({ date: timesheets.date, serviceId: timesheets.serviceId })
    .from(timesheets)
    .where(ofDays(timesheets))
  const onlyTypes = await readOnlyTypes(change, rated)
  const confirmed = new Map(rows.map((row) => [row.date, row.serviceId]))
  const isReplaced = new Set(replacedIds)
  return dates.flatMap((date): (Day & { readonly date: LocalDate })[] => {
    const before = sessions.filter((session) => session.date === date)
    const others = before.filter(({ id }) => !isReplaced.has(id))
    if (others.length === 0) return []
    const replaced = before.find(({ id }) => isReplaced.has(id))
    // Without a choice, a session keeps its rate type as long as it is for the same service.
    const kept = replaced?.serviceId === serviceId ? replaced.rateTypeId : null
    const id = replaced?.id ?? Number.MAX_SAFE_INTEGER
    const changed = { id, serviceId, rateTypeId: form.rateTypeId ?? kept, startTime: `${startTime}:00` }
    const own = form.isTimesheetReq ? changed : undefined
    const after = own ? [...others, own] : others
    return [{ date, confirmed: confirmed.get(date) ?? null, onlyTypes, before, after, own, replaced }]
  })
}

/** In a sentence or two, for those who choose rate types; undefined if there is nothing to say. */
export const rateTypeNote = async (change: Pick<ChangeContext, 'tx'>, rated: Rated): Promise<string | undefined> => {
  if (rated.dates.length === 0) return undefined
  const days = await readDays(change, rated)
  const datesOf = (effect: ReturnType<typeof effectOn>) =>
    days.filter((day) => effectOn(day) === effect).map(({ date }) => date)
  const [notBilled, othersToo] = [datesOf('notBilled'), datesOf('othersToo')]
  const sentences = [
    ...(notBilled.length > 0
      ? [`On ${daysInWords(notBilled)}, another session at this school comes first: its rate type is billed instead.`]
      : []),
    ...(othersToo.length > 0
      ? [`On ${daysInWords(othersToo)}, this also changes the rate type of the other sessions at this school.`]
      : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
