import { eq, sql } from 'drizzle-orm'
import { getProviders } from '#contract/providers.ts'
import { ACCOUNT_STATES } from '#domain/account.ts'
import { accountMachine } from '#machines/people/account.machine.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { accountState } from '#server/db/users.ts'
import { idOf, isRowId, none, ofProvider, param, type StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'

const accountOf = eq(users.providerId, providers.id)

/** The account of a provider begins with the invitation. */
export const accountLifecycle: StoredLifecycle = {
  name: 'people/account',
  machine: accountMachine.id,
  states: ACCOUNT_STATES,
  shownBy: [getProviders],
  keepsLoops: true,
  finalStates: ['active', 'onLeave', 'deactivated', 'terminated'],
  isEntity: isRowId,
  currentStates: (isBound) => sql`select ${providers.id}::text as entity, ${accountState(sql`${param.today}`)} as state,
      ${none.date} as date, ${none.time} as start_time, ${users.createdAt} as due_at
    from ${providers} join ${users} on ${accountOf} where ${ofProvider(isBound, providers.id)}`,
  details: (keys) => sql`select keys.entity, 'Account' as label, ${providers.id} as provider_id,
      ${providerName} as provider_name, ${none.date} as date, ${none.time} as start_time, ${none.time} as end_time,
      ${none.id} as schedule_event_id, false as is_recurring, ${accountState(sql`${param.today}`)} as state,
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
  isOfProvider: (entity) => sql`${idOf(entity)} = ${param.scope}`,
}
