import { ActionIcon, Box, Button, Popover, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { approvedWord, countsAsApproved, type Timesheet } from '#contract/schedule.ts'
import { formatDayHeader, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { IconLock } from '#ui/icons/lock.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import styles from './timesheet-chips.module.css'

/** Any more go behind a button, since with all providers shown, a day has dozens. */
const SHOWN = 2

interface ChipProps {
  readonly timesheet: Timesheet
  readonly withProvider: boolean
  readonly onOpen: () => void
}

const hoursOf = ({ isZeroHours, startTime, endTime }: Timesheet) =>
  isZeroHours ? 'Zero Hours' : formatTimeRange(startTime, endTime)

/** Stored hours, or with a dashed outline the hours of the day's sessions. */
const Chip = ({ timesheet, withProvider, onOpen }: ChipProps) => {
  const isClosed = countsAsApproved(timesheet.isApproved)
  const isStored = timesheet.id > 0
  const look = { className: styles.chip, 'data-stored': isStored, style: { '--school-colour': timesheet.colourCode } }
  const content = (
    <>
      <span className={styles.school}>
        {withProvider && `${timesheet.providerName}, `}
        {timesheet.schoolName}
      </span>
      <span>
        {hoursOf(timesheet)}
        {timesheet.isConfirmed && (
          <>
            <span aria-hidden> ✓</span>
            <VisuallyHidden>, confirmed</VisuallyHidden>
          </>
        )}
        {isClosed && <IconLock size={12} className={styles.lock} aria-label={approvedWord(timesheet.isApproved)} />}
      </span>
    </>
  )
  if (isClosed) return <Box {...look}>{content}</Box>
  return (
    <UnstyledButton {...look} title={isStored ? 'Edit Timesheet' : 'Add Timesheet'} onClick={onOpen}>
      {content}
    </UnstyledButton>
  )
}

interface Props {
  readonly date: LocalDate
  readonly timesheets: readonly Timesheet[]
  readonly withProvider: boolean
  /** Adds hours for one of the rows without stored hours. */
  readonly onAdd: (rows: readonly Timesheet[]) => void
  readonly onEdit: (timesheet: Timesheet) => void
}

/** The day's school timesheets, above the grid, with an add icon while any open one has no stored hours. */
export const TimesheetChips = ({ date, timesheets, withProvider, onAdd, onEdit }: Props) => {
  const [isListed, setIsListed] = useState(false)
  const chipOf = (timesheet: Timesheet) => (
    <Chip
      key={`${timesheet.providerId} ${timesheet.schoolId}`}
      timesheet={timesheet}
      withProvider={withProvider}
      onOpen={() => {
        setIsListed(false)
        if (timesheet.id > 0) onEdit(timesheet)
        else onAdd([timesheet])
      }}
    />
  )
  const addable = timesheets.filter(({ id, isApproved }) => id === 0 && !countsAsApproved(isApproved))
  const more = timesheets.length - SHOWN
  return (
    <div className={styles.chips}>
      {timesheets.slice(0, more === 1 ? SHOWN + 1 : SHOWN).map(chipOf)}
      <div className={styles.row}>
        {more > 1 && (
          <Popover opened={isListed} onChange={setIsListed} position="bottom-start" shadow="md" withinPortal trapFocus>
            <Popover.Target>
              <Button size="compact-xs" variant="subtle" onClick={() => setIsListed((listed) => !listed)}>
                {more} more
              </Button>
            </Popover.Target>
            <Popover.Dropdown aria-label="School timesheets">
              <Stack gap={4} mah={320} style={{ overflow: 'auto' }} tabIndex={0}>
                {timesheets.map(chipOf)}
              </Stack>
            </Popover.Dropdown>
          </Popover>
        )}
        {addable.length > 0 && (
          <ActionIcon
            size="sm"
            variant="subtle"
            className={styles.add}
            aria-label={`Add Timesheet, ${formatDayHeader(date)}`}
            onClick={() => onAdd(addable)}
          >
            <IconPlus size={14} />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
