import { type SQL, sql } from 'drizzle-orm'
import { getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { localDateSchema } from '#domain/time.ts'
import { providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { dayDetail } from '#server/areas/provider-days/provider-days.ts'
import { providerName } from '#server/db/providers.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import {
  isRowId,
  none,
  ofProvider,
  param,
  type StoredLifecycle,
  startOfDay,
} from '#server/lifecycle/stored-lifecycle.ts'

/** The parts of a day's entity, `providerId/date`; null for other entities. */
const dayOf = (entity: SQL) => ({
  providerId: sql`case when ${entity} like '%/%' then split_part(${entity}, '/', 1)::int end`,
  date: sql`case when ${entity} like '%/%' then split_part(${entity}, '/', 2)::date end`,
})

const NO_SESSION = 'No session'

/**
 * A day's life begins on that day: a future day has no state yet. A day without sessions that no one changed does not
 * count.
 */
export const providerDayLifecycle: StoredLifecycle = {
  name: 'schedule/provider-day',
  machine: providerDayMachine.id,
  logged: dayDetail,
  states: PROVIDER_DAY_STATES,
  shownBy: [getWeeklyScheduleEvents],
  keepsLoops: false,
  finalStates: ['approved', 'locked'],
  isEntity: (text) => {
    const [providerId = '', date, ...more] = text.split('/')
    return isRowId(providerId) && localDateSchema.safeParse(date).success && more.length === 0
  },
  isKept: ({ label, state }) => label !== NO_SESSION || state !== 'open',
  currentStates: (isBound) => sql`select
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
    where coalesce(stored.state, 'open') <> 'open' or held.date <= ${param.today}`,
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
  isOfProvider: (entity) => sql`${dayOf(entity).providerId} = ${param.scope}`,
}
