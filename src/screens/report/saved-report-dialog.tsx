import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { z } from 'zod'
import { editSavedReport, saveReport } from '#contract/reports/saved-reports.ts'
import {
  MAILED_FORMATS,
  REPORT_SCHEDULES,
  type SavedReportForm,
  savedReportMessages,
  savedReportSchema,
} from '#domain/reports.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, type RecordFormActor, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useRecordForm } from '#screens/use-calls.ts'

export const SCHEDULES: Readonly<Record<SavedReportForm['schedule'], string>> = {
  never: 'Never',
  halfMonth: 'On the 1st and 16th, for the previous half-month',
  weekly: 'Every Monday, for the previous week',
}
export const FORMATS: Readonly<Record<SavedReportForm['format'], string>> = { pdf: 'PDF', xlsx: 'Excel' }

/** A report to save, or a saved one to change. */
type Subject = { readonly values: SavedReportForm } & (
  | { readonly report: string; readonly address: string }
  | { readonly id: number; readonly entityCacheKey: string }
)

type Actor = RecordFormActor<Subject, Subject, SavedReportForm, unknown>

const calls: RecordCalls<Subject, Subject, SavedReportForm, unknown> = {
  read: { run: async (_, subject) => subject },
  save: {
    run: (client, { stored, values }) =>
      'id' in stored
        ? client.call(editSavedReport, {
            body: { id: stored.id, entityCacheKey: stored.entityCacheKey, ...values },
          })
        : client.call(saveReport, { body: { report: stored.report, address: stored.address, ...values } }),
  },
}

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

const contentSchema: z.ZodType<SavedReportForm> = z.object({
  name: z.string(),
  schedule: z.enum(REPORT_SCHEDULES),
  format: z.enum(MAILED_FORMATS),
})

const withKey = (stored: Subject, key: string | null): Subject =>
  'id' in stored && key !== null ? { ...stored, entityCacheKey: key } : stored

interface FieldsProps extends DraftedFields<SavedReportForm, SavedReportForm> {
  readonly actor: Actor
  readonly stored: Subject
  readonly isBusy: boolean
}

const Fields = ({ actor, stored, isBusy, restored, draft, submit: save }: FieldsProps) => {
  const form = useForm<SavedReportForm>({
    initialValues: restored ?? stored.values,
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const { errorOf, submit } = useCheckedForm(form, savedReportSchema.safeParse(form.values), {
    onValid: save,
  })
  const { schedule } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          readOnly={isBusy}
          {...form.getInputProps('name')}
          error={errorOf('name')}
        />
        <Select
          label="Email"
          data={optionsOf(REPORT_SCHEDULES, SCHEDULES)}
          allowDeselect={false}
          readOnly={isBusy}
          {...form.getInputProps('schedule')}
        />
        {schedule !== 'never' && (
          <>
            <Select
              label="Format"
              data={optionsOf(MAILED_FORMATS, FORMATS)}
              allowDeselect={false}
              readOnly={isBusy}
              {...form.getInputProps('format')}
            />
            <Text size="sm" c="dimmed">
              The report is sent to your own email address. The dates follow the schedule; the other filters stay the
              same.
            </Text>
          </>
        )}
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Saves a report under a name, or changes a saved one. @param onSaved keep its identity stable */
export const useSavedReportDialog = (onSaved?: () => void) => {
  const actor = useRecordForm(calls)
  useEffect(() => {
    const { unsubscribe } = actor.on('record.saved', ({ subject }) => {
      if (!('id' in subject)) notifications.show({ message: savedReportMessages.saved })
      onSaved?.()
    })
    return unsubscribe
  }, [actor, onSaved])
  return {
    open: (subject: Subject) => actor.send({ type: 'form.open', subject }),
    dialog: (
      <RecordDialog form={actor} title="Save Report">
        {(stored, isBusy) => (
          <DraftedForm
            actor={actor}
            name={`saved-report/${'id' in stored ? stored.id : `new/${stored.report}`}`}
            noun="report"
            content={contentSchema}
            stored={stored}
            basisOf={(report) => ('id' in report ? report.entityCacheKey : null)}
            withBasis={withKey}
          >
            {(drafted) => <Fields actor={actor} stored={stored} isBusy={isBusy} {...drafted} />}
          </DraftedForm>
        )}
      </RecordDialog>
    ),
  }
}
