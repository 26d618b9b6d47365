/** The day headers and all-day row of the administrator's week, the same for both libraries. */
import { Checkbox } from '@mantine/core'
import type { Timesheet } from '#contract/schedule.ts'
import { formatDayHeader, type LocalDate, weekOf } from '#domain/time.ts'
import { TimesheetChips } from '#screens/schedule/timesheet-chips.tsx'
import '@mantine/core/styles.css'
import { weekStart } from './data.ts'

export const PROVIDERS = 40

const nothing = () => {}

export const renderDayHeader = (date: LocalDate) => (
  <Checkbox size="xs" label={formatDayHeader(date)} aria-label={`Approve ${formatDayHeader(date)}`} />
)

const timesheetsOf = (date: LocalDate): readonly Timesheet[] =>
  Array.from({ length: PROVIDERS }, (_, n) => ({
    id: n % 3,
    providerId: n + 1,
    providerName: `Provider ${n + 1}`,
    schoolId: 1 + (n % 12),
    schoolName: `School ${1 + (n % 12)}`,
    colourCode: '#1c7ed6',
    date,
    startTime: '08:00',
    endTime: '15:00',
    isZeroHours: false,
    isConfirmed: n % 3 > 0,
    isApproved: 0,
    serviceId: 1,
    serviceName: 'Speech',
    entityCacheKey: '1',
  }))

export const renderAllDay = (date: LocalDate) => (
  <TimesheetChips date={date} timesheets={timesheetsOf(date)} withProvider onAdd={nothing} onEdit={nothing} />
)

/** The Friday of a week, the last of its days with sessions. */
export const fridayOf = (week: number): LocalDate => weekOf(weekStart(week))[5] ?? ''
