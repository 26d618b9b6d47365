import { ApiError } from '#contract/failures.ts'
import { type ProviderDay, weekApprovalMachine } from '#machines/schedule/week-approval.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { type ApprovalWorld, weekApprovalInBrowser } from './week-approval.browser.ts'

const [MONDAY, TUESDAY, SUNDAY] = ['2026-03-02', '2026-03-03', '2026-03-01']

/** A week with Monday approved or not, and Tuesday open for two providers. */
const week = (isMondayApproved: boolean): ProviderDay[] => [
  { providerId: 7, date: MONDAY, occurrenceId: 1, isApproved: isMondayApproved },
  { providerId: 7, date: TUESDAY, occurrenceId: 2, isApproved: false },
  { providerId: 8, date: TUESDAY, occurrenceId: 3, isApproved: false },
]

modelTests<typeof weekApprovalMachine, ApprovalWorld>({
  name: 'schedule/week-approval',
  machine: weekApprovalMachine,
  cases: {
    'days.show': {
      'an open Monday': { days: week(false) },
      'Monday approved': { days: week(true) },
      'a week without sessions': { days: [] },
    },
    'day.toggle': { Monday: { date: MONDAY }, Tuesday: { date: TUESDAY }, 'a day without sessions': { date: SUNDAY } },
    'approval.save': 'bare',
    'approval.confirm': 'bare',
    'approval.cancel': 'bare',
    'notice.dismiss': 'bare',
  },
  outcomes: {
    approveDays: {
      done: {
        approved: { refusals: [] },
        'some days refused': { refusals: ['Timesheet of Ana Ruiz for 03/03/2026 is not confirmed'] },
      },
      error: { ...commonFailures, 'not allowed': new ApiError(403, 'You are not allowed to do this') },
    },
  },
  project: ({ days, pending, refusals, failure }) => ({
    days: days.map(({ isApproved }) => isApproved),
    pending,
    refusals: refusals.length,
    failure,
  }),
  states: {
    choosing: ({ context: { refusals, failure } }) => {
      if (refusals.length > 0 || failure !== undefined) throw new Error('a notice is left over')
    },
    refused: ({ context: { refusals, pending } }) => {
      if (refusals.length === 0) throw new Error('nothing says which days were refused')
      if (pending.length > 0) throw new Error('ticks are left over')
    },
    failed: ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what failed')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: weekApprovalInBrowser(MONDAY, TUESDAY) }),
})
