import { VisuallyHidden } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { formatMinutes } from '#domain/hours.ts'
import { formatDayHeader, formatShortDay, type LocalDate } from '#domain/time.ts'
import type { DayKey } from '#machines/schedule/week-approval.machine.ts'
import { IconAlertTriangle } from '#ui/icons/alert-triangle.ts'
import { IconArrowBackUp } from '#ui/icons/arrow-back-up.ts'
import { IconCheck } from '#ui/icons/check.ts'
import { IconChecks } from '#ui/icons/checks.ts'
import { IconCircleDashed } from '#ui/icons/circle-dashed.ts'
import { IconClockHour4 } from '#ui/icons/clock-hour-4.ts'
import { IconLock } from '#ui/icons/lock.ts'
import { IconLockOpen } from '#ui/icons/lock-open.ts'
import { IconMessageQuestion } from '#ui/icons/message-question.ts'
import { moveByKey } from '#ui/key-moves.ts'
import styles from './people-grid.module.css'
import {
  isCheckable,
  isPlainReady,
  type PersonDayStatus,
  type PersonRow,
  sessionsInWords,
  statusInWords,
} from './person-day.ts'

const ICONS: Readonly<Record<PersonDayStatus, ComponentType<{ size: number }>>> = {
  waiting: IconMessageQuestion,
  rejected: IconArrowBackUp,
  correcting: IconLockOpen,
  unconfirmed: IconCircleDashed,
  ready: IconCheck,
  ahead: IconClockHour4,
  approved: IconChecks,
  locked: IconLock,
}

/** Rows and columns of the grid; 0 is the header. */
interface At {
  readonly row: number
  readonly column: number
}

/** How far PageUp and PageDown go. */
const PAGE = 10

interface Props {
  readonly people: readonly PersonRow[]
  readonly dates: readonly LocalDate[]
  readonly isBusy: boolean
  readonly isChecked: (day: DayKey) => boolean
  /** The cell whose details are shown. */
  readonly onVisit: (day: DayKey | undefined) => void
  /** Checks the days if one of them isn't checked, otherwise unchecks them. */
  readonly onToggle: (days: readonly DayKey[]) => void
  readonly onOpen: (day: DayKey) => void
  /** Other keys; true if the key was used. */
  readonly onKey: (key: string) => boolean
}

/** Providers by days. The arrow keys move between cells and headers; Space checks a day, a row or a column. */
export const PeopleGrid = ({ people, dates, isBusy, isChecked, onVisit, onToggle, onOpen, onKey }: Props) => {
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<At>({ row: 1, column: 1 })
  const current = { row: Math.min(at.row, people.length), column: Math.min(at.column, dates.length) }

  const dayAt = ({ row, column }: At) => {
    const person = people[row - 1]
    const day = person?.days.find(({ date }) => date === dates[column - 1])
    return person && day && { person, day }
  }
  const keyOf = (found: ReturnType<typeof dayAt>): DayKey | undefined =>
    found && { providerId: found.person.providerId, date: found.day.date }

  /** A cell's day, or those of its row or column: the ones that are ready if there are any, but not those to look at. */
  const daysOf = ({ row, column }: At): DayKey[] => {
    const among = (row === 0 ? people.map((_, index) => index + 1) : [row]).flatMap((eachRow) =>
      (column === 0 ? dates.map((_, index) => index + 1) : [column]).map((eachColumn) => ({
        row: eachRow,
        column: eachColumn,
      })),
    )
    const found = among.flatMap((each) => {
      const cell = dayAt(each)
      const key = keyOf(cell)
      return cell && key ? [{ key, ...cell.day }] : []
    })
    if (row > 0 && column > 0) return found.filter(({ status }) => isCheckable(status)).map(({ key }) => key)
    const ready = found.filter(isPlainReady)
    return (ready.length > 0 ? ready : found.filter(({ status }) => isCheckable(status))).map(({ key }) => key)
  }
  const areChecked = (days: readonly DayKey[]) => days.length > 0 && days.every(isChecked)

  const visit = (next: At) => {
    setAt(next)
    onVisit(keyOf(dayAt(next)))
  }
  const go = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(row, people.length)),
      column: Math.max(0, Math.min(column, dates.length)),
    }
    table.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus()
  }

  const press = (event: KeyboardEvent) => {
    const { row, column } = current
    if (event.ctrlKey || event.metaKey) {
      const jumps: Record<string, () => void> = {
        Home: () => go(0, 0),
        End: () => go(people.length, dates.length),
        a: () => onToggle(daysOf({ row: 0, column: 0 })),
      }
      const jump = jumps[event.key]
      if (!jump) return
      event.preventDefault()
      jump()
      return
    }
    const isMoved = moveByKey(event, {
      ArrowLeft: () => go(row, column - 1),
      ArrowRight: () => go(row, column + 1),
      ArrowUp: () => go(row - 1, column),
      ArrowDown: () => go(row + 1, column),
      Home: () => go(row, 0),
      End: () => go(row, dates.length),
      PageUp: () => go(row - PAGE, column),
      PageDown: () => go(row + PAGE, column),
      ' ': () => onToggle(daysOf(current)),
      Enter: () => {
        const day = keyOf(dayAt(current))
        if (day) onOpen(day)
      },
    })
    if (!isMoved && !event.altKey && onKey(event.key)) event.preventDefault()
  }

  /** What every cell has: its place, one Tab stop for all, and a click that checks. */
  const cellOf = (row: number, column: number) => {
    const days = daysOf({ row, column })
    return {
      'data-at': `${row} ${column}`,
      tabIndex: current.row === row && current.column === column ? 0 : -1,
      'aria-selected': days.length > 0 ? areChecked(days) : undefined,
      'data-checkable': days.length > 0 || undefined,
      onFocus: () => visit({ row, column }),
      onClick: () => onToggle(days),
    }
  }

  return (
    <div className={styles.scroller} aria-busy={isBusy}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is used like a spreadsheet
        role="grid"
        aria-label="Days by provider"
        aria-multiselectable
        className={styles.grid}
        style={{ minWidth: `calc(10.5rem + ${dates.length} * 9rem)` }}
        onKeyDown={press}
      >
        <thead>
          <tr>
            <th scope="col" {...cellOf(0, 0)}>
              Provider
            </th>
            {dates.map((date, index) => (
              <th key={date} scope="col" {...cellOf(0, index + 1)} aria-label={formatDayHeader(date)}>
                {formatShortDay(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, index) => (
            <tr key={person.providerId}>
              <th scope="row" title={person.providerName} {...cellOf(index + 1, 0)}>
                <bdi>{person.providerName}</bdi>
              </th>
              {dates.map((date, place) => {
                const day = person.days.find((each) => each.date === date)
                const cell = cellOf(index + 1, place + 1)
                if (!day) return <td key={date} {...cell} aria-label="No sessions" />
                const Icon = ICONS[day.status]
                return (
                  <td key={date} {...cell} data-status={day.status} data-odd={day.oddCount > 0 || undefined}>
                    <span className={styles.day}>
                      <Icon size={14} aria-hidden />
                      <span className={styles.hours}>{formatMinutes(day.hours)}</span>
                      <VisuallyHidden>{sessionsInWords(day)}</VisuallyHidden>
                      {day.oddCount > 0 && <IconAlertTriangle size={14} aria-hidden />}
                      {day.oddCount > 0 && day.status !== 'ready' && <VisuallyHidden>To look at,</VisuallyHidden>}
                      <span className={styles.words}>{statusInWords(day, day.status)}</span>
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
