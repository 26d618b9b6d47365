import { Button, Checkbox, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import type { ApprovedDate, CalendarEvent } from '#contract/schedule.ts'
import { DAY_ENDS, DAY_STARTS, formatDayHeader, type LocalDate } from '#domain/time.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { dayStatusLookup } from '#machines/schedule/day-status.ts'
import {
  dayApproval,
  providerDaysOf,
  type WeekApprovalSnapshot,
  weekApprovalMachine,
} from '#machines/schedule/week-approval.machine.ts'
import { historyAddress } from '#screens/history-link.tsx'
import { useProvided } from '#screens/provided.tsx'
import { CalendarFilterBar } from '#screens/schedule/calendar-filters.tsx'
import { CalendarGrid } from '#screens/schedule/calendar-grid.tsx'
import { CalendarNotices } from '#screens/schedule/calendar-notices.tsx'
import { CalendarToolbar } from '#screens/schedule/calendar-toolbar.tsx'
import { PrintMenu } from '#screens/schedule/print-menu.tsx'
import { useAddSession } from '#screens/schedule/use-add-session.tsx'
import { type CalendarActor, useCalendar } from '#screens/schedule/use-calendar.ts'
import { useEventDetails } from '#screens/schedule/use-event-details.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { ApprovalDialogs } from './approval-dialogs.tsx'
import { Birthdays } from './birthdays.tsx'
import { DayView } from './day-view.tsx'
import { PrintedOverview } from './printed-overview.tsx'
import { ReopenDialog, reopening as reopeningCalls } from './reopen-dialog.tsx'
import { useDayForms } from './use-day-forms.tsx'
import { WeekStrip } from './week-strip.tsx'

const selectView = ({ context }: CalendarSnapshot) => context.view
const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectProviderId = ({ context }: CalendarSnapshot) => context.filters.providerId
const selectEvents = ({ context }: CalendarSnapshot) => context.data?.events
const selectApprovedDates = ({ context }: CalendarSnapshot) => context.data?.approvedDates
const selectDays = ({ context }: WeekApprovalSnapshot) => context.days
const selectPending = ({ context }: WeekApprovalSnapshot) => context.pending
const selectIsEditable = (snapshot: WeekApprovalSnapshot) => snapshot.hasTag('editable')

const NO_EVENTS: readonly CalendarEvent[] = []
const NO_DATES: readonly ApprovedDate[] = []

/** Runs the approval of the days shown; reloads the calendar after a change. */
const useWeekApproval = (calendar: CalendarActor) => {
  const approval = useActorRef(useProvided(weekApprovalMachine))
  const events = useSelector(calendar, selectEvents) ?? NO_EVENTS
  const approvedDates = useSelector(calendar, selectApprovedDates) ?? NO_DATES
  const days = useMemo(() => providerDaysOf(events, approvedDates), [events, approvedDates])
  useEffect(() => approval.send({ type: 'days.show', days }), [approval, days])
  useEffect(() => {
    const { unsubscribe } = approval.on('approval.changed', () => calendar.send({ type: 'calendar.refresh' }))
    return unsubscribe
  }, [approval, calendar])
  return approval
}

/** The administrator's week: every provider's sessions, and the days to approve (spec 2, section 2.2). */
export const AdminHomeScreen = () => {
  const calendar = useCalendar('adminHome', 'weekly')
  const approval = useWeekApproval(calendar)
  const reopening = useRecordForm(reopeningCalls)
  const refresh = useCallback(() => calendar.send({ type: 'calendar.refresh' }), [calendar])
  const forms = useDayForms(refresh)
  const add = useAddSession(calendar)
  const view = useSelector(calendar, selectView)
  const date = useSelector(calendar, selectDate)
  const providerId = useSelector(calendar, selectProviderId)
  const details = useEventDetails(calendar, { records: true })
  useEffect(() => {
    const { unsubscribe } = reopening.on('record.saved', refresh)
    return unsubscribe
  }, [reopening, refresh])
  const approvedDates = useSelector(calendar, selectApprovedDates) ?? NO_DATES
  const dayStatusOf = useMemo(() => dayStatusLookup(approvedDates), [approvedDates])
  const days = useSelector(approval, selectDays)
  const pending = useSelector(approval, selectPending)
  const isEditable = useSelector(approval, selectIsEditable)

  const renderDayHeader = useCallback(
    (date: LocalDate, label: string) => {
      const status = dayApproval(days, date)
      return (
        <Checkbox
          size="xs"
          label={label}
          aria-label={`Approve ${label}`}
          checked={status === 'approved' || pending.includes(date)}
          disabled={status !== 'open' || !isEditable}
          onChange={() => approval.send({ type: 'day.toggle', date })}
        />
      )
    },
    [approval, days, pending, isEditable],
  )

  return (
    <Stack gap="sm">
      <CalendarToolbar
        title="Home Page"
        calendar={calendar}
        withViews
        actions={
          <>
            <PrintMenu calendar={calendar} />
            {view === 'daily' && providerId !== undefined && (
              <>
                <Button
                  variant="default"
                  component={Link}
                  href={historyAddress('schedule/provider-day', `${providerId}/${date}`)}
                >
                  History
                </Button>
                <Button variant="default" onClick={() => forms.openNote({ providerId, date })}>
                  Daily Note
                </Button>
              </>
            )}
            {view === 'daily' && (
              <Button variant="default" onClick={() => add.open()}>
                + Add Session
              </Button>
            )}
            <Button onClick={() => approval.send({ type: 'approval.save' })} disabled={!isEditable}>
              Save
            </Button>
          </>
        }
      />
      <CalendarFilterBar calendar={calendar} />
      <CalendarNotices calendar={calendar} />
      {add.unsaved}
      <WeekStrip calendar={calendar} onReopen={(day) => reopening.send({ type: 'form.open', subject: day })} />
      {view === 'daily' ? (
        <>
          <div>{renderDayHeader(date, formatDayHeader(date))}</div>
          <DayView calendar={calendar} students={forms.students} />
        </>
      ) : (
        <>
          <PrintedOverview calendar={calendar} />
          <CalendarGrid
            calendar={calendar}
            isForAllProviders
            colour="school"
            areApprovedClosed
            from={DAY_STARTS}
            to={DAY_ENDS}
            slotMinutes={60}
            renderDayHeader={renderDayHeader}
            dayStatusOf={dayStatusOf}
            onEventOpen={details.open}
          />
        </>
      )}
      <Birthdays />
      <ApprovalDialogs approval={approval} />
      <ReopenDialog form={reopening} />
      {add.panel}
      {forms.dialogs}
      {details.dialog}
    </Stack>
  )
}
