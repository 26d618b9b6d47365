import { sql } from 'drizzle-orm'
import { getCorrections } from '#contract/corrections.ts'
import { correctionStates, OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import { dayCorrectionMachine } from '#machines/billing/day-correction.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { idOf, isRowId, none, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { correctionDetail } from './correction-record.ts'

/** A correction is of one provider's day. */
export const correctionLifecycle: StoredLifecycle = {
  name: 'billing/day-correction',
  machine: dayCorrectionMachine.id,
  logged: correctionDetail,
  states: correctionStates,
  shownBy: [getCorrections],
  keepsLoops: true,
  finalStates: correctionStates.filter((state) => !OPEN_CORRECTION_STATES.includes(state)),
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${dayCorrections.id}::text as entity, ${dayCorrections.state} as state,
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
    and ${dayCorrections.providerId} = ${param.scope})`,
}
