/** When saved reports are due by email (docs/decisions/saved-reports.md). */
import { lastDue, nextDue, type SentPeriod } from '#domain/reports.ts'
import { type LocalDate, localOf } from '#domain/time.ts'

interface Scheduled {
  readonly schedule: 'halfMonth' | 'weekly'
  readonly lastSentOn: LocalDate | null
  /** When its schedule was chosen. */
  readonly scheduledAt: Date
}

/** What has become due since it was last sent, or since it was scheduled; undefined if nothing has. */
export const dueNow = (
  { schedule, lastSentOn, scheduledAt }: Scheduled,
  today: LocalDate,
  timeZone: string,
): SentPeriod | undefined => {
  const due = lastDue(schedule, today)
  const isNew = lastSentOn === null || lastSentOn < due.on
  return isNew && localOf(scheduledAt, timeZone).date <= due.on ? due : undefined
}

/** The day of its next email; today for one that is due. */
export const nextSentOn = (saved: Scheduled, today: LocalDate, timeZone: string): LocalDate =>
  dueNow(saved, today, timeZone) ? today : nextDue(saved.schedule, today)
