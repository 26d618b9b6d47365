import { Button, Chip, Group, SegmentedControl, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { callOf } from '#contract/call.ts'
import { getPeopleDays, type Person } from '#contract/people.ts'
import { hasWords } from '#domain/name-key.ts'
import { addDays, isWeekend, type LocalDate, weekOf } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { DayKey, WeekApprovalEmitted, WeekApprovalSnapshot } from '#machines/schedule/week-approval.machine.ts'
import { useCorrectDay } from '#screens/billing/correct-day.tsx'
import { useDecision } from '#screens/form/decision-dialog.tsx'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { useLive } from '#screens/use-live.ts'
import { useNow } from '#screens/use-now.ts'
import { DateNavigation } from '#ui/date-navigation/date-navigation.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { ApprovalDialogs } from '../approval-dialogs.tsx'
import { rejectingDays } from '../rejecting.tsx'
import { useApproval } from '../use-approval.ts'
import { DayDetails } from './cell-details.tsx'
import { PeopleGrid } from './people-grid.tsx'
import { type PeoplePlace, readPeoplePlace, writePeoplePlace } from './people-place.ts'
import styles from './people-screen.module.css'
import {
  countDays,
  FILTER_LABELS,
  isCheckable,
  isFilteredBy,
  isPlainReady,
  PERSON_DAY_FILTERS,
  type PersonRow,
  peopleRows,
  providerDayOf,
} from './person-day.ts'

interface Week {
  readonly from: LocalDate
  readonly to: LocalDate
}

const readPeople = callOf(getPeopleDays, ({ from, to }: Week) => ({ body: { fromDateTime: from, toDateTime: to } }))

type PeopleSnapshot = DetailsSnapshot<Week, Person[]>
const selectContext = ({ context }: PeopleSnapshot) => context
const selectHasFailed = (snapshot: PeopleSnapshot) => snapshot.hasTag('failed')
const selectIsBusy = (snapshot: PeopleSnapshot) => snapshot.hasTag('busy')
const selectPending = ({ context }: WeekApprovalSnapshot) => context.pending
const selectIsEditable = (snapshot: WeekApprovalSnapshot) => snapshot.hasTag('editable')

/** Long enough to skip the cells that the arrow keys pass over. */
const DETAILS_DELAY = 150

const NOBODY: readonly Person[] = []
const FOLLOWED = ['sessions', 'days', 'timeOff', 'periods'] as const

const countApproved = ({ providerDays }: Extract<WeekApprovalEmitted, { type: 'days.approved' }>) => providerDays

/** The days of the week that are shown: weekends only if somebody works. */
const datesOf = (week: readonly LocalDate[], people: readonly PersonRow[]): LocalDate[] =>
  week.filter((date) => !isWeekend(date) || people.some(({ days }) => days.some((day) => day.date === date)))

/** Every provider's week: a row per provider, a cell per day, to approve by cell, row, day or selection. */
export const PeopleScreen = () => {
  const now = useNow()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const place = useMemo(() => readPeoplePlace(search, now.date), [search, now.date])
  const [from = '', , , , , , to = ''] = useMemo(() => weekOf(place.date), [place.date])
  const people = useDetailsOf(readPeople, { from, to })
  const { data, message } = useSelector(people, selectContext)
  const isFailed = useSelector(people, selectHasFailed)
  const isBusy = useSelector(people, selectIsBusy)
  const everyone = useMemo(() => peopleRows(data ?? NOBODY, now), [data, now])

  const refresh = useCallback(() => people.send({ type: 'details.refresh' }), [people])
  useLive(
    FOLLOWED.map((topic) => ({ topic, from, to })),
    () => people.send({ type: 'details.follow' }),
  )
  const dates = useMemo(() => datesOf(weekOf(from), everyone), [from, everyone])
  const days = useMemo(
    () => everyone.flatMap((person) => person.days.map((day) => providerDayOf(person, day, now))),
    [everyone, now],
  )
  const approval = useApproval({ dates, days: data && days, countOf: countApproved, onChanged: refresh })
  const clear = useCallback(() => approval.send({ type: 'selection.clear' }), [approval])
  const pending = useSelector(approval, selectPending)
  const isEditable = useSelector(approval, selectIsEditable)
  const checked = useMemo(() => new Set(pending.map(({ providerId, date }) => `${providerId} ${date}`)), [pending])
  const isChecked = ({ providerId, date }: DayKey) => checked.has(`${providerId} ${date}`)

  const [visited, setVisited] = useState<DayKey>()
  const [shown] = useDebouncedValue(visited, DETAILS_DELAY)
  const shownPerson = everyone.find(({ providerId }) => providerId === shown?.providerId)
  const shownDay = shownPerson?.days.find(({ date }) => date === shown?.date)

  const go = (changed: Partial<PeoplePlace>, replace = false) => {
    const query = writePeoplePlace({ ...place, ...changed }, now.date)
    navigate(query === '' ? path : `${path}?${query}`, { replace })
  }
  const rows = everyone.filter(
    ({ providerName, days: own }) =>
      hasWords(providerName, place.search) &&
      (!place.status || own.some((day) => place.status && isFilteredBy(day, place.status))),
  )
  const counts = countDays(everyone)
  const ready = rows.flatMap(({ providerId, days: own }) =>
    own.filter(isPlainReady).map(({ date }) => ({ providerId, date })),
  )
  const toggle = (some: readonly DayKey[]) => {
    if (some.length > 0) approval.send({ type: 'days.check', days: some, isChecked: !some.every(isChecked) })
  }
  const rejection = useDecision(rejectingDays, refresh, clear)
  const correction = useCorrectDay(refresh)
  /** The selected days, or else the one whose details show. */
  const toReject = everyone.flatMap((person) =>
    person.days
      .filter((day) => {
        const isShown = pending.length === 0 && person === shownPerson && day === shownDay
        const isOpen = isCheckable(day.status) && day.status !== 'rejected'
        return isOpen && (isShown || isChecked({ ...person, date: day.date }))
      })
      .map(({ date, entityCacheKey }) => ({ ...person, date, entityCacheKey })),
  )
  const reject = () => {
    if (toReject.length > 0) rejection.open(toReject)
  }
  const approve = () => approval.send({ type: 'approval.save' })
  const openDay = ({ providerId, date }: DayKey) => navigate(providerDayAddress(providerId, date))

  return (
    <div className={styles.screen}>
      <div className={styles.aside}>
        <Stack gap="sm">
          <Group justify="space-between" gap="xs">
            <Title order={1} fz="h3">
              People
            </Title>
            <SegmentedControl
              size="xs"
              aria-label="View"
              data={['Calendar', 'People']}
              value="People"
              onChange={() => navigate(place.date === now.date ? '/' : `/?date=${place.date}`)}
            />
          </Group>
          <DateNavigation
            date={place.date}
            step="week"
            onChoose={(date) => go({ date })}
            onToday={() => go({ date: now.date })}
            onPrevious={() => go({ date: addDays(place.date, -7) })}
            onNext={() => go({ date: addDays(place.date, 7) })}
          />
          <TextInput
            type="search"
            aria-label="Provider"
            placeholder="Find a provider"
            value={place.search}
            onChange={({ currentTarget: { value } }) => go({ search: value }, true)}
          />
          <Chip.Group
            value={place.status ?? ''}
            onChange={(status) => go({ status: PERSON_DAY_FILTERS.find((each) => each === status) })}
          >
            <Group gap={6} role="group" aria-label="Show">
              <Chip size="xs" value="">
                Everyone
              </Chip>
              {PERSON_DAY_FILTERS.filter((status) => counts[status] > 0 || status === place.status).map((status) => (
                <Chip key={status} size="xs" value={status}>
                  {`${FILTER_LABELS[status]} (${counts[status]})`}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group gap="xs">
            <Button onClick={approve} disabled={!isEditable || pending.length === 0}>
              Approve
            </Button>
            <Button variant="outline" color="red.9" disabled={!isEditable || toReject.length === 0} onClick={reject}>
              Reject
            </Button>
            <Button
              variant="default"
              disabled={!isEditable || ready.length === 0}
              onClick={() => approval.send({ type: 'days.check', days: ready, isChecked: true })}
            >
              Select all ready ({ready.length})
            </Button>
            {pending.length > 0 && (
              <Button variant="subtle" disabled={!isEditable} onClick={clear}>
                Clear
              </Button>
            )}
          </Group>
          <Text fz="sm" role="status">
            {pending.length > 0 && `${counted(pending.length, 'day')} selected`}
          </Text>
          {shown && shownPerson && shownDay && (
            <DayDetails
              reason={shownDay.reason}
              day={shown}
              providerName={shownPerson.providerName}
              version={JSON.stringify(shownDay)}
              status={shownDay.status}
              onCorrect={() => correction.open({ ...shown, providerName: shownPerson.providerName })}
            />
          )}
          <Text fz="xs" c="dimmed" className={styles.keys}>
            In the table: arrow keys move, Space selects a day, a row or a column, Ctrl+A selects all ready days, A
            approves, R rejects, Enter opens the day.
          </Text>
        </Stack>
      </div>
      <div className={styles.main}>
        {isFailed ? (
          <FailedToRead
            message={message ?? 'The week could not be loaded.'}
            onRetry={() => people.send({ type: 'details.retry' })}
          />
        ) : data === undefined ? (
          <Skeleton height="calc(100dvh - 6rem)" role="status" aria-label="Loading..." />
        ) : rows.length === 0 ? (
          <Text c="dimmed">No providers match.</Text>
        ) : (
          <PeopleGrid
            people={rows}
            dates={dates}
            isBusy={isBusy}
            isChecked={isChecked}
            onVisit={setVisited}
            onToggle={toggle}
            onOpen={openDay}
            onKey={(key) => {
              const act = { a: approve, r: reject }[key.toLowerCase()]
              act?.()
              return act !== undefined
            }}
          />
        )}
      </div>
      {rejection.dialog}
      {correction.dialog}
      <ApprovalDialogs approval={approval} onOpenDay={openDay} />
    </div>
  )
}
