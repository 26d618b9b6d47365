import type { PreviewedDate } from '#contract/session-preview.ts'
import { formatDayHeader } from '#domain/time.ts'
import { clashesOf, dateInWords } from '#machines/schedule/preview-in-words.ts'
import { ClashList } from '../clash-list.tsx'
import styles from './date-list.module.css'

/** Formats a date; one that doesn't exist, such as February 30, has no weekday. */
const dayOf = (date: PreviewedDate): string => {
  if (date.what !== 'skipped' || date.why !== 'noSuchDate') return formatDayHeader(date.date)
  const [year, month, day] = date.date.split('-')
  return `${month}/${day}/${year}`
}

const stands = ({ what }: PreviewedDate) => what === 'created' || what === 'changed' || what === 'moved'

/** The outcome and clashes of each date. */
export const DateList = ({ dates }: { readonly dates: readonly PreviewedDate[] }) => (
  <ul className={styles.dates} aria-label="Dates">
    {dates.map((date) => {
      const clashes = clashesOf(date)
      return (
        <li key={`${date.date} ${date.what}`} className={styles.date} data-stands={stands(date)}>
          <span className={styles.day}>{dayOf(date)}</span>
          <span>{dateInWords(date)}</span>
          {clashes.length > 0 && (
            <div className={styles.clashes}>
              <ClashList clashes={clashes} />
            </div>
          )}
        </li>
      )
    })}
  </ul>
)
