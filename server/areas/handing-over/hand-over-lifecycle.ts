import { sql } from 'drizzle-orm'
import { previewHandOver } from '#contract/hand-over.ts'
import { HAND_OVER_STATES } from '#domain/hand-over.ts'
import { handOverLifecycle } from '#machines/people/hand-over-lifecycle.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { handOvers } from '#server/db/schema/hand-overs.ts'
import { providers } from '#server/db/schema/providers.ts'
import { idOf, isRowId, none, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { handOverDetail } from './undo-hand-over.ts'

export const storedHandOvers: StoredLifecycle = {
  name: 'people/hand-over-lifecycle',
  machine: handOverLifecycle.id,
  logged: handOverDetail,
  states: HAND_OVER_STATES,
  shownBy: [previewHandOver],
  keepsLoops: true,
  finalStates: HAND_OVER_STATES,
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${handOvers.id}::text as entity, ${handOvers.state} as state,
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
    and ${handOvers.providerId} = ${param.scope})`,
}
