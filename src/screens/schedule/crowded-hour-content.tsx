import styles from './crowded-hour.module.css'
import type { CrowdedHour } from './crowded-hours.ts'
import { DayStatusBar, hasStatuses } from './day-status-bar.tsx'

/** What a box of the grid shows of its sessions: of their statuses in words what is to be done, the rest as a bar. */
export const CrowdedHourContent = ({ hour }: { readonly hour: CrowdedHour }) => (
  <>
    <strong className={styles.count}>{hour.title}</strong>
    {hasStatuses(hour) && <DayStatusBar counts={hour} />}
    <span className={styles.words}>{hour.unconfirmed > 0 ? `${hour.unconfirmed} unconfirmed` : hour.detail}</span>
    {hour.status && <span className={styles.waiting}>{hour.status}</span>}
  </>
)
