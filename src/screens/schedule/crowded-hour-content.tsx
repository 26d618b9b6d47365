import styles from './crowded-hour.module.css'
import type { CrowdedHour } from './crowded-hours.ts'
import { DayStatusBar, hasStatuses } from './day-status-bar.tsx'

/** The content of a crowded hour's box. */
export const CrowdedHourContent = ({ hour }: { readonly hour: CrowdedHour }) => (
  <>
    <strong className={styles.count}>{hour.title}</strong>
    {hasStatuses(hour) && <DayStatusBar counts={hour} />}
    <span className={styles.words}> {hour.detail} </span>
    {hour.waiting && <span className={styles.waiting}>{hour.waiting}</span>}
  </>
)
