import { Badge, Checkbox, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { chooseMode, chooseStart } from '#domain/session-entry.ts'
import {
  choosesMode,
  durationOf,
  endOptions,
  formatDuration,
  type SessionFormValues,
  startOptions,
} from '#domain/session-form.ts'
import { formatTimeRange, localTimeSchema } from '#domain/time.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'
import classes from './session-form.module.css'
import { partsOf, type SessionFormPart } from './use-session-form.ts'

const isTime = (text: string) => localTimeSchema.safeParse(text).success

/** The chosen times as a range with its duration: '7:00 AM-7:15 AM', '15 minutes'. */
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

type Part<Field extends keyof SessionFormValues> = SessionFormPart & Readonly<Pick<SessionFormValues, Field>>

/** The Basic/Advance switch, for those who may use it, and the chosen time. */
export const FormHead = memo(
  ({ actor, enter, isLocked, mode, startTime, endTime }: Part<'mode' | 'startTime' | 'endTime'>) => {
    const canChoose = useSelector(actor, ({ context }) => choosesMode(context.user.role))
    return (
      <Group justify="space-between" gap="xs">
        {canChoose && (
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
              value={mode}
              onChange={(chosen) => enter(chooseMode(chosen))}
              disabled={isLocked}
            />
          </Group>
        )}
        <TimeDisplay start={startTime} end={endTime} />
      </Group>
    )
  },
)

export const NameField = memo(({ actor, enter, errorOf, isLocked, eventName }: Part<'eventName'>) => {
  const noun = useSelector(actor, ({ context }) => context.noun)
  return (
    <TextInput
      label={`${noun} name`}
      required
      maxLength={300}
      disabled={isLocked}
      value={eventName}
      onChange={(event) => enter({ eventName: event.currentTarget.value })}
      error={errorOf('eventName')}
      autoComplete="off"
      data-autofocus
    />
  )
})

/** Only for administrators, who add sessions for others. */
export const ProviderField = memo(({ actor, enter, errorOf, isLocked, providerId }: Part<'providerId'>) => {
  const { choices } = partsOf(actor)
  const isAsked = useSelector(actor, ({ context }) => context.questions.asksProvider)
  const providers = useSelector(choices, ({ context }) => context.providers)
  const isLoading = useSelector(choices, (snapshot) => snapshot.matches({ lists: 'loading' }))
  if (!isAsked) return null
  return (
    <IdSelect
      label="Provider"
      required
      disabled={isLocked}
      isLoading={isLoading}
      options={providers.map(({ id, providerName, isOnLeave }) => ({
        id,
        label: isOnLeave ? `${providerName} (on leave)` : providerName,
      }))}
      value={providerId}
      onChange={(chosen) => {
        enter({ providerId: chosen })
        choices.send({ type: 'provider.choose', providerId: chosen })
      }}
      error={errorOf('providerId')}
    />
  )
})

export const TimeFields = memo(
  ({ actor, enter, errorOf, isLocked, date, startTime, endTime }: Part<'date' | 'startTime' | 'endTime'>) => {
    const times = useSelector(partsOf(actor).choices, ({ context }) => context.pageLoad?.timeList)
    return (
      <div className={classes.times}>
        <DateField
          label="Date"
          required
          disabled={isLocked}
          value={date}
          onChange={(entered) => enter({ date: entered })}
          error={errorOf('date')}
        />
        <TimeSelect
          label="Start Time"
          required
          disabled={isLocked}
          value={startTime}
          options={times ?? startOptions}
          onChange={(entered) => enter(chooseStart(entered))}
          error={errorOf('startTime')}
        />
        <TimeSelect
          label="End Time"
          required
          disabled={isLocked}
          value={endTime}
          options={times?.slice(1) ?? endOptions}
          onChange={(entered) => enter({ endTime: entered })}
          error={errorOf('endTime')}
        />
      </div>
    )
  },
)

export const TimesheetField = memo(({ enter, isLocked, isTimesheetReq }: Part<'isTimesheetReq'>) => (
  <Checkbox
    label="Timesheet required"
    disabled={isLocked}
    checked={isTimesheetReq}
    onChange={(event) => enter({ isTimesheetReq: event.currentTarget.checked })}
  />
))
