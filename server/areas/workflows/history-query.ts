/** One record's steps, from the transition log. */
import { type SQL, sql } from 'drizzle-orm'
import type { QueryResultRow } from 'pg'
import type { LoggedStep, RecordHistory, WorkflowRecord } from '#contract/workflow-counts.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { ask, given, instantText, type LifecycleRequest, recordJson } from './lifecycle-query.ts'

/** More than any record has; of one that does, the latest. */
export const MAX_STEPS = 200

interface FoundRecord {
  readonly record: WorkflowRecord
  readonly beginsAt: string | null
}

interface FoundStep extends Omit<LoggedStep, 'note'> {
  readonly total: number
  readonly detail: unknown
}

const isOf = ({ lifecycle }: LifecycleRequest): SQL =>
  sql`log.machine = ${lifecycle.machine} and log.entity = ${given('entity')}`

/** Null if there is no such record, nor a step of one. */
export const readHistory = async (request: LifecycleRequest, entity: string): Promise<RecordHistory | null> => {
  const { lifecycle } = request
  if (!lifecycle.isEntity(entity)) return null
  const [[found], steps] = await Promise.all([
    ask<QueryResultRow & FoundRecord>(
      request,
      'record',
      () => sql`select ${recordJson(sql`null::timestamptz`)} as record, ${instantText(sql`shown.begins_at`)} as "beginsAt"
        from (${lifecycle.details(sql`(select ${given('entity')}::text as entity)`)}) as shown`,
      { entity },
    ),
    ask<QueryResultRow & FoundStep>(
      request,
      'history',
      () => sql`select count(*) over ()::int as total, ${instantText(sql`log.at`)} as at, log.from_state as "fromState",
          log.event, log.to_state as "toState", ${users.displayName} as by, ${roles.name} as role, log.detail
        from ${transitionLog} as log left join ${users} on ${users.id} = log.user_id
        left join ${roles} on ${roles.id} = ${users.roleId}
        where ${isOf(request)} order by log.id desc limit ${MAX_STEPS}`,
      { entity },
    ),
  ])
  if (steps.length === 0 && (found === undefined || lifecycle.isKept?.(found.record) === false)) return null
  return {
    record: found?.record ?? null,
    beginsAt: found?.beginsAt ?? null,
    total: steps[0]?.total ?? 0,
    steps: steps
      .reverse()
      .map(({ total: _, detail, ...step }) => ({ ...step, note: lifecycle.logged?.noteOf(detail) ?? null })),
  }
}
