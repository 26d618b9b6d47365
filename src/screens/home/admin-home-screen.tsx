import { Button, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import type { ApprovedDate, CalendarEvent } from '#contract/schedule.ts'
import { correctionsAddress } from '#domain/billing/corrections.ts'
import { DAY_ENDS, DAY_STARTS, formatDayHeader, type LocalDate } from '#domain/time.ts'
import { type CalendarSnapshot, selectPlace } from '#machines/schedule/calendar.machine.ts'
import { daysShown } from '#machines/schedule/calendar-place.ts'
import { dayStatusLookup } from '#machines/schedule/day-status.ts'
import {
  type ProviderDay,
  providerDaysOf,
  selectionInWords,
  type WeekApprovalEmitted,
  type WeekApprovalSnapshot,
} from '#machines/schedule/week-approval.machine.ts'
import { useCorrectDay } from '#screens/billing/correct-day.tsx'
import { useDecision } from '#screens/form/decision-dialog.tsx'
import { historyAddress } from '#screens/history-link.tsx'
import { CalendarFilterBar } from '#screens/schedule/calendar-filters.tsx'
import { CalendarGrid } from '#screens/schedule/calendar-grid.tsx'
import { CalendarNotices } from '#screens/schedule/calendar-notices.tsx'
import { CalendarToolbar } from '#screens/schedule/calendar-toolbar.tsx'
import { PrintMenu } from '#screens/schedule/print-menu.tsx'
import { useAddSession } from '#screens/schedule/use-add-session.tsx'
import { type CalendarActor, useCalendar } from '#screens/schedule/use-calendar.ts'
import { useEventDetails } from '#screens/schedule/use-event-details.tsx'
import { useNow } from '#screens/use-now.ts'
import { ApprovalDialogs } from './approval-dialogs.tsx'
import { Birthdays } from './birthdays.tsx'
import { DayCheck } from './day-check.tsx'
import { DayView } from './day-view.tsx'
import { NeedsYou } from './needs-you.tsx'
import { PrintedOverview } from './printed-overview.tsx'
import { RejectButton, rejecting } from './rejecting.tsx'
import { reopening } from './reopening.ts'
import { useApproval } from './use-approval.ts'
import { useDayForms } from './use-day-forms.tsx'
import { WeekStrip } from './week-strip.tsx'

const selectView = ({ context }: CalendarSnapshot) => context.view
const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectProviderId = ({ context }: CalendarSnapshot) => context.filters.providerId
const selectEvents = ({ context }: CalendarSnapshot) => context.data?.events
const selectApprovedDates = ({ context }: CalendarSnapshot) => context.data?.approvedDates
const selectWeekdaysOnly = ({ context }: CalendarSnapshot) => context.weekdaysOnly
const selectSelection = ({ context }: WeekApprovalSnapshot) => selectionInWords(context)
const selectDays = ({ context }: WeekApprovalSnapshot) => context.days
const selectIsEditable = (snapshot: WeekApprovalSnapshot) => snapshot.hasTag('editable')

const NO_EVENTS: readonly CalendarEvent[] = []
const NO_DATES: readonly ApprovedDate[] = []

const countApproved = ({ count }: Extract<WeekApprovalEmitted, { type: 'days.approved' }>) => count

const useWeekApproval = (calendar: CalendarActor, onChanged: () => void) => {
  const events = useSelector(calendar, selectEvents) ?? NO_EVENTS
  const approvedDates = useSelector(calendar, selectApprovedDates) ?? NO_DATES
  const view = useSelector(calendar, selectView)
  const date = useSelector(calendar, selectDate)
  const weekdaysOnly = useSelector(calendar, selectWeekdaysOnly)
  const now = useNow()
  const days = useMemo(() => providerDaysOf(events, approvedDates, now), [events, approvedDates, now])
  const dates = useMemo(() => daysShown({ view, date, weekdaysOnly }), [view, date, weekdaysOnly])
  return useApproval({ dates, days, countOf: countApproved, onChanged })
}

/** The administrator's week: every provider's sessions, and the days to approve (spec 2, section 2.2). */
export const AdminHomeScreen = () => {
  const calendar = useCalendar('adminHome', 'weekly')
  const refresh = useCallback(() => calendar.send({ type: 'calendar.refresh' }), [calendar])
  const approval = useWeekApproval(calendar, refresh)
  const { open: reopen, dialog: reopenDialog } = useDecision(reopening, refresh)
  const { open: correct, dialog: correctDialog } = useCorrectDay(refresh)
  const { open: reject, dialog: rejectDialog } = useDecision(rejecting, refresh)
  const forms = useDayForms(refresh)
  const add = useAddSession(calendar)
  const view = useSelector(calendar, selectView)
  const date = useSelector(calendar, selectDate)
  const providerId = useSelector(calendar, selectProviderId)
  const details = useEventDetails(calendar, { records: true })
  const approvedDates = useSelector(calendar, selectApprovedDates) ?? NO_DATES
  const dayStatusOf = useMemo(() => dayStatusLookup(approvedDates), [approvedDates])
  const days = useSelector(approval, selectDays)
  const rejectable = useMemo(
    () =>
      days
        .filter(({ isOver, isApproved, providerId, date: eventDate }) => {
          return isOver && !isApproved && dayStatusOf({ providerId, eventDate }) !== 'rejected'
        })
        .sort((a, b) => a.providerName.localeCompare(b.providerName)),
    [days, dayStatusOf],
  )
  const shownName = days.find((day) => day.providerId === providerId && day.date === date)?.providerName
  /** The day of the one provider who is shown. */
  const shownDay =
    providerId === undefined || shownName === undefined
      ? undefined
      : { providerId, providerName: shownName, date, status: dayStatusOf({ providerId, eventDate: date }) }
  const selection = useSelector(approval, selectSelection)
  const isEditable = useSelector(approval, selectIsEditable)

  const renderDayHeader = useCallback(
    (date: LocalDate, label: string) => (
      <Group gap={4} wrap="nowrap" mih={24}>
        <DayCheck approval={approval} date={date} label={label} />
        <RejectButton days={rejectable.filter((day) => day.date === date)} label={label} onReject={reject} />
      </Group>
    ),
    [approval, rejectable, reject],
  )
  const openDay = useCallback(
    ({ providerId, date }: ProviderDay) => {
      const { filters } = selectPlace(calendar.getSnapshot())
      calendar.send({ type: 'place.visit', place: { view: 'daily', date, filters: { ...filters, providerId } } })
    },
    [calendar],
  )

  return (
    <Stack gap="sm">
      <NeedsYou calendar={calendar} />
      <CalendarToolbar
        title="Home Page"
        calendar={calendar}
        withViews
        actions={
          <>
            <Button variant="default" component={Link} href={`/people?date=${date}`}>
              People
            </Button>
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
                {shownDay?.status === 'locked' && (
                  <Button variant="default" onClick={() => correct(shownDay)}>
                    Correct This Day
                  </Button>
                )}
                {shownDay?.status === 'correcting' && (
                  <Button variant="default" component={Link} href={correctionsAddress(providerId)}>
                    Correction
                  </Button>
                )}
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
      {selection !== '' && (
        <Group gap="xs" role="status">
          <Text size="sm">{selection}</Text>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!isEditable}
            onClick={() => approval.send({ type: 'selection.clear' })}
          >
            Clear
          </Button>
        </Group>
      )}
      {add.unsaved}
      <WeekStrip calendar={calendar} onReopen={reopen} onCorrect={correct} />
      {view === 'daily' ? (
        <>
          <div>{renderDayHeader(date, formatDayHeader(date))}</div>
          <DayView calendar={calendar} actions={forms.actions} />
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
      <ApprovalDialogs approval={approval} onOpenDay={openDay} />
      {reopenDialog}
      {rejectDialog}
      {correctDialog}
      {add.panel}
      {forms.dialogs}
      {details.dialog}
    </Stack>
  )
}
