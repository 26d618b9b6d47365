import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { callOf } from '#contract/call.ts'
import { explainHours, getHoursExplanation, type HoursExplanation } from '#contract/day.ts'
import type { Timesheet } from '#contract/schedule.ts'
import { MAX_EXPLANATION_LENGTH } from '#domain/hours-checks.ts'
import { formatDayHeader } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

/** Whose hours. */
export type ExplainedHours = Pick<Timesheet, 'providerId' | 'schoolId' | 'schoolName' | 'date'>

const keyOf = ({ providerId, schoolId, date }: ExplainedHours) => ({ providerId, schoolId, date })

export const hoursExplanation: RecordCalls<ExplainedHours, HoursExplanation, string, HoursExplanation> = {
  read: callOf(getHoursExplanation, (hours) => ({ body: keyOf(hours) })),
  save: callOf(explainHours, ({ subject, stored: { entityCacheKey }, values }) => ({
    body: { ...keyOf(subject), explanation: values, entityCacheKey },
  })),
}

type Actor = ActorRefFrom<RecordFormMachine<ExplainedHours, HoursExplanation, string, HoursExplanation>>

const selectHours = ({ context }: RecordFormSnapshot<ExplainedHours, HoursExplanation, string, HoursExplanation>) =>
  context.subject

const contentSchema = z.object({ explanation: z.string() })

const withKey = (stored: HoursExplanation, key: string | null): HoursExplanation =>
  key === null ? stored : { ...stored, entityCacheKey: key }

interface FieldsProps extends DraftedFields<z.output<typeof contentSchema>, string> {
  readonly actor: Actor
  readonly stored: HoursExplanation
  readonly isBusy: boolean
}

const ExplanationFields = ({ actor, stored, isBusy, restored, draft, submit }: FieldsProps) => {
  const form = useForm({
    initialValues: restored ?? { explanation: stored.explanation },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const close = () => actor.send({ type: 'form.close' })
  const isReadOnly = stored.readOnlyReason !== null
  return (
    <form onSubmit={form.onSubmit(({ explanation }) => submit(explanation))}>
      {isReadOnly && (
        <Alert color="yellow" variant="light" mb="sm">
          {stored.readOnlyReason}
        </Alert>
      )}
      <Textarea
        data-autofocus
        label="Explanation"
        description="Administrators see this when they approve the hours."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_EXPLANATION_LENGTH}
        readOnly={isBusy || isReadOnly}
        {...form.getInputProps('explanation')}
      />
      {isReadOnly ? (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      ) : (
        <RecordButtons isBusy={isBusy} onCancel={close} />
      )}
    </form>
  )
}

/** Why a provider's hours at a school are as they are. */
export const ExplainHoursDialog = ({ form }: { readonly form: Actor }) => {
  const hours = useSelector(form, selectHours)
  return (
    <RecordDialog form={form} title="Explain hours">
      {(stored, isBusy) =>
        hours && (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {hours.schoolName}, {formatDayHeader(hours.date)}
            </Text>
            <DraftedForm
              actor={form}
              name={`explanation/${hours.providerId}/${hours.schoolId}/${hours.date}`}
              noun="explanation"
              content={contentSchema}
              stored={stored}
              basisOf={({ entityCacheKey }) => entityCacheKey}
              withBasis={withKey}
              watched={{
                read: hoursExplanation.read,
                subject: hours,
                follows: [{ topic: 'days', provider: hours.providerId, from: hours.date, to: hours.date }],
              }}
            >
              {(drafted) => <ExplanationFields actor={form} stored={stored} isBusy={isBusy} {...drafted} />}
            </DraftedForm>
          </>
        )
      }
    </RecordDialog>
  )
}
