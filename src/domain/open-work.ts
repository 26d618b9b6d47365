/** What is still open: providers' days, and changes to sessions (docs/decisions/what-needs-you.md). */
import { isIdOf, nameOfIn } from './choices.ts'

/** Answers and decisions are news for this many days; the Home Page also lists the days that wait from this time. */
export const NEWS_DAYS = 14

/** How many days back an open day is found. */
export const OPEN_DAYS_BACK = 366

export const OPEN_DAY_STATUSES = [
  { id: 1, name: 'Not confirmed' },
  { id: 2, name: 'Rejected' },
  { id: 3, name: 'Ready to approve' },
] as const
export type OpenDayStatus = (typeof OPEN_DAY_STATUSES)[number]['id']
export const isOpenDayStatus = isIdOf(OPEN_DAY_STATUSES)

export const openDayStatusName = nameOfIn(OPEN_DAY_STATUSES)

/** The stages of a provider's change to a session, as its lists can be narrowed to; only providers dismiss. */
export const CHANGE_STAGES = [
  { id: 1, name: 'Waiting' },
  { id: 2, name: `Decided in the last ${NEWS_DAYS} days` },
  { id: 3, name: 'Decided and not dismissed' },
] as const
export type ChangeStage = (typeof CHANGE_STAGES)[number]['id']
export const isChangeStage = isIdOf(CHANGE_STAGES)

/** Likewise for answered requests for time off, and for work that was handed over to them. */
export const ANSWERS = [
  { id: 1, name: `In the last ${NEWS_DAYS} days` },
  { id: 2, name: 'Not dismissed' },
] as const
export type AnswerStage = (typeof ANSWERS)[number]['id']
export const isAnswerStage = isIdOf(ANSWERS)

/** What the Home Page counts as news: providers can dismiss these counts. */
export const NEWS_KEYS = ['answeredRequests', 'decidedChanges', 'workReceived'] as const
export type NewsKey = (typeof NEWS_KEYS)[number]
