import { Alert, Checkbox, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { allOf, callOf } from '#contract/call.ts'
import {
  createPto,
  createPtos,
  getOriginalPto,
  getPtoBalance,
  type Pto,
  type PtoBalance,
  updatePto,
} from '#contract/time-off.ts'
import { getTimeOff } from '#contract/time-off-calendar.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import { formatDate, type LocalDate, timeList } from '#domain/time.ts'
import { hundredthsAsked, MAX_REASON_LENGTH, overBalanceHint, timeOffMessages } from '#domain/time-off.ts'
import {
  emptyPtoForm,
  hundredthsOfDays,
  type PtoFormValues,
  ptoFormValuesSchema,
  type RequestedDays,
  requestedDaysSchema,
  type SpanRange,
  shownDays,
  spanRange,
  withPtoStart,
} from '#domain/time-off-span.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { UnsavedDraft } from '#screens/draft-notice.tsx'
import { type DraftedFields, DraftedForm, recordContent, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { useNow } from '#screens/use-now.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'
import { PtoDays } from './pto-days.tsx'

/** The request to add or edit. */
interface PtoSubject {
  readonly providerId: number
  /** Undefined for a new request. */
  readonly ptoId: number | undefined
}

interface PtoStored {
  pto: Pto | undefined
  /** Warns before a request over the balance is sent. */
  balance: PtoBalance
}

const readPto = callOf(getOriginalPto, (id: number) => ({ params: { id } }))

/** The outcome is the message shown once the request is stored. */
export const ptoFormCalls: RecordCalls<PtoSubject, PtoStored, RequestedDays, string> = {
  read: allOf<PtoSubject, PtoStored>({
    balance: callOf(getPtoBalance, ({ providerId }) => ({ params: { providerId } })),
    pto: {
      run: async (client, { ptoId }, options) =>
        ptoId === undefined ? undefined : readPto.run(client, ptoId, options),
    },
  }),
  save: {
    run: async (client, { subject: { providerId }, stored: { pto }, values: { days, reason } }) => {
      const [day, ...others] = days
      if (day === undefined) throw new Error('No day to request')
      if (pto !== undefined) {
        const { id, entityCacheKey } = pto
        await client.call(updatePto, { body: { ...day, reason, id, entityCacheKey } })
        return timeOffMessages.updated
      }
      if (others.length === 0) await client.call(createPto, { body: { ...day, reason, providerId } })
      else await client.call(createPtos, { body: { days: [...days], reason, providerId } })
      return timeOffMessages.created
    },
  },
}

type PtoFormMachine = RecordFormMachine<PtoSubject, PtoStored, RequestedDays, string>
type Actor = ActorRefFrom<PtoFormMachine>

const STARTS = timeList.slice(0, -1)
const ENDS = timeList.slice(1)

const valuesOf = (pto: Pto | undefined): PtoFormValues =>
  pto === undefined
    ? emptyPtoForm
    : {
        ...emptyPtoForm,
        requestedDate: pto.requestedDate,
        startTime: pto.startTime,
        endTime: pto.endTime,
        reason: pto.reason,
      }

/** A request for a day that is over, until the user confirms it. */
interface PastDay {
  readonly date: LocalDate
  readonly onConfirm: () => void
}

interface FieldsProps extends DraftedFields<PtoFormValues, RequestedDays> {
  readonly actor: Actor
  readonly stored: PtoStored
  readonly isBusy: boolean
  readonly onAsk: (past: PastDay) => void
}

/** The requested hours, in hundredths, with a warning if the balance doesn't cover them. */
const Hours = ({ asked, stored: { balance, pto } }: { readonly asked: number; readonly stored: PtoStored }) => {
  const own = pto === undefined ? 0 : hundredthsOf(pto.totalHours)
  const pending = hundredthsOf(balance.pendingHours) - own
  const hint = overBalanceHint(asked, { available: hundredthsOf(balance.availableHours), pending })
  return (
    <div aria-live="polite">
      <Group gap="lg">
        <Text size="sm">Total Hours: {formatHours(asked)}</Text>
        <Text size="sm" c="dimmed">
          Available: {formatHours(hundredthsOf(balance.availableHours))}
        </Text>
      </Group>
      {hint !== undefined && (
        <Alert color="yellow" mt="xs" p="xs">
          {hint}
        </Alert>
      )}
    </div>
  )
}

const readExisting = callOf(getTimeOff, ({ from, to }: SpanRange) => ({ query: { fromDate: from, toDate: to } }))

/** The requests that leave days of a span out; undefined while they are loading. */
const useExisting = (values: PtoFormValues) => {
  const range = spanRange(values)
  const { from, to } = range ?? {}
  const read = useDetailsOf(readExisting, range)
  const { subject, data } = useSelector(read, ({ context }) => context)
  return { read, existing: subject?.from === from && subject?.to === to ? data : undefined }
}

const PtoFields = ({ actor, stored, isBusy, onAsk, restored, draft, submit }: FieldsProps) => {
  const form = useForm<PtoFormValues>({
    initialValues: restored ?? valuesOf(stored.pto),
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const { date: today } = useNow()
  const send = (sent: RequestedDays) => {
    const past = sent.days.find(({ requestedDate }) => requestedDate < today)?.requestedDate
    if (past !== undefined && past !== stored.pto?.requestedDate) onAsk({ date: past, onConfirm: () => submit(sent) })
    else submit(sent)
  }
  const { hireDate, termDate } = stored.balance
  const employed = { ...(hireDate !== null && { minDate: hireDate }), ...(termDate !== null && { maxDate: termDate }) }
  const { values } = form
  const { existing, read } = useExisting(values)
  const { isSeveral } = values
  const shown = existing && shownDays(values, existing)
  const { errorOf, submit: check } = useCheckedForm(
    form,
    requestedDaysSchema(existing, stored.balance).safeParse(values),
    {
      onValid: send,
    },
  )
  const setTimes = ({ startTime, endTime }: PtoFormValues) => {
    form.setFieldValue('startTime', startTime)
    form.setFieldValue('endTime', endTime)
    // The day may have been rejected because of the previous times.
    form.clearFieldError('requestedDate')
  }
  return (
    <form noValidate onSubmit={check}>
      <Stack gap="sm">
        {errorOf('status') !== undefined && (
          <Alert color="red" role="alert">
            {errorOf('status')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <DateField
            label="Requested Date"
            required
            disabled={isBusy}
            {...employed}
            value={values.requestedDate}
            error={errorOf('requestedDate')}
            onChange={(requestedDate) => form.setFieldValue('requestedDate', requestedDate)}
          />
          {isSeveral && (
            <DateField
              label="Last Date"
              required
              disabled={isBusy}
              {...employed}
              value={values.lastDate}
              error={errorOf('lastDate')}
              onChange={(lastDate) => {
                form.setFieldValue('lastDate', lastDate)
                form.clearFieldError('requestedDate')
              }}
            />
          )}
        </SimpleGrid>
        {stored.pto === undefined && (
          <Checkbox
            label="Several days"
            disabled={isBusy}
            checked={isSeveral}
            onChange={({ currentTarget: { checked } }) => form.setFieldValue('isSeveral', checked)}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TimeSelect
            label="Start Time"
            required
            options={STARTS}
            disabled={isBusy}
            value={values.startTime}
            error={errorOf('startTime')}
            onChange={(startTime) => setTimes(withPtoStart(values, startTime))}
          />
          <TimeSelect
            label="End Time"
            required
            options={ENDS}
            disabled={isBusy}
            value={values.endTime}
            error={errorOf('endTime')}
            onChange={(endTime) => setTimes({ ...values, endTime })}
          />
          {isSeveral && (
            <>
              <TimeSelect
                label="First Day From"
                description="If later than the other days"
                options={STARTS}
                disabled={isBusy}
                value={values.firstFrom}
                error={errorOf('firstFrom')}
                onChange={(firstFrom) => form.setFieldValue('firstFrom', firstFrom)}
              />
              <TimeSelect
                label="Last Day Until"
                description="If earlier than the other days"
                options={ENDS}
                disabled={isBusy}
                value={values.lastUntil}
                error={errorOf('lastUntil')}
                onChange={(lastUntil) => form.setFieldValue('lastUntil', lastUntil)}
              />
            </>
          )}
        </SimpleGrid>
        <Textarea
          label="Reason"
          required
          autosize
          minRows={3}
          maxRows={8}
          readOnly={isBusy}
          description={`${values.reason.length} of ${MAX_REASON_LENGTH} characters`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('reason')}
          error={errorOf('reason')}
        />
        {isSeveral && <PtoDays shown={shown} read={read} />}
        <Hours asked={isSeveral ? hundredthsOfDays(shown?.days ?? []) : hundredthsAsked(values)} stored={stored} />
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

const draftName = (ptoId: number | undefined) => `time-off/${ptoId ?? 'new'}`

/** Shown above the list while there is an unsent request. */
export const UnsavedPto = ({ onContinue }: { readonly onContinue: () => void }) => (
  <UnsavedDraft content={recordContent} name={draftName(undefined)} noun="request" onContinue={onContinue} />
)

const withKey = ({ pto, balance }: PtoStored, key: string | null): PtoStored => ({
  balance,
  pto: pto && key !== null ? { ...pto, entityCacheKey: key } : pto,
})

const selectSubject = ({ context }: SnapshotFrom<PtoFormMachine>) => context.subject

/** 'Add PTO' and 'Edit PTO' (spec 2, section 2.7). */
export const PtoFormDialog = ({ form }: { readonly form: Actor }) => {
  const subject = useSelector(form, selectSubject)
  const id = subject?.ptoId
  const [past, setPast] = useState<PastDay>()
  return (
    <>
      <RecordDialog form={form} title={id === undefined ? 'Add PTO' : 'Edit PTO'} isAsking={past !== undefined}>
        {(stored, isBusy) => (
          <DraftedForm
            actor={form}
            name={draftName(id)}
            noun="request"
            content={ptoFormValuesSchema}
            stored={stored}
            basisOf={({ pto }) => pto?.entityCacheKey ?? null}
            withBasis={withKey}
            watched={{
              read: ptoFormCalls.read,
              subject: id === undefined ? undefined : subject,
              follows: [{ topic: 'timeOff', provider: subject?.providerId }],
            }}
          >
            {(drafted) => <PtoFields actor={form} stored={stored} isBusy={isBusy} onAsk={setPast} {...drafted} />}
          </DraftedForm>
        )}
      </RecordDialog>
      {past && (
        <ConfirmDialog
          question={timeOffMessages.past}
          details={formatDate(past.date)}
          onCancel={() => setPast(undefined)}
          onConfirm={() => {
            setPast(undefined)
            past.onConfirm()
          }}
        />
      )}
    </>
  )
}
