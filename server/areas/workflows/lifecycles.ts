/**
 * The lifecycles stored on the server: where each one's records are, how to read their state, and who may see them. To
 * add one, add an entry here.
 */
import { and, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { searchLockOuts } from '#contract/billing.ts'
import { getCalendarFeed } from '#contract/calendar-feed.ts'
import { getCorrections } from '#contract/corrections.ts'
import { getAdminDocuments, getProviderDocuments } from '#contract/documents.ts'
import { type Endpoint, queryId } from '#contract/endpoint.ts'
import { previewHandOver } from '#contract/hand-over.ts'
import { getInvoiceHistory } from '#contract/invoice-history.ts'
import { getProviderChange } from '#contract/provider-changes.ts'
import { getProviders } from '#contract/providers.ts'
import { getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { getAdminPtos, getProviderPtos } from '#contract/time-off.ts'
import type { WorkflowRecord } from '#contract/workflow-counts.ts'
import { ACCOUNT_STATES } from '#domain/account.ts'
import { correctionStates, OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import { DOCUMENT_STATES, EXPIRY_NOTICES } from '#domain/document-form.ts'
import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import { localDateSchema } from '#domain/time.ts'
import { PTO_REQUEST_STATES } from '#domain/time-off.ts'
import { BILLING_PERIOD_STATES, billingPeriodMachine } from '#machines/billing/billing-period.machine.ts'
import { dayCorrectionMachine } from '#machines/billing/day-correction.machine.ts'
import { INVOICE_STATES, invoiceMachine } from '#machines/billing/invoice.machine.ts'
import { INVOICE_DELIVERY_STATES, invoiceDeliveryMachine } from '#machines/billing/invoice-delivery.machine.ts'
import { providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import { accountMachine } from '#machines/people/account.machine.ts'
import { HAND_OVER_STATES, handOverLifecycle } from '#machines/people/hand-over-lifecycle.machine.ts'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { OCCURRENCE_STATES, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { providerChangeMachine } from '#machines/schedule/provider-change.machine.ts'
import { PROVIDER_DAY_STATES, providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { periodDetail } from '#server/areas/billing/lock-outs.ts'
import { correctionDetail } from '#server/areas/corrections/correction-record.ts'
import { documentName, documentState } from '#server/areas/documents/document-record.ts'
import { handOverDetail } from '#server/areas/handing-over/undo-hand-over.ts'
import { deliveryDetail } from '#server/areas/invoices/deliveries.ts'
import { invoiceDetail } from '#server/areas/invoices/invoice-log.ts'
import { occurrenceState } from '#server/areas/schedule/follow-days.ts'
import { occurrenceDetail } from '#server/areas/schedule/occurrence-moves.ts'
import { providerChangeDetail } from '#server/areas/schedule/provider-changes.ts'
import { dayDetail } from '#server/areas/schedule/provider-days.ts'
import { requestDetail } from '#server/areas/time-off/pto-moves.ts'
import { providerName } from '#server/db/providers.ts'
import {
  calendarFeeds,
  dayCorrections,
  handOvers,
  invoiceDeliveries,
  invoices,
  lockOuts,
  occurrences,
  providerChanges,
  providerDays,
  providerDocuments,
  providers,
  ptoRequests,
  schools,
  transitionLog,
  users,
} from '#server/db/schema.ts'
import { accountState } from '#server/db/users.ts'
import { admit, NO_ACCESS } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { LoggedDetail } from '#server/lifecycle/logged-detail.ts'

/** Placeholders that the queries of a lifecycle may use. */
export const place = {
  /** The provider to limit the records to. */
  scope: sql.placeholder('scope'),
  timeZone: sql.placeholder('timeZone'),
  /** The organization's date. */
  today: sql.placeholder('today'),
}

export interface Lifecycle {
  /** As in src/workflows/catalog.ts. */
  readonly name: string
  /** The machine's name in the transition log. */
  readonly machine: string
  /** The first state is the initial one. */
  readonly states: readonly string[]
  /** The endpoints that show the same records: access to any of them is enough. */
  readonly shownBy: readonly Endpoint[]
  readonly keepsLoops: boolean
  /** States in which no one has anything to do: time there is not waiting. */
  readonly rests: readonly string[]
  /** What its steps log besides their states. */
  readonly logged?: Pick<LoggedDetail<never>, 'noteOf'>
  /** Whether a text may be the id of a record in the log. */
  readonly isEntity: (text: string) => boolean
  /** Whether a record without a step is one; default yes. */
  readonly isKept?: (record: Pick<WorkflowRecord, 'label' | 'state'>) => boolean
  /**
   * A select of the current states of records: entity, state, date, start_time, and due_at, which is `dueAt`.
   *
   * @param isBound limits it to the provider `place.scope`, as on the provider's own screens
   */
  readonly standing: (isBound: boolean) => SQL
  /**
   * A select of the details of records: entity, label, provider_id, provider_name, date, start_time, end_time,
   * schedule_event_id, is_recurring, state, begins_at.
   *
   * @param keys a table with the records' `entity`
   */
  readonly details: (keys: SQL) => SQL
  /**
   * When a record entered its current state if no step led there: because days passed, or where the row says so. Null in
   * other states.
   *
   * @param record has `entity` and `state`
   */
  readonly turnedAt?: (record: SQL) => SQL
  /** When the record of a log entry entered its first state. */
  readonly beginsAt: (entity: SQL) => SQL
  /**
   * When time in the first state begins to count as waiting, for the record of a log entry: a session planned for
   * spring waits for no one in fall.
   */
  readonly dueAt: (entity: SQL) => SQL
  /** Whether the record of a log entry belongs to the provider `place.scope`. */
  readonly isOfProvider: (entity: SQL) => SQL
}

const none = {
  time: sql`null::time`,
  id: sql`null::int`,
  date: sql`null::date`,
  instant: sql`null::timestamptz`,
}

const ofProvider = (isBound: boolean, column: Column): SQL => (isBound ? sql`${column} = ${place.scope}` : sql`true`)

/** A row's id. Only entries of the machine's own log have one, and the database may evaluate this for others first. */
const idOf = (entity: SQL): SQL => sql`case when ${entity} ~ '^\\d+$' then ${entity}::int end`

const isRowId = (text: string): boolean => /^[1-9]\d*$/.test(text) && queryId.safeParse(text).success

/** A session is due when it is over, or added later than that. */
const sessionDueAt = sql`greatest(${occurrences.createdAt},
  (${occurrences.date} + ${occurrences.endTime}) at time zone ${place.timeZone})`

const dayOfSession = and(eq(providerDays.providerId, occurrences.providerId), eq(providerDays.date, occurrences.date))

const sessions: Lifecycle = {
  name: 'schedule/occurrence',
  machine: occurrenceMachine.id,
  logged: occurrenceDetail,
  states: OCCURRENCE_STATES,
  shownBy: [getWeeklyScheduleEvents],
  keepsLoops: true,
  rests: ['approved', 'locked', 'invoiced', 'deleted'],
  isEntity: isRowId,
  standing: (isBound) => sql`select ${occurrences.id}::text as entity, ${occurrenceState} as state,
      ${occurrences.date} as date, ${occurrences.startTime} as start_time, ${sessionDueAt} as due_at
    from ${occurrences} left join ${providerDays} on ${dayOfSession}
    where ${ofProvider(isBound, occurrences.providerId)} ${isBound ? sql`and ${occurrences.deletedAt} is null` : sql``}`,
  details: (keys) => sql`select keys.entity, concat(${occurrences.title}, ', ', ${schools.name}) as label,
      ${occurrences.providerId} as provider_id, ${providerName} as provider_name, ${occurrences.date} as date,
      ${occurrences.startTime} as start_time, ${occurrences.endTime} as end_time,
      ${occurrences.scheduleEventId} as schedule_event_id, ${occurrences.isRecurring} as is_recurring,
      ${occurrenceState} as state, ${occurrences.createdAt} as begins_at
    from ${keys} as keys
    join ${occurrences} on ${occurrences.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${occurrences.providerId}
    join ${schools} on ${schools.id} = ${occurrences.schoolId}
    left join ${providerDays} on ${dayOfSession}`,
  beginsAt: (entity) => sql`(select ${occurrences.createdAt} from ${occurrences}
    where ${occurrences.id} = ${idOf(entity)})`,
  dueAt: (entity) => sql`(select ${sessionDueAt} from ${occurrences} where ${occurrences.id} = ${idOf(entity)})`,
  isOfProvider: (entity) => sql`exists (select from ${occurrences} where ${occurrences.id} = ${idOf(entity)}
    and ${occurrences.providerId} = ${place.scope} and ${occurrences.deletedAt} is null)`,
}

/** The parts of a day's entity, `providerId/date`; null for other entities. */
const dayOf = (entity: SQL) => ({
  providerId: sql`case when ${entity} like '%/%' then split_part(${entity}, '/', 1)::int end`,
  date: sql`case when ${entity} like '%/%' then split_part(${entity}, '/', 2)::date end`,
})

const NO_SESSION = 'No session'

const startOfDay = (date: SQL) => sql`${date}::timestamp at time zone ${place.timeZone}`

/**
 * A day's life begins on that day: a future day has no state yet. A day without sessions that no one changed does not
 * count.
 */
const providersDays: Lifecycle = {
  name: 'schedule/provider-day',
  machine: providerDayMachine.id,
  logged: dayDetail,
  states: PROVIDER_DAY_STATES,
  shownBy: [getWeeklyScheduleEvents],
  keepsLoops: false,
  rests: ['approved', 'locked'],
  isEntity: (text) => {
    const [providerId = '', date, ...more] = text.split('/')
    return isRowId(providerId) && localDateSchema.safeParse(date).success && more.length === 0
  },
  isKept: ({ label, state }) => label !== NO_SESSION || state !== 'open',
  standing: (isBound) => sql`select
      concat(coalesce(held.provider_id, stored.provider_id), '/',
        to_char(coalesce(held.date, stored.date), 'YYYY-MM-DD')) as entity,
      coalesce(stored.state, 'open') as state, coalesce(held.date, stored.date) as date, ${none.time} as start_time,
      ${startOfDay(sql`coalesce(held.date, stored.date)`)} as due_at
    from (
      select distinct ${occurrences.providerId} as provider_id, ${occurrences.date} as date from ${occurrences}
      where ${occurrences.deletedAt} is null and ${ofProvider(isBound, occurrences.providerId)}
    ) as held
    full join (
      select * from ${providerDays} where ${ofProvider(isBound, providerDays.providerId)}
    ) as stored on stored.provider_id = held.provider_id and stored.date = held.date
    where coalesce(stored.state, 'open') <> 'open' or held.date <= ${place.today}`,
  details: (keys) => {
    const { providerId, date } = dayOf(sql`keys.entity`)
    return sql`select day.entity,
        case held.sessions when 0 then ${NO_SESSION} when 1 then '1 session' else concat(held.sessions, ' sessions') end as label,
        day.provider_id, ${providerName} as provider_name, day.date, ${none.time} as start_time, ${none.time} as end_time,
        ${none.id} as schedule_event_id, false as is_recurring, coalesce(${providerDays.state}, 'open') as state,
        ${startOfDay(sql`day.date`)} as begins_at
      from (select keys.entity, ${providerId} as provider_id, ${date} as date from ${keys} as keys) as day
      join ${providers} on ${providers.id} = day.provider_id
      left join ${providerDays} on ${providerDays.providerId} = day.provider_id and ${providerDays.date} = day.date
      cross join lateral (
        select count(*) as sessions from ${occurrences}
        where ${occurrences.providerId} = day.provider_id and ${occurrences.date} = day.date
          and ${occurrences.deletedAt} is null
      ) as held`
  },
  beginsAt: (entity) => startOfDay(sql`(${dayOf(entity).date})`),
  dueAt: (entity) => startOfDay(sql`(${dayOf(entity).date})`),
  isOfProvider: (entity) => sql`${dayOf(entity).providerId} = ${place.scope}`,
}

const timeOff: Lifecycle = {
  name: 'time-off/pto-request',
  machine: ptoRequestMachine.id,
  logged: requestDetail,
  states: PTO_REQUEST_STATES,
  shownBy: [getAdminPtos, getProviderPtos],
  keepsLoops: true,
  rests: ['accepted', 'rejected', 'withdrawn', 'givenBack'],
  isEntity: isRowId,
  standing: (isBound) => sql`select ${ptoRequests.id}::text as entity, ${ptoRequests.state} as state,
      ${ptoRequests.requestedDate} as date, ${ptoRequests.startTime} as start_time,
      ${ptoRequests.requestedOn} as due_at
    from ${ptoRequests} where ${ofProvider(isBound, ptoRequests.providerId)}`,
  details: (keys) => sql`select keys.entity, ${ptoRequests.reason} as label,
      ${ptoRequests.providerId} as provider_id, ${providerName} as provider_name, ${ptoRequests.requestedDate} as date,
      ${ptoRequests.startTime} as start_time, ${ptoRequests.endTime} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${ptoRequests.state} as state,
      ${ptoRequests.requestedOn} as begins_at
    from ${keys} as keys
    join ${ptoRequests} on ${ptoRequests.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${ptoRequests.providerId}`,
  beginsAt: (entity) => sql`(select ${ptoRequests.requestedOn} from ${ptoRequests}
    where ${ptoRequests.id} = ${idOf(entity)})`,
  dueAt: (entity) => sql`(select ${ptoRequests.requestedOn} from ${ptoRequests}
    where ${ptoRequests.id} = ${idOf(entity)})`,
  isOfProvider: (entity) => sql`exists (select from ${ptoRequests} where ${ptoRequests.id} = ${idOf(entity)}
    and ${ptoRequests.providerId} = ${place.scope})`,
}

const liveFeed = and(eq(calendarFeeds.providerId, providers.id), isNull(calendarFeeds.revokedAt))

/** A provider's calendar is private until someone creates its address; when that was not the case is not stored. */
const calendarFeed: Lifecycle = {
  name: 'schedule/calendar-feed',
  machine: calendarFeedMachine.id,
  states: ['private', 'shared'],
  shownBy: [getCalendarFeed],
  keepsLoops: true,
  rests: ['private', 'shared'],
  isEntity: isRowId,
  standing: (isBound) => sql`select ${providers.id}::text as entity,
      case when ${calendarFeeds.id} is null then 'private' else 'shared' end as state, ${none.date} as date,
      ${none.time} as start_time, ${none.instant} as due_at
    from ${providers} left join ${calendarFeeds} on ${liveFeed}
    where ${ofProvider(isBound, providers.id)}`,
  details: (keys) => sql`select keys.entity, 'Calendar feed' as label, ${providers.id} as provider_id,
      ${providerName} as provider_name, ${none.date} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring,
      case when ${calendarFeeds.id} is null then 'private' else 'shared' end as state, ${none.instant} as begins_at
    from ${keys} as keys
    join ${providers} on ${providers.id} = ${idOf(sql`keys.entity`)}
    left join ${calendarFeeds} on ${liveFeed}`,
  beginsAt: () => none.instant,
  dueAt: () => none.instant,
  isOfProvider: (entity) => sql`${idOf(entity)} = ${place.scope}`,
}

const accountOf = eq(users.providerId, providers.id)

/** The account of a provider begins with the invitation. */
const accounts: Lifecycle = {
  name: 'people/account',
  machine: accountMachine.id,
  states: ACCOUNT_STATES,
  shownBy: [getProviders],
  keepsLoops: true,
  rests: ['active', 'onLeave', 'deactivated', 'terminated'],
  isEntity: isRowId,
  standing: (isBound) => sql`select ${providers.id}::text as entity, ${accountState(sql`${place.today}`)} as state,
      ${none.date} as date, ${none.time} as start_time, ${users.createdAt} as due_at
    from ${providers} join ${users} on ${accountOf} where ${ofProvider(isBound, providers.id)}`,
  details: (keys) => sql`select keys.entity, 'Account' as label, ${providers.id} as provider_id,
      ${providerName} as provider_name, ${none.date} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${accountState(sql`${place.today}`)} as state,
      ${users.createdAt} as begins_at
    from ${keys} as keys
    join ${providers} on ${providers.id} = ${idOf(sql`keys.entity`)}
    join ${users} on ${accountOf}`,
  // An account that nobody was invited to began in its state.
  turnedAt: (record) => sql`(select ${users.createdAt} from ${users}
    where ${users.providerId} = ${idOf(sql`${record}.entity`)} and not exists (select from ${transitionLog}
      where ${transitionLog.machine} = ${accountMachine.id} and ${transitionLog.entity} = ${record}.entity))`,
  beginsAt: (entity) => sql`(select ${users.createdAt} from ${users} where ${users.providerId} = ${idOf(entity)})`,
  dueAt: (entity) => sql`(select ${users.createdAt} from ${users} where ${users.providerId} = ${idOf(entity)})`,
  isOfProvider: (entity) => sql`${idOf(entity)} = ${place.scope}`,
}

const handedOver: Lifecycle = {
  name: 'people/hand-over-lifecycle',
  machine: handOverLifecycle.id,
  logged: handOverDetail,
  states: HAND_OVER_STATES,
  shownBy: [previewHandOver],
  keepsLoops: true,
  rests: HAND_OVER_STATES,
  isEntity: isRowId,
  standing: (isBound) => sql`select ${handOvers.id}::text as entity, ${handOvers.state} as state,
      ${handOvers.fromDate} as date, ${none.time} as start_time, ${none.instant} as due_at
    from ${handOvers} where ${ofProvider(isBound, handOvers.providerId)}`,
  details: (keys) => sql`select keys.entity, 'Hand-over' as label, ${handOvers.providerId} as provider_id,
      ${providerName} as provider_name, ${handOvers.fromDate} as date, ${none.time} as start_time,
      ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring, ${handOvers.state} as state,
      ${handOvers.at} as begins_at
    from ${keys} as keys
    join ${handOvers} on ${handOvers.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${handOvers.providerId}`,
  beginsAt: (entity) => sql`(select ${handOvers.at} from ${handOvers} where ${handOvers.id} = ${idOf(entity)})`,
  dueAt: () => none.instant,
  isOfProvider: (entity) => sql`exists (select from ${handOvers} where ${handOvers.id} = ${idOf(entity)}
    and ${handOvers.providerId} = ${place.scope})`,
}

const providerChange: Lifecycle = {
  name: 'schedule/provider-change',
  machine: providerChangeMachine.id,
  logged: providerChangeDetail,
  states: PROVIDER_CHANGE_STATES,
  shownBy: [getProviderChange],
  keepsLoops: false,
  rests: PROVIDER_CHANGE_STATES.filter((state) => state !== 'waiting'),
  isEntity: isRowId,
  standing: (isBound) => sql`select ${providerChanges.id}::text as entity, ${providerChanges.state} as state,
      ${none.date} as date, ${none.time} as start_time, ${none.instant} as due_at
    from ${providerChanges} where ${ofProvider(isBound, providerChanges.providerId)}`,
  details: (keys) => sql`select keys.entity, 'Change of whole sessions' as label,
      ${providerChanges.providerId} as provider_id, ${providerName} as provider_name, ${none.date} as date,
      ${none.time} as start_time, ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring,
      ${providerChanges.state} as state, ${providerChanges.at} as begins_at
    from ${keys} as keys
    join ${providerChanges} on ${providerChanges.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${providerChanges.providerId}`,
  // Made at once: no step led there.
  turnedAt: (record) => sql`(select case ${providerChanges.state} when 'applied' then ${providerChanges.at}
      when 'undone' then ${providerChanges.undoneAt} end
    from ${providerChanges} where ${providerChanges.id} = ${idOf(sql`${record}.entity`)})`,
  beginsAt: (entity) =>
    sql`(select ${providerChanges.at} from ${providerChanges} where ${providerChanges.id} = ${idOf(entity)})`,
  dueAt: () => none.instant,
  isOfProvider: (entity) => sql`exists (select from ${providerChanges} where ${providerChanges.id} = ${idOf(entity)}
    and ${providerChanges.providerId} = ${place.scope})`,
}

const stateOfDocument = documentState(sql`${place.today}`)

const documents: Lifecycle = {
  name: 'documents/provider-document',
  machine: providerDocumentMachine.id,
  states: DOCUMENT_STATES,
  shownBy: [getAdminDocuments, getProviderDocuments],
  keepsLoops: true,
  rests: ['current', 'superseded', 'deleted', 'purged'],
  isEntity: isRowId,
  standing: (isBound) => sql`select ${providerDocuments.id}::text as entity, ${stateOfDocument} as state,
      ${providerDocuments.expiryDate} as date, ${none.time} as start_time, ${providerDocuments.createdAt} as due_at
    from ${providerDocuments} where ${ofProvider(isBound, providerDocuments.providerId)}
      ${isBound ? sql`and ${providerDocuments.deletedAt} is null` : sql``}`,
  details: (keys) => sql`select keys.entity, ${documentName} as label, ${providerDocuments.providerId} as provider_id,
      ${providerName} as provider_name, ${providerDocuments.expiryDate} as date, ${none.time} as start_time,
      ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring, ${stateOfDocument} as state,
      ${providerDocuments.createdAt} as begins_at
    from ${keys} as keys
    join ${providerDocuments} on ${providerDocuments.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${providerDocuments.providerId}`,
  beginsAt: (entity) => sql`(select ${providerDocuments.createdAt} from ${providerDocuments}
    where ${providerDocuments.id} = ${idOf(entity)})`,
  turnedAt: (record) => sql`(select case ${record}.state
      when 'expired' then ${startOfDay(sql`(${providerDocuments.expiryDate} + 1)`)}
      when 'expiring' then greatest(${providerDocuments.createdAt},
        ${startOfDay(sql`(${providerDocuments.expiryDate} - ${sql.raw(String(EXPIRY_NOTICES[0]))})`)}) end
    from ${providerDocuments} where ${providerDocuments.id} = ${idOf(sql`${record}.entity`)})`,
  dueAt: (entity) => sql`(select ${providerDocuments.createdAt} from ${providerDocuments}
    where ${providerDocuments.id} = ${idOf(entity)})`,
  isOfProvider: (entity) => sql`exists (select from ${providerDocuments} where ${providerDocuments.id} = ${idOf(entity)}
    and ${providerDocuments.providerId} = ${place.scope} and ${providerDocuments.deletedAt} is null)`,
}

const lockOutState = sql`case when ${lockOuts.unlockedAt} is not null then 'unlocked'
  when ${lockOuts.isForced} then 'forced' else 'locked' end`

/** Half-months with sessions that are not locked, by their first day: start_date, end_date. */
const unlockedHalfMonths = sql`(select * from (
    select distinct case when extract(day from ${occurrences.date}) <= 15 then date_trunc('month', ${occurrences.date})::date
        else date_trunc('month', ${occurrences.date})::date + 15 end as start_date,
      case when extract(day from ${occurrences.date}) <= 15 then date_trunc('month', ${occurrences.date})::date + 14
        else (date_trunc('month', ${occurrences.date}) + interval '1 month')::date - 1 end as end_date
    from ${occurrences} where ${occurrences.deletedAt} is null
  ) as halves where not exists (select from ${lockOuts} where ${lockOuts.unlockedAt} is null
    and ${lockOuts.startDate} <= halves.end_date and ${lockOuts.endDate} >= halves.start_date))`

const halfMonthState = sql`case when half.end_date < ${place.today}::date then 'closing' else 'open' end`

const spanOf = (from: SQL | Column, to: SQL | Column): SQL =>
  sql`concat(to_char(${from}, 'MM/DD/YYYY'), ' to ', to_char(${to}, 'MM/DD/YYYY'))`

/** No provider's. It is stored once it is locked; before, it is a half-month with sessions, named by its first day. */
const billingPeriods: Lifecycle = {
  name: 'billing/billing-period',
  machine: billingPeriodMachine.id,
  logged: periodDetail,
  states: BILLING_PERIOD_STATES,
  shownBy: [searchLockOuts],
  keepsLoops: true,
  rests: BILLING_PERIOD_STATES.filter((state) => state !== 'closing'),
  isEntity: (text) => isRowId(text) || localDateSchema.safeParse(text).success,
  standing: (isBound) => sql`select ${lockOuts.id}::text as entity, ${lockOutState} as state,
      ${lockOuts.startDate} as date, ${none.time} as start_time, ${none.instant} as due_at
    from ${lockOuts} where ${isBound ? sql`false` : sql`true`}
    union all
    select half.start_date::text, ${halfMonthState}, half.start_date, ${none.time},
      (half.end_date + 1)::timestamp at time zone ${place.timeZone}
    from ${unlockedHalfMonths} as half where ${isBound ? sql`false` : sql`true`}`,
  details: (keys) => sql`select keys.entity, ${spanOf(lockOuts.startDate, lockOuts.endDate)} as label,
      ${none.id} as provider_id, '' as provider_name, ${lockOuts.startDate} as date, ${none.time} as start_time,
      ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring, ${lockOutState} as state,
      ${none.instant} as begins_at
    from ${keys} as keys
    join ${lockOuts} on ${lockOuts.id} = ${idOf(sql`keys.entity`)}
    union all
    select keys.entity, ${spanOf(sql`half.start_date`, sql`half.end_date`)}, ${none.id}, '', half.start_date, ${none.time},
      ${none.time}, ${none.id}, false, ${halfMonthState}, ${none.instant}
    from ${keys} as keys join ${unlockedHalfMonths} as half on half.start_date::text = keys.entity`,
  turnedAt: (record) => sql`(case ${record}.state
      when 'open' then ${startOfDay(sql`${record}.entity::date`)}
      when 'closing' then ${startOfDay(sql`case when right(${record}.entity, 2) = '01' then ${record}.entity::date + 15
        else (date_trunc('month', ${record}.entity::date) + interval '1 month')::date end`)} end)`,
  beginsAt: () => none.instant,
  dueAt: () => none.instant,
  isOfProvider: () => sql`false`,
}

const invoiceState = sql`case when ${invoices.supersededById} is null then 'issued' else 'superseded' end`

/** An invoice is the school's, not a provider's. */
const issuedInvoices: Lifecycle = {
  name: 'billing/invoice',
  machine: invoiceMachine.id,
  logged: invoiceDetail,
  states: INVOICE_STATES,
  shownBy: [getInvoiceHistory],
  keepsLoops: true,
  rests: INVOICE_STATES,
  isEntity: isRowId,
  standing: (isBound) => sql`select ${invoices.id}::text as entity, ${invoiceState} as state,
      ${invoices.issuedOn} as date, ${none.time} as start_time, ${none.instant} as due_at
    from ${invoices} where ${isBound ? sql`false` : sql`true`}`,
  details: (keys) => sql`select keys.entity, ${invoices.invoiceNumber} as label, ${none.id} as provider_id,
      '' as provider_name, ${invoices.issuedOn} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${invoiceState} as state, ${invoices.issuedAt} as begins_at
    from ${keys} as keys
    join ${invoices} on ${invoices.id} = ${idOf(sql`keys.entity`)}`,
  beginsAt: (entity) => sql`(select ${invoices.issuedAt} from ${invoices} where ${invoices.id} = ${idOf(entity)})`,
  dueAt: () => none.instant,
  isOfProvider: () => sql`false`,
}

/** A correction is of one provider's day. */
const corrections: Lifecycle = {
  name: 'billing/day-correction',
  machine: dayCorrectionMachine.id,
  logged: correctionDetail,
  states: correctionStates,
  shownBy: [getCorrections],
  keepsLoops: true,
  rests: correctionStates.filter((state) => !OPEN_CORRECTION_STATES.includes(state)),
  isEntity: isRowId,
  standing: (isBound) => sql`select ${dayCorrections.id}::text as entity, ${dayCorrections.state} as state,
      ${dayCorrections.date} as date, ${none.time} as start_time, ${dayCorrections.openedAt} as due_at
    from ${dayCorrections} where ${ofProvider(isBound, dayCorrections.providerId)}`,
  details: (keys) => sql`select keys.entity, ${dayCorrections.reason} as label,
      ${dayCorrections.providerId} as provider_id, ${providerName} as provider_name, ${dayCorrections.date} as date,
      ${none.time} as start_time, ${none.time} as end_time, ${none.id} as schedule_event_id, false as is_recurring,
      ${dayCorrections.state} as state, ${dayCorrections.openedAt} as begins_at
    from ${keys} as keys
    join ${dayCorrections} on ${dayCorrections.id} = ${idOf(sql`keys.entity`)}
    join ${providers} on ${providers.id} = ${dayCorrections.providerId}`,
  beginsAt: (entity) => sql`(select ${dayCorrections.openedAt} from ${dayCorrections}
    where ${dayCorrections.id} = ${idOf(entity)})`,
  dueAt: (entity) => sql`(select ${dayCorrections.openedAt} from ${dayCorrections}
    where ${dayCorrections.id} = ${idOf(entity)})`,
  isOfProvider: (entity) => sql`exists (select from ${dayCorrections} where ${dayCorrections.id} = ${idOf(entity)}
    and ${dayCorrections.providerId} = ${place.scope})`,
}

const sentOn = sql`(${invoiceDeliveries.createdAt} at time zone ${place.timeZone})::date`

const deliveries: Lifecycle = {
  name: 'billing/invoice-delivery',
  machine: invoiceDeliveryMachine.id,
  logged: deliveryDetail,
  states: INVOICE_DELIVERY_STATES,
  shownBy: [getInvoiceHistory],
  keepsLoops: false,
  rests: ['sent'],
  isEntity: isRowId,
  standing: (isBound) => sql`select ${invoiceDeliveries.id}::text as entity, ${invoiceDeliveries.state} as state,
      ${sentOn} as date, ${none.time} as start_time, ${invoiceDeliveries.createdAt} as due_at
    from ${invoiceDeliveries} where ${isBound ? sql`false` : sql`true`}`,
  details: (keys) => sql`select keys.entity, ${invoices.invoiceNumber} as label, ${none.id} as provider_id,
      '' as provider_name, ${sentOn} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${invoiceDeliveries.state} as state,
      ${invoiceDeliveries.createdAt} as begins_at
    from ${keys} as keys
    join ${invoiceDeliveries} on ${invoiceDeliveries.id} = ${idOf(sql`keys.entity`)}
    join ${invoices} on ${invoices.id} = ${invoiceDeliveries.invoiceId}`,
  turnedAt: (record) => sql`(select ${invoiceDeliveries.endedAt} from ${invoiceDeliveries}
    where ${invoiceDeliveries.id} = ${idOf(sql`${record}.entity`)})`,
  beginsAt: (entity) => sql`(select ${invoiceDeliveries.createdAt} from ${invoiceDeliveries}
    where ${invoiceDeliveries.id} = ${idOf(entity)})`,
  dueAt: (entity) => sql`(select ${invoiceDeliveries.createdAt} from ${invoiceDeliveries}
    where ${invoiceDeliveries.id} = ${idOf(entity)})`,
  isOfProvider: () => sql`false`,
}

export const lifecycles: readonly Lifecycle[] = [
  sessions,
  providersDays,
  timeOff,
  calendarFeed,
  accounts,
  handedOver,
  providerChange,
  documents,
  billingPeriods,
  corrections,
  issuedInvoices,
  deliveries,
]

/** The user as far as the lifecycle's screens let them in; undefined if none does. */
export const viewerOf = ({ shownBy }: Lifecycle, user: Caller): Caller | undefined => {
  const rules = shownBy.map(({ access }) => access)
  const viewer = admit(rules, user)
  return viewer?.hasOwnRecordsOnly && viewer.providerId === null ? undefined : viewer
}

export const lifecycleNamed = (name: string): Lifecycle | undefined => lifecycles.find((each) => each.name === name)

/** @throws Refusal 403 */
export const requireViewer = (lifecycle: Lifecycle, user: Caller): Caller => {
  const viewer = viewerOf(lifecycle, user)
  if (!viewer) throw new Refusal(403, NO_ACCESS)
  return viewer
}

/** @throws Refusal 400 */
export const requireState = ({ name, states }: Lifecycle, state: string | null | undefined): string => {
  if (!state || !states.includes(state)) throw new Refusal(400, `${name} has no state ${state}.`)
  return state
}
