import { Box, Button, Popover, Stack } from '@mantine/core'
import type { Timesheet } from '#contract/schedule.ts'
import { formatTimeRange } from '#domain/time.ts'
import styles from './timesheet-chips.module.css'

/** More than these go behind a button: with every provider shown a day has dozens. */
const SHOWN = 2

const Chip = ({ timesheet, withProvider }: { readonly timesheet: Timesheet; readonly withProvider: boolean }) => (
  <Box className={styles.chip} style={{ '--school-colour': timesheet.colourCode }}>
    <span className={styles.school}>
      {withProvider && `${timesheet.providerName}, `}
      {timesheet.schoolName}
    </span>
    <span>
      {timesheet.isBillable ? 'Zero Hours' : formatTimeRange(timesheet.startTime, timesheet.endTime)}
      {timesheet.isConfirmed && ' ✓'}
    </span>
  </Box>
)

interface Props {
  readonly timesheets: readonly Timesheet[]
  readonly withProvider: boolean
}

/** The day's school timesheets, above its hours. */
export const TimesheetChips = ({ timesheets, withProvider }: Props) => {
  const chipOf = (timesheet: Timesheet) => (
    <Chip key={`${timesheet.providerId} ${timesheet.schoolId}`} timesheet={timesheet} withProvider={withProvider} />
  )
  const more = timesheets.length - SHOWN
  return (
    <div className={styles.chips}>
      {timesheets.slice(0, more === 1 ? SHOWN + 1 : SHOWN).map(chipOf)}
      {more > 1 && (
        <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
          <Popover.Target>
            <Button size="compact-xs" variant="subtle">
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
    </div>
  )
}
