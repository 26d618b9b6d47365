import { Badge, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { defaultEnd, durationOf, endOptions, formatDuration, startOptions } from '#domain/session-form.ts'
import { formatTimeRange, localTimeSchema } from '#domain/time.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'
import classes from './session-form.module.css'
import { partsOf, type SessionFormView } from './use-session-form.ts'

const isTime = (text: string) => localTimeSchema.safeParse(text).success

/** The chosen times as a range with its length: '7:00 AM-7:15 AM', '15 minutes'. */
const TimeDisplay = ({ start, end }: { readonly start: string; readonly end: string }) => (
  <Group gap={8} aria-live="polite">
    <Badge variant="light" size="lg" radius="sm" tt="none" fw={600}>
      {isTime(start) && isTime(end) ? formatTimeRange(start, end) : '–'}
    </Badge>
    <Text size="sm" c="dimmed">
      {formatDuration(durationOf(start, end))}
    </Text>
  </Group>
)

/** Basic or Advance, with the chosen time; the switch is hidden from those who may not choose. */
export const FormHead = ({ actor, values, isLocked }: SessionFormView) => {
  const canChoose = useSelector(
    actor,
    (snapshot) => snapshot.can({ type: 'basic.choose' }) || snapshot.can({ type: 'advance.choose' }),
  )
  const isProvider = useSelector(actor, ({ context }) => context.user.role === 'Providers')
  return (
    <Group justify="space-between" gap="xs">
      {isProvider ? null : (
        <Group gap={8}>
          <Text size="sm" fw={500} id="caseload-list-switch">
            Caseload List
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby="caseload-list-switch"
            data={[
              { value: 'basic', label: 'Basic' },
              { value: 'advance', label: 'Advance' },
            ]}
            value={values.mode}
            onChange={(mode) => actor.send({ type: mode === 'basic' ? 'basic.choose' : 'advance.choose' })}
            disabled={isLocked || !canChoose}
          />
        </Group>
      )}
      <TimeDisplay start={values.startTime} end={values.endTime} />
    </Group>
  )
}

/** Name, provider, day and times. */
export const SessionFields = ({ actor, form, values, errorOf, isLocked }: SessionFormView) => {
  const { choices } = partsOf(actor)
  const providers = useSelector(choices, ({ context }) => context.providers)
  const pageLoad = useSelector(choices, ({ context }) => context.pageLoad)
  const isLoading = useSelector(choices, (snapshot) => snapshot.matches({ lists: 'loading' }))
  const { noun, questions } = useSelector(actor, ({ context }) => context)
  const chooseStart = (startTime: string) => {
    form.setFieldValue('startTime', startTime)
    if (isTime(startTime)) form.setFieldValue('endTime', defaultEnd(startTime))
  }
  return (
    <Stack gap="sm">
      <TextInput
        label={`${noun} name`}
        withAsterisk
        maxLength={300}
        disabled={isLocked}
        value={values.eventName}
        onChange={(event) => form.setFieldValue('eventName', event.currentTarget.value)}
        error={errorOf('eventName')}
        autoComplete="off"
        data-autofocus
      />
      {questions.asksProvider && (
        <IdSelect
          label="Provider"
          withAsterisk
          disabled={isLocked}
          isLoading={isLoading}
          options={providers.map(({ id, providerName }) => ({ id, label: providerName }))}
          value={values.providerId}
          onChange={(providerId) => {
            form.setFieldValue('providerId', providerId)
            actor.send({ type: 'provider.choose', providerId })
          }}
          error={errorOf('providerId')}
        />
      )}
      <div className={classes.times}>
        <DateField
          label="Date"
          withAsterisk
          disabled={isLocked}
          value={values.date}
          onChange={(date) => form.setFieldValue('date', date)}
          error={errorOf('date')}
        />
        <TimeSelect
          label="Start Time"
          withAsterisk
          disabled={isLocked}
          value={values.startTime}
          options={pageLoad?.timeList ?? startOptions}
          onChange={chooseStart}
          error={errorOf('startTime')}
        />
        <TimeSelect
          label="End Time"
          withAsterisk
          disabled={isLocked}
          value={values.endTime}
          options={pageLoad?.timeList.slice(1) ?? endOptions}
          onChange={(endTime) => form.setFieldValue('endTime', endTime)}
          error={errorOf('endTime')}
        />
      </div>
      <Checkbox
        label="Timesheet required"
        disabled={isLocked}
        checked={values.isTimesheetReq}
        onChange={(event) => form.setFieldValue('isTimesheetReq', event.currentTarget.checked)}
      />
    </Stack>
  )
}
