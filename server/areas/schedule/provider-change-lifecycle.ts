import { sql } from 'drizzle-orm'
import { getProviderChange } from '#contract/provider-changes.ts'
import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import { providerChangeMachine } from '#machines/schedule/provider-change.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { providerChanges } from '#server/db/schema/provider-changes.ts'
import { providers } from '#server/db/schema/providers.ts'
import { idOf, isRowId, none, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { providerChangeDetail } from './provider-changes.ts'

export const providerChangeLifecycle: StoredLifecycle = {
  name: 'schedule/provider-change',
  machine: providerChangeMachine.id,
  logged: providerChangeDetail,
  states: PROVIDER_CHANGE_STATES,
  shownBy: [getProviderChange],
  keepsLoops: false,
  finalStates: PROVIDER_CHANGE_STATES.filter((state) => state !== 'waiting'),
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${providerChanges.id}::text as entity, ${providerChanges.state} as state,
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
    and ${providerChanges.providerId} = ${param.scope})`,
}
