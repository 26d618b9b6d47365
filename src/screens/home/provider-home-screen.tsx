import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { TrackingLabel } from '#contract/lookups.ts'
import { selectItems } from '#machines/common/lookup.machine.ts'
import { type CalendarSnapshot, selectIsFirstLoad } from '#machines/schedule/calendar.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { CalendarNotices } from '#screens/schedule/calendar-notices.tsx'
import { CalendarToolbar } from '#screens/schedule/calendar-toolbar.tsx'
import { useAddSession } from '#screens/schedule/use-add-session.tsx'
import { useCalendar } from '#screens/schedule/use-calendar.ts'
import styles from './provider-home.module.css'
import { SchoolDay } from './school-day.tsx'
import { useDayForms } from './use-day-forms.tsx'

const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectSchools = ({ context }: CalendarSnapshot) => context.data?.schools
const selectIsEmpty = (snapshot: CalendarSnapshot) => snapshot.matches('empty')

/** What the labels mean. */
const Legend = ({ labels }: { readonly labels: readonly TrackingLabel[] }) => (
  <Text component="p" size="xs" c="dimmed" className={styles.legend}>
    <strong>Note:</strong>
    {labels.map(({ id, trackingLabel, description }) => (
      <span key={id}>
        {trackingLabel} = {description}
      </span>
    ))}
  </Text>
)

const DaySkeleton = () => (
  <Stack gap="sm" role="status" aria-label="Loading...">
    {[0, 1].map((school) => (
      <Paper key={school} withBorder p="sm">
        <Skeleton height={18} width="40%" mb="sm" />
        <Skeleton height={34} mb="sm" />
        <Skeleton height={120} />
      </Paper>
    ))}
  </Stack>
)

/** The provider's day: hours per school, and what was done in each session (spec 2, section 2.3). */
export const ProviderHomeScreen = () => {
  const calendar = useCalendar('providerHome', 'daily')
  const { providerId } = useSession()
  const add = useAddSession(calendar)
  const labels = useSelector(useActorRef(useProvided('trackingLabels')), selectItems)
  const schools = useSelector(calendar, selectSchools)
  const date = useSelector(calendar, selectDate)
  const isFirstLoad = useSelector(calendar, selectIsFirstLoad)
  const isEmpty = useSelector(calendar, selectIsEmpty)
  const refresh = useCallback(() => calendar.send({ type: 'calendar.refresh' }), [calendar])
  const forms = useDayForms(refresh)
  return (
    <Stack gap="sm">
      <CalendarToolbar
        title="Home Page"
        calendar={calendar}
        actions={
          <>
            {providerId !== null && (
              <Button variant="default" onClick={() => forms.openNote({ providerId, date })}>
                Daily Note
              </Button>
            )}
            <Button onClick={() => add.open()}>+ Add Session</Button>
          </>
        }
      />
      <CalendarNotices calendar={calendar} />
      {add.unsaved}
      {isFirstLoad && <DaySkeleton />}
      {isEmpty && (
        <Paper withBorder p="xl">
          <Text ta="center" c="dimmed">
            You have no events scheduled today
          </Text>
        </Paper>
      )}
      {schools?.map(({ timesheet, listing }) => (
        <SchoolDay
          key={`${timesheet.date} ${timesheet.providerId} ${timesheet.schoolId}`}
          timesheet={timesheet}
          sessions={listing}
          labels={labels}
          students={forms.students}
          onChanged={refresh}
        />
      ))}
      {labels.length > 0 && !isEmpty && <Legend labels={labels} />}
      {add.panel}
      {forms.dialogs}
    </Stack>
  )
}
