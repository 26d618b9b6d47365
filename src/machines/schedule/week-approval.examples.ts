import { ApiError } from '#contract/failures.ts'
import type { ApprovedDate } from '#contract/schedule.ts'
import type { LocalDateTime } from '#domain/time.ts'
import { weekOf } from '#domain/time.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { sampleApproval, sampleEvent } from './sample-sessions.ts'
import { type ProviderDay, providerDaysOf, type weekApprovalMachine } from './week-approval.machine.ts'

export const MONDAY = '2026-03-02'
export const TUESDAY = '2026-03-03'
const WEDNESDAY = '2026-03-04'
const SUNDAY = '2026-03-01'

/** Tuesday noon. */
const NOW: LocalDateTime = { date: TUESDAY, time: '12:00' }

/** One provider's sessions from Monday to Wednesday, and another's on Tuesday afternoon. */
const sessions = [
  sampleEvent({ id: 71, providerId: 7, eventDate: MONDAY }),
  sampleEvent({ id: 72, providerId: 7, eventDate: MONDAY }),
  sampleEvent({ id: 58, providerId: 7, eventDate: TUESDAY }),
  sampleEvent({ id: 63, providerId: 8, providerName: 'Bo Chen', eventDate: TUESDAY, eventEndTime: '16:00' }),
  sampleEvent({ id: 84, providerId: 7, eventDate: WEDNESDAY }),
]
/** Monday and Tuesday are open, but for the other provider's Tuesday, which is not over; nor is Wednesday. */
const week = (...approvals: ApprovedDate[]) => providerDaysOf(sessions, approvals, NOW)
const dayOf = (id: number): ProviderDay => {
  const [day] = providerDaysOf(
    sessions.filter((session) => session.id === id),
    [],
    NOW,
  )
  if (!day) throw new RangeError(`There is no session ${id}`)
  return day
}
const DATES = weekOf(MONDAY)

export const examples = {
  cases: {
    'days.show': {
      'an open Monday': { dates: DATES, days: week() },
      'Monday approved': { dates: DATES, days: week(sampleApproval({ approvedDate: MONDAY })) },
      'Monday reopened, though its session says approved': {
        dates: DATES,
        days: providerDaysOf(
          sessions.map((session) => ({ ...session, isApproved: session.eventDate === MONDAY ? 1 : 0 })),
          [sampleApproval({ approvedDate: MONDAY, isApproved: 2 })],
          NOW,
        ),
      },
      'one provider of Tuesday approved': {
        dates: DATES,
        days: week(sampleApproval({ providerId: 8, approvedDate: TUESDAY })),
      },
      'a week without sessions': { dates: weekOf('2026-03-29'), days: [] },
    },
    'day.toggle': {
      Monday: { date: MONDAY },
      Tuesday: { date: TUESDAY },
      'a day that is not over': { date: WEDNESDAY },
      'a day without sessions': { date: SUNDAY },
    },
    'days.check': {
      "one provider's days": {
        days: [
          { providerId: 7, date: MONDAY },
          { providerId: 7, date: TUESDAY },
          { providerId: 7, date: WEDNESDAY },
        ],
        isChecked: true,
      },
      'a Tuesday off again': { days: [{ providerId: 7, date: TUESDAY }], isChecked: false },
      'a day that is not over': { days: [{ providerId: 8, date: TUESDAY }], isChecked: true },
    },
    'selection.clear': 'bare',
    'approval.save': 'bare',
    'approval.confirm': 'bare',
    'approval.cancel': 'bare',
    'notice.dismiss': 'bare',
    'page.leave': 'bare',
    'leave.confirm': 'bare',
    'leave.dismiss': 'bare',
  },
  outcomes: {
    approveDays: {
      done: {
        approved: { approved: [dayOf(71)], refusals: [] },
        'some days refused': {
          approved: [dayOf(71)],
          refusals: [{ message: 'Ana Ruiz has not confirmed the hours at Lincoln on 03/03/2026.', day: dayOf(58) }],
        },
      },
      error: {
        ...commonFailures,
        'not allowed': new ApiError(403, 'You are not allowed to do this'),
        'changed meanwhile': new ApiError(409, 'Someone else changed a day.'),
      },
    },
  },
} satisfies Examples<typeof weekApprovalMachine>
