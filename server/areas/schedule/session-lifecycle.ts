import { and, eq, sql } from 'drizzle-orm'
import { getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { OCCURRENCE_STATES } from '#domain/occurrence.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { occurrenceState } from '#server/areas/provider-days/follow-days.ts'
import { providerName } from '#server/db/providers.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { idOf, isRowId, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { occurrenceDetail } from './occurrence-moves.ts'

/** A session is due when it is over, or added later than that. */
const sessionDueAt = sql`greatest(${occurrences.createdAt},
  (${occurrences.date} + ${occurrences.endTime}) at time zone ${param.timeZone})`

const dayOfSession = and(eq(providerDays.providerId, occurrences.providerId), eq(providerDays.date, occurrences.date))

export const sessionLifecycle: StoredLifecycle = {
  name: 'schedule/occurrence',
  machine: occurrenceMachine.id,
  logged: occurrenceDetail,
  states: OCCURRENCE_STATES,
  shownBy: [getWeeklyScheduleEvents],
  keepsLoops: true,
  finalStates: ['approved', 'locked', 'invoiced', 'deleted'],
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${occurrences.id}::text as entity, ${occurrenceState} as state,
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
    and ${occurrences.providerId} = ${param.scope} and ${occurrences.deletedAt} is null)`,
}
