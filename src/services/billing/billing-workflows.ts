import type { ApiClient } from '#contract/api-client.ts'
import { lockOutPeriod } from '#contract/billing.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import { lockOutMachine, type PeriodToLock } from '#machines/billing/lock-out.machine.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import type { Services } from '../services.ts'

const lockOutActors = (client: ApiClient) => ({
  lockPeriod: fromCall<{ message: string }, PeriodToLock>(async ({ isForced, ...period }) => {
    await client.call(lockOutPeriod, { body: { ...period, isForceFullLockOut: isForced } })
    return { message: lockOutMessages.locked(period) }
  }),
})

export const billingWorkflows = ({ client }: Services) => [provide(lockOutMachine, { actors: lockOutActors(client) })]
