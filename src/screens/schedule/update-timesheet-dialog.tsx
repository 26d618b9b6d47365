import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ActorRefFrom } from 'xstate'
import { formatDayHeader, timeList } from '#domain/time.ts'
import { MODAL_WORDS, timesheetErrors, withStart } from '#domain/timesheet.ts'
import type { TimesheetSubject, TimesheetValues, UpdateTimesheetMachine } from '#machines/schedule/day-forms.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'

type Actor = ActorRefFrom<UpdateTimesheetMachine>

/** The rules of the hours, where hours are asked for. */
const problemsOf = (values: TimesheetValues, serviceId: number | null) =>
  values.isTimesheetReq ? timesheetErrors({ ...values, serviceId }, MODAL_WORDS) : {}

interface FieldsProps {
  readonly actor: Actor
  readonly stored: TimesheetSubject
  readonly isBusy: boolean
}

const HoursFields = ({ actor, stored, isBusy }: FieldsProps) => {
  const form = useForm<TimesheetValues>({
    initialValues: {
      isTimesheetReq: stored.isTimesheetReq,
      isZeroHours: stored.isZeroHours,
      startTime: stored.timesheetStartTime,
      endTime: stored.timesheetEndTime,
    },
    validate: (values) => ({ ...problemsOf(values, stored.serviceId) }),
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  const { isTimesheetReq, isZeroHours, startTime, endTime } = form.values
  const time = { options: timeList, disabled: isBusy || !isTimesheetReq || isZeroHours }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => actor.send({ type: 'form.submit', values }))}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {stored.schoolName}, {stored.providerName}, {formatDayHeader(stored.eventDate)}: the hours of all sessions
          there on this day.
        </Text>
        <Checkbox
          label="Timesheet required"
          disabled={isBusy}
          {...form.getInputProps('isTimesheetReq', { type: 'checkbox' })}
        />
        <Checkbox
          label="Submit with Zero Hours"
          disabled={isBusy || !isTimesheetReq}
          {...form.getInputProps('isZeroHours', { type: 'checkbox' })}
        />
        <SimpleGrid cols={2} spacing="xs">
          <TimeSelect
            {...time}
            label="Start"
            value={startTime}
            error={form.errors.startTime}
            onChange={(chosen) => form.setValues(withStart({ startTime, endTime }, chosen))}
          />
          <TimeSelect
            {...time}
            label="End"
            value={endTime}
            error={form.errors.endTime}
            onChange={(chosen) => form.setFieldValue('endTime', chosen)}
          />
        </SimpleGrid>
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** 'Update Timesheet': the hours that a session belongs to, corrected by an administrator (spec 2, section 2.2). */
export const UpdateTimesheetDialog = ({ form }: { readonly form: Actor }) => (
  <RecordDialog form={form} title="Update Timesheet">
    {(stored, isBusy) => <HoursFields actor={form} stored={stored} isBusy={isBusy} />}
  </RecordDialog>
)
