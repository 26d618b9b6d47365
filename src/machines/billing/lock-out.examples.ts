import { ApiError } from '#contract/failures.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { lockOutMachine } from './lock-out.machine.ts'

const period = { startDate: '2026-11-01', endDate: '2026-11-15' }
const locked = { message: lockOutMessages.locked(period) }
const nothing = new ApiError(404, lockOutMessages.nothingToLock(period))
const overlap = new ApiError(409, lockOutMessages.overlaps(period))
const refused = { ...commonFailures, 'nothing to lock': nothing, 'locked meanwhile': overlap }
const open = new ApiError(204, lockOutMessages.confirmForce, [], { days: 2, minutes: 210, amount: '299.25' })
const wrongDay = [{ path: 'endDate', message: lockOutMessages.notOver }]

export const examples = {
  cases: {
    'dialog.open': 'bare',
    'dialog.close': 'bare',
    'period.change': 'bare',
    'period.submit': { 'a half-month': { period } },
    'force.confirm': 'bare',
    'force.cancel': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    lockPeriod: {
      done: { locked },
      error: {
        ...refused,
        'days not approved': open,
        'a date too late': new ApiError(400, lockOutMessages.notOver, wrongDay),
      },
    },
    forceLock: { done: { locked }, error: refused },
  },
} satisfies Examples<typeof lockOutMachine>
