import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DayListing, SavedTimesheet, Timesheet } from '#contract/schedule.ts'
import { formatTimeRange, minutesOf } from '#domain/time.ts'
import { hoursInWords } from '#domain/timesheet.ts'
import { counted } from '#domain/words.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import {
  type Confirmed,
  confirmableRows,
  confirmDay,
  type DayRow,
  type DayToConfirm,
  replacedHours,
  scheduledHours,
} from '#machines/schedule/confirm-day.ts'
import { RecordButtons, RecordDialog } from '#screens/form/record-dialog.tsx'
import { useSession } from '#screens/provided.tsx'
import { HoursFindings } from '#screens/schedule/hours-findings.tsx'
import type { CalendarActor } from '#screens/schedule/use-calendar.ts'
import { entryNames } from '#screens/students/entry-names.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { useNow } from '#screens/use-now.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'

/** The wire's code of a rejected day. */
const REJECTED = 2

type Rows = readonly DayRow[]
type Actor = ActorRefFrom<RecordFormMachine<DayToConfirm, Rows, Rows, Confirmed>>
type Snapshot = RecordFormSnapshot<DayToConfirm, Rows, Rows, Confirmed>

const columns: readonly Column<DayListing>[] = [
  {
    key: 'time',
    title: 'Time',
    render: ({ eventStartTime, eventEndTime }) => formatTimeRange(eventStartTime, eventEndTime),
  },
  { key: 'title', title: 'Session', render: ({ title }) => title },
  { key: 'students', title: 'Students', render: ({ caseloadIds }) => entryNames(caseloadIds).join(', ') },
  {
    key: 'minutes',
    title: 'Minutes',
    align: 'end',
    render: ({ eventStartTime, eventEndTime }) => minutesOf(eventEndTime) - minutesOf(eventStartTime),
  },
]

const rowInWords = (row: Pick<Timesheet, 'isZeroHours' | 'startTime' | 'endTime' | 'serviceName'>) =>
  [hoursInWords(row), row.serviceName ?? ''].filter(Boolean).join(', ')

/** What is confirmed, and what is stored if it is something else. */
const Hours = ({ timesheet }: Pick<DayRow, 'timesheet'>) => {
  const scheduled = scheduledHours(timesheet)
  const replaced = replacedHours(timesheet)
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{timesheet.schoolName}</Text>
        {scheduled && <Text size="sm">{rowInWords(scheduled)}</Text>}
      </Group>
      {replaced && (
        <Alert color="yellow" variant="light" p="xs" my={4}>
          {`${timesheet.isApproved === REJECTED ? 'Rejected' : 'Entered'}: ${rowInWords(replaced)}. Confirming replaces this with the scheduled hours.`}
        </Alert>
      )}
      {scheduled && <HoursFindings hours={{ ...scheduled, date: timesheet.date }} {...timesheet} />}
    </>
  )
}

interface RowProps {
  readonly row: DayRow
  /** Undefined until it was sent; null if it was confirmed. */
  readonly refusal: string | null | undefined
}

const Row = ({ row: { timesheet, listing }, refusal }: RowProps) => (
  <section aria-label={`Hours at ${timesheet.schoolName}`}>
    <Hours timesheet={timesheet} />
    <DataTable
      ariaLabel={`Sessions at ${timesheet.schoolName}`}
      columns={columns}
      rows={listing}
      keyOf={({ id }) => id}
      emptyText="No Data Found"
    />
    {refusal !== undefined && (
      <Text size="sm" mt={4} {...(refusal === null ? {} : { c: 'var(--mantine-color-error)', role: 'alert' })}>
        {refusal ?? 'Confirmed'}
      </Text>
    )}
  </section>
)

interface FieldsProps {
  readonly actor: Actor
  readonly rows: Rows
  readonly isBusy: boolean
}

/** The rows to confirm; after some were refused, what became of each. */
const Fields = ({ actor, rows, isBusy }: FieldsProps) => {
  const form = useForm({ initialValues: {} })
  const isDone = useSelector(actor, (snapshot: Snapshot) => snapshot.matches('saved'))
  const { setErrors } = form
  useEffect(() => {
    const { unsubscribe } = actor.on('record.saved', ({ outcome: { refusals } }) => setErrors(refusals))
    return unsubscribe
  }, [actor, setErrors])
  const refusalOf = ({ timesheet: { schoolId } }: DayRow): RowProps['refusal'] => {
    const refusal = form.errors[`school${schoolId}`]
    return isDone ? (typeof refusal === 'string' ? refusal : null) : undefined
  }
  return (
    <form onSubmit={form.onSubmit(() => actor.send({ type: 'form.submit', values: rows }))}>
      <Stack gap="md">
        {rows.length === 0 && <Text>There is nothing to confirm on this day.</Text>}
        {rows.map((row) => (
          <Row key={row.timesheet.schoolId} row={row} refusal={refusalOf(row)} />
        ))}
      </Stack>
      {isDone || rows.length === 0 ? (
        <Group justify="flex-end" mt="md">
          <Button data-autofocus onClick={() => actor.send({ type: isDone ? 'success.dismiss' : 'form.close' })}>
            OK
          </Button>
        </Group>
      ) : (
        <RecordButtons isBusy={isBusy} saveLabel="Confirm" onCancel={() => actor.send({ type: 'form.close' })} />
      )}
    </form>
  )
}

const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectSchools = ({ context }: CalendarSnapshot) => context.data?.schools

interface ConfirmDay {
  /** Empty while no row of the day can be confirmed. */
  readonly button: ReactNode
  readonly dialog: ReactNode
}

/** Confirms the hours of a provider's day as they are scheduled, after showing them. */
export const useConfirmDay = (calendar: CalendarActor): ConfirmDay => {
  const { providerId } = useSession()
  const form = useRecordForm(confirmDay)
  const now = useNow()
  const date = useSelector(calendar, selectDate)
  const schools = useSelector(calendar, selectSchools)
  useEffect(() => {
    const replace = (saved: SavedTimesheet) => calendar.send({ type: 'timesheet.replace', saved })
    const { unsubscribe } = form.on('record.saved', ({ outcome: { saved, refusals } }) => {
      saved.forEach(replace)
      if (Object.keys(refusals).length > 0) return calendar.send({ type: 'calendar.refresh' })
      notifications.show({ message: `${counted(saved.length, 'row')} of hours confirmed` })
      form.send({ type: 'success.dismiss' })
    })
    return unsubscribe
  }, [form, calendar])
  const isOffered = providerId !== null && confirmableRows(schools ?? [], now).length > 0
  return {
    button: isOffered && (
      <Button
        variant="default"
        onClick={() => form.send({ type: 'form.open', subject: { providerId, date, now }, tellsSaved: true })}
      >
        Confirm all as scheduled
      </Button>
    ),
    dialog: (
      <RecordDialog form={form} title="Confirm all as scheduled" size="lg">
        {(rows, isBusy) => <Fields actor={form} rows={rows} isBusy={isBusy} />}
      </RecordDialog>
    ),
  }
}
