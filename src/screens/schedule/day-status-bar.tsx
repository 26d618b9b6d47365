import { DAY_STATUSES, type DayStatus, type StatusCounts } from '#machines/schedule/day-status.ts'
import styles from './day-status-bar.module.css'

export const hasStatuses = (counts: StatusCounts): boolean => DAY_STATUSES.some((status) => counts[status] > 0)

/** A bar of day statuses by share, from unconfirmed to approved. Decorative: the text next to it says the same. */
export const DayStatusBar = ({ counts }: { readonly counts: StatusCounts }) => (
  <span className={styles.bar} aria-hidden>
    {DAY_STATUSES.filter((status) => counts[status] > 0).map((status) => (
      <span key={status} data-day-status={status} style={{ flexGrow: counts[status] }} />
    ))}
  </span>
)

/** The color of a status in the bar. */
export const DayStatusDot = ({ status }: { readonly status: DayStatus }) => (
  <span className={styles.dot} data-day-status={status} aria-hidden />
)
