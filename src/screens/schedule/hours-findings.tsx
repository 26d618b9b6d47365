import { List, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { callOf } from '#contract/call.ts'
import { getScheduleEventsPerDay, type Timesheet } from '#contract/schedule.ts'
import { type CheckedHours, checkHours } from '#domain/hours-checks.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { TimesheetRowSnapshot } from '#machines/schedule/timesheet-row.machine.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { IconAlertTriangle } from '#ui/icons/alert-triangle.ts'
import type { TimesheetRow } from './hours-fields.tsx'
import styles from './hours-findings.module.css'

/** What is odd about hours, one finding a line. */
export const Findings = ({ texts }: { readonly texts: readonly string[] }) => (
  <List
    size="sm"
    icon={<IconAlertTriangle size={14} aria-hidden />}
    classNames={{ root: styles.findings, itemIcon: styles.icon }}
  >
    {texts.map((text) => (
      <List.Item key={text}>{text}</List.Item>
    ))}
  </List>
)

interface Props extends Pick<Timesheet, 'facts' | 'explanation'> {
  /** As stored, or as they are being entered. */
  readonly hours: CheckedHours
}

/** What is odd about a row of hours, and why it is so; empty if nothing is. It warns, and blocks nothing. */
export const HoursFindings = ({ hours, facts, explanation = '' }: Props) => {
  const findings = facts === undefined ? [] : checkHours(hours, facts)
  return (
    <div role="status">
      {findings.length > 0 && <Findings texts={findings.map(({ text }) => text)} />}
      {explanation !== '' && (
        <Text size="sm" className={styles.explanation}>
          Explanation: {explanation}
        </Text>
      )}
    </div>
  )
}

const readDay = callOf(
  getScheduleEventsPerDay,
  ({ providerId, date }: Pick<Timesheet, 'providerId' | 'date'>) => ({
    body: { providerId, fromDateTime: date, toDateTime: date },
  }),
  ({ eventsTimeSheetListing }): readonly Timesheet[] => eventsTimeSheetListing.map(({ timesheet }) => timesheet),
)

type DaySnapshot = DetailsSnapshot<Pick<Timesheet, 'providerId' | 'date'>, readonly Timesheet[]>
const selectRows = ({ context }: DaySnapshot) => context.data
const selectHours = ({ context }: TimesheetRowSnapshot) => context

/** The same in a dialog, whose row comes without what its hours are checked against. */
export const DialogFindings = ({ row }: { readonly row: TimesheetRow }) => {
  const { entry, timesheet } = useSelector(row, selectHours)
  const { providerId, schoolId, date } = timesheet
  const day = useDetailsOf(
    readDay,
    useMemo(() => ({ providerId, date }), [providerId, date]),
  )
  const stored = useSelector(day, selectRows)?.find((each) => each.schoolId === schoolId)
  if (stored === undefined || !entry.isRequired) return null
  return <HoursFindings hours={{ ...entry, date }} facts={stored.facts} explanation={stored.explanation} />
}
