import { Group, Radio, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import {
  type CaseloadForm,
  caseloadContentSchema,
  caseloadFormSchema,
  caseloadMessages,
  GENDERS,
} from '#domain/caseload-form.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { CaseloadChoices, Choice } from '#machines/master-data/caseload-choices.ts'
import { type RecordFields, RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { FrequencyFields } from './frequency-fields.tsx'
import { withChosen } from './with-chosen.ts'

/** Whose caseload the student is on, of those who work at the school. */
const TherapistField = ({ form, errorOf, isBusy }: RecordFields<CaseloadForm>) => {
  const { schoolId, therapistId } = form.values
  const therapists = useActorRef(useProvided('schoolTherapists'))
  const choices = useSelector(therapists, ({ context }: DetailsSnapshot<number, readonly Choice[]>) => context.data)
  useEffect(() => {
    if (schoolId !== null) therapists.send({ type: 'details.open', subject: schoolId })
  }, [therapists, schoolId])
  return (
    <IdSelect
      label="Therapist"
      placeholder={schoolId === null ? 'Choose a school first' : 'On nobody’s caseload'}
      options={schoolId === null ? [] : withChosen(choices, therapistId)}
      isLoading={schoolId !== null && choices === undefined}
      emptyNote="Nobody works at this school"
      value={therapistId}
      disabled={isBusy || schoolId === null}
      onChange={(id) => form.setFieldValue('therapistId', id)}
      error={errorOf('therapistId')}
    />
  )
}

const CaseloadFields = (fields: RecordFields<CaseloadForm>) => {
  const { form, errorOf, isBusy } = fields
  const { isAdministrator } = useSession()
  const lists = useActorRef(useProvided('caseloadChoices'))
  const { data: choices, message } = useSelector(
    lists,
    ({ context }: DetailsSnapshot<null, CaseloadChoices>) => context,
  )
  const isFailed = useSelector(lists, (snapshot: DetailsSnapshot<null, CaseloadChoices>) => snapshot.hasTag('failed'))
  useEffect(() => {
    lists.send({ type: 'details.open', subject: null })
  }, [lists])
  return (
    <>
      {isFailed && (
        <FailedToRead
          message={message ?? 'The lists to choose from could not be read.'}
          onRetry={() => lists.send({ type: 'details.retry' })}
        />
      )}
      <IdSelect
        label="School"
        withAsterisk
        // Opened, it would hide what is said below it.
        openOnFocus={false}
        options={withChosen(choices?.schools, form.values.schoolId)}
        isLoading={choices === undefined && !isFailed}
        value={form.values.schoolId}
        disabled={isBusy}
        onChange={(id) => {
          form.setFieldValue('schoolId', id)
          // Others work there.
          form.setFieldValue('therapistId', null)
        }}
        error={errorOf('schoolId')}
      />
      {isAdministrator && <TherapistField {...fields} />}
      <TextInput
        label="Student Name"
        withAsterisk
        readOnly={isBusy}
        autoComplete="off"
        {...form.getInputProps('studentName')}
        error={errorOf('studentName')}
      />
      <Radio.Group label="Gender" {...form.getInputProps('gender')} error={errorOf('gender')}>
        <Group mt={4} gap="lg">
          {GENDERS.map((gender) => (
            <Radio key={gender} value={gender} label={gender} disabled={isBusy} />
          ))}
        </Group>
      </Radio.Group>
      <FrequencyFields {...fields} choices={choices} />
    </>
  )
}

const definition: RecordPageDefinition<CaseloadForm> = {
  noun: 'student',
  titles: { add: 'Add Student', edit: 'Edit Student' },
  content: caseloadContentSchema,
  schema: () => caseloadFormSchema,
  done: { add: caseloadMessages.added, edit: caseloadMessages.updated },
  back: '/caseload-record',
  fields: (fields) => <CaseloadFields {...fields} />,
}

/** Adds a student, or changes one (spec 3, section 2). */
export const CaseloadFormScreen = () => <RecordPage definition={definition} machine={useProvided('caseloadForm')} />
