import type { CloseOut, DayToLookAt } from '#contract/billing.ts'
import { ApiError } from '#contract/failures.ts'
import { closeOutMessages } from '#domain/billing/close-out.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { closeOutMachine } from './close-out.machine.ts'

const work = { providerId: 1, schoolId: 1, serviceId: 1 }
const zero = { days: 0, minutes: 0, amount: '0.00' }
const named = { minutes: 60, amount: '0.00', earlier: ['0.00', '0.00'] }

const rated: CloseOut = {
  asOf: '2026-11-20T15:00:00.000Z',
  lockOuts: [],
  halfMonths: [{ startDate: '2026-11-01', endDate: '2026-11-15', state: 'open' }],
  open: [],
  unrated: [],
  providers: [{ id: 1, name: 'Paul Provider', ...named }],
  schools: [{ id: 1, name: 'Lincoln', hasBillingEmail: true, ...named }],
  leftOut: zero,
}

const unrated: CloseOut = {
  ...rated,
  unrated: [
    {
      ...work,
      ...{ serviceName: 'Occupational Therapy', rateTypeId: null, from: '2026-11-03', to: '2026-11-03' },
      ...{ minutes: 60, sessions: 1, choices: [RATE_TYPE_IDS.hourly, RATE_TYPE_IDS.perSession], choiceRefusal: null },
    },
  ],
}

const late: DayToLookAt = {
  ...{ providerId: 1, date: '2026-11-03', schoolIds: [1], amount: '20.00' },
  findings: ['Lincoln: Outside the sessions, which are 8:15 AM-10:30 AM'],
}

const read = { done: { 'sessions without a rate': unrated, 'nothing open': rated }, error: commonFailures }

export const examples = {
  inputs: { 'the first half of November': { startDate: '2026-11-01' } },
  cases: {
    'window.focus': 'bare',
    'window.hide': 'bare',
    'closeOut.retry': 'bare',
    'closeOut.refresh': 'bare',
    'rateType.choose': {
      'per session': { chosen: { ...work, rateTypeId: RATE_TYPE_IDS.perSession } },
      hourly: { chosen: { ...work, rateTypeId: RATE_TYPE_IDS.hourly } },
    },
    'failure.dismiss': 'bare',
  },
  outcomes: {
    readCloseOut: read,
    rereadCloseOut: read,
    readDaysToLookAt: { done: { 'one day': [late], 'no days': [] }, error: commonFailures },
    saveRateType: {
      done: { saved: { message: closeOutMessages.rateTypeChosen } },
      error: {
        ...commonFailures,
        'nothing without a rate': new ApiError(404, closeOutMessages.nothingToRate),
        'invoiced meanwhile': new ApiError(409, closeOutMessages.invoiced('2026-11-03')),
      },
    },
  },
} satisfies Examples<typeof closeOutMachine>
