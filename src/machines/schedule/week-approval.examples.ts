import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { ProviderDay, weekApprovalMachine } from './week-approval.machine.ts'

export const MONDAY = '2026-03-02'
export const TUESDAY = '2026-03-03'
const SUNDAY = '2026-03-01'

/** A week with Monday approved or open, and Tuesday open for two providers. */
const week = (isMondayApproved: boolean): ProviderDay[] => [
  { providerId: 7, date: MONDAY, occurrenceId: 1, isApproved: isMondayApproved },
  { providerId: 7, date: TUESDAY, occurrenceId: 2, isApproved: false },
  { providerId: 8, date: TUESDAY, occurrenceId: 3, isApproved: false },
]

export const examples = {
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
      error: {
        ...commonFailures,
        'not allowed': new ApiError(403, 'You are not allowed to do this'),
        'changed meanwhile': new ApiError(409, 'Someone else changed a day.'),
      },
    },
  },
} satisfies Examples<typeof weekApprovalMachine>
