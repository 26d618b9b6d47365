import { sql } from 'drizzle-orm'
import { getAdminPtos, getProviderPtos } from '#contract/time-off.ts'
import { isOpenPto, PTO_REQUEST_STATES } from '#domain/time-off.ts'
import { ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { idOf, isRowId, none, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { requestDetail } from './pto-moves.ts'

export const ptoLifecycle: StoredLifecycle = {
  name: 'time-off/pto-request',
  machine: ptoRequestMachine.id,
  logged: requestDetail,
  states: PTO_REQUEST_STATES,
  shownBy: [getAdminPtos, getProviderPtos],
  keepsLoops: true,
  finalStates: PTO_REQUEST_STATES.filter((state) => !isOpenPto(state)),
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${ptoRequests.id}::text as entity, ${ptoRequests.state} as state,
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
    and ${ptoRequests.providerId} = ${param.scope})`,
}
