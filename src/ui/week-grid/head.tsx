import type { CSSProperties, ReactNode, Ref } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { formatDayHeader } from '#domain/time.ts'
import styles from './week-grid.module.css'

interface HeadProps {
  ref: Ref<HTMLDivElement>
  days: readonly LocalDate[]
  columns: CSSProperties
  today: LocalDate | undefined
  renderDayHeader: ((date: LocalDate, label: string) => ReactNode) | undefined
  renderAllDay: ((date: LocalDate) => ReactNode) | undefined
  allDayLabel: string
}

/** The day headers and the optional all-day row. */
export const Head = ({ ref, days, columns, today, renderDayHeader, renderAllDay, allDayLabel }: HeadProps) => (
  <div className={styles.head} style={columns} ref={ref}>
    <div className={styles.corner} />
    {days.map((date) => (
      <div key={date} className={styles.dayHead} data-today={date === today || undefined}>
        <div>{renderDayHeader ? renderDayHeader(date, formatDayHeader(date)) : formatDayHeader(date)}</div>
      </div>
    ))}
    {renderAllDay ? (
      <>
        <div className={styles.allDayLabel}>{allDayLabel}</div>
        {days.map((date) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
          <div
            key={date}
            role="group"
            className={styles.allDay}
            aria-label={`${allDayLabel}, ${formatDayHeader(date)}`}
          >
            <div>{renderAllDay(date)}</div>
          </div>
        ))}
      </>
    ) : null}
  </div>
)
