/**
 * Previews a change of sessions. It is planned by the same code that makes the change (`planAddition`,
 * `planOccurrenceChange`, `planSeriesChange`, `planDeletion`, `planSeriesDeletion`), so both refuse, count and choose
 * dates alike; here the plan becomes a list of dates with their conflicts.
 */

import type { Clash } from '#contract/clashes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { PreviewedDate, previewScheduleEvent, SessionPreview } from '#contract/session-preview.ts'
import { isAdministrator } from '#domain/roles.ts'
import { questionsFor } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { organisation } from '#server/db/schema/organization.ts'
import type { Handler } from '#server/http/handler.ts'
import { planAddition } from './add-schedule-event.ts'
import { countsOfEdit, planOccurrenceChange, sessionsAfterEdit } from './change-occurrence.ts'
import { affectedBy, planSeriesChange, sessionsAfterSeries } from './change-series.ts'
import { type Rated, rateTypeNote } from './deciding-rate-type.ts'
import { countsOfDeletion, planDeletion, sessionsDeleted } from './delete-occurrences.ts'
import { planSeriesDeletion, sessionsEnded } from './delete-series.ts'
import { type ChangeContext, nothingChanged } from './occurrence-moves.ts'
import { countsOf, type SeriesPlan, touchedBy } from './series-plan.ts'
import { type ClashQuery, readClashes } from './session-clashes.ts'
import type { Sessions } from './session-notices.ts'

/** A date of the plan; conflicts are read for all of them at once. */
type PlannedDate = PreviewedDate extends infer Each ? (Each extends unknown ? Omit<Each, 'clashes'> : never) : never

interface Foreseen extends Omit<SessionPreview, 'dates'> {
  dates: PlannedDate[]
  /** The sessions afterward; omitted if there are none. */
  sessionsAfter?: ClashQuery & Rated
  /** What a change or deletion of whole sessions does to which occurrences. */
  touched?: Touched
}

export interface Touched {
  readonly ids: readonly number[]
  /** The sessions before the change. */
  readonly sessions: Sessions
}

const skipped = (dates: readonly string[], why: 'noSuchDate' | 'deletedAlone') =>
  dates.map((date) => ({ what: 'skipped' as const, date, why }))

/** What a series plan does on each date. */
const datesOf = ({ change, remove, create, leave, skip }: SeriesPlan): PlannedDate[] => [
  ...create.map((date) => ({ what: 'created' as const, date })),
  ...change.map(({ occurrence: { date } }) => ({ what: 'changed' as const, date })),
  ...remove.map(({ occurrence: { date } }) => ({ what: 'removed' as const, date })),
  ...leave.map(({ date, why }) => ({ what: 'leftAlone' as const, date, why })),
  ...skipped(skip, 'deletedAlone'),
]

type Body = BodyOf<typeof previewScheduleEvent>
type BodyTo<Kind extends Body['change']> = Extract<Body, { change: Kind }>

const foreseeAddition = async (change: ChangeContext, body: BodyTo<'add'>): Promise<Foreseen> => {
  const { form, providerId, dates, missing } = await planAddition(change, body)
  return {
    counts: { ...nothingChanged, created: dates.length },
    changes: [],
    dates: [...dates.map((date) => ({ what: 'created' as const, date })), ...skipped(missing, 'noSuchDate')],
    sessionsAfter: { providerId, form, dates, newDates: dates, replacedIds: [] },
  }
}

const foreseeOccurrence = async (change: ChangeContext, body: BodyTo<'updateOccurrence'>): Promise<Foreseen> => {
  const edit = await planOccurrenceChange(change, body)
  if (edit === undefined) return { counts: nothingChanged, changes: [], dates: [] }
  const { stored } = edit.held
  const { date } = edit.form
  return {
    counts: countsOfEdit(edit),
    changes: edit.changes,
    dates: [date === stored.date ? { what: 'changed', date } : { what: 'moved', date, movedFrom: stored.date }],
    sessionsAfter: sessionsAfterEdit(edit),
    ...(edit.replaces && { replaces: edit.replaces }),
  }
}

const foreseeSeries = async (change: ChangeContext, body: BodyTo<'updateSeries'>): Promise<Foreseen> => {
  const planned = await planSeriesChange(change, body)
  const { plan, changes, missing, replaces } = planned
  const { before, changed } = affectedBy(planned)
  return {
    counts: countsOf(plan),
    changes,
    dates: [...datesOf(plan), ...skipped(missing, 'noSuchDate')],
    sessionsAfter: sessionsAfterSeries(planned),
    touched: { ids: touchedBy(plan), sessions: { ...before, dates: changed } },
    ...(replaces && { replaces }),
  }
}

const foreseeDeletion = async (change: ChangeContext, body: BodyTo<'deleteOccurrences'>): Promise<Foreseen> => {
  const plan = await planDeletion(change, body)
  const dates = plan.removed.map(({ occurrence: { date } }) => ({ what: 'removed' as const, date }))
  const { replaces } = plan
  const touched = { ids: plan.removed.map(({ occurrence: { id } }) => id), sessions: sessionsDeleted(plan) }
  return { counts: countsOfDeletion(plan), changes: [], dates, touched, ...(replaces && { replaces }) }
}

const foreseeSeriesDeletion = async (change: ChangeContext, body: BodyTo<'deleteSeries'>): Promise<Foreseen> => {
  const planned = await planSeriesDeletion(change, body)
  const { plan, replaces } = planned
  const touched = { ids: touchedBy(plan), sessions: sessionsEnded(planned) }
  return { counts: countsOf(plan), changes: [], dates: datesOf(plan), touched, ...(replaces && { replaces }) }
}

const foresee = (change: ChangeContext, body: Body): Promise<Foreseen> => {
  switch (body.change) {
    case 'add':
      return foreseeAddition(change, body)
    case 'updateOccurrence':
      return foreseeOccurrence(change, body)
    case 'updateSeries':
      return foreseeSeries(change, body)
    case 'deleteOccurrences':
      return foreseeDeletion(change, body)
    case 'deleteSeries':
      return foreseeSeriesDeletion(change, body)
  }
}

const withClashes = (planned: PlannedDate, clashes: ReadonlyMap<LocalDate, Clash[]>): PreviewedDate => {
  switch (planned.what) {
    case 'created':
    case 'changed':
    case 'moved':
      return { ...planned, clashes: clashes.get(planned.date) ?? [] }
    default:
      return planned
  }
}

/** Whether the user's changes of whole sessions wait: a provider's do, with the organization's setting. */
export const mustAsk = async ({ tx, user }: Pick<ChangeContext, 'tx' | 'user'>): Promise<boolean> => {
  if (isAdministrator(user.role)) return false
  const [settings] = await tx.select({ waits: organisation.providersChangesWait }).from(organisation)
  return settings?.waits === true
}

/** What the call would do. Locks its days unless `change` is a preview. */
export const previewed = async (
  change: ChangeContext,
  body: Body,
): Promise<{ preview: SessionPreview; touched: Touched | undefined }> => {
  const { dates, sessionsAfter, touched, ...foreseen } = await foresee(change, body)
  const clashes = sessionsAfter ? await readClashes(change, sessionsAfter) : new Map<LocalDate, Clash[]>()
  const choosesRateTypes = questionsFor(change.user.role, change.user.providerId).asksRateType
  const note = sessionsAfter && choosesRateTypes ? await rateTypeNote(change, sessionsAfter) : undefined
  const inOrder = [...dates].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const preview = {
    ...foreseen,
    ...(note !== undefined && { rateTypeNote: note }),
    dates: inOrder.map((planned) => withClashes(planned, clashes)),
  }
  return { preview, touched }
}

const preview = async (change: ChangeContext, body: Body): Promise<SessionPreview> => {
  const { preview: found, touched } = await previewed(change, body)
  // A change that touches no session is made at once.
  const isPending = touched !== undefined && touched.sessions.dates.length > 0 && (await mustAsk(change))
  return isPending ? { ...found, counts: { ...found.counts, isPending } } : found
}

/** Everything from one snapshot of the database, in a read-only transaction. */
export const previewChange: Handler<typeof previewScheduleEvent> = ({ body, db, user, now, timeZone }) =>
  db.transaction((tx) => preview({ tx, user, now, timeZone, isPreview: true }, body), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
