import { Group, Radio, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import { allOf, callOf } from '#contract/call.ts'
import {
  addStudentCaseload,
  editCaseload,
  getAllSessionTypes,
  getCaseload,
  getDurations,
  getEventFrequencies,
  getServiceFrequencies,
  getServiceTypes,
} from '#contract/caseloads.ts'
import { getAllSchools, getProvidersSchoolsStudents } from '#contract/lookups.ts'
import {
  BLANK_CASELOAD,
  type CaseloadForm,
  caseloadContentSchema,
  caseloadFormSchema,
  caseloadMessages,
  GENDERS,
} from '#domain/caseload-form.ts'
import type { ComingAnswer } from '#domain/coming-sessions.ts'
import { requireValue } from '#domain/require-value.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { ComingQuestion, type ComingSubject, comingOfStudent } from '#screens/coming-sessions/coming-question.tsx'
import {
  type BeforeSaveProps,
  type RecordFields,
  RecordPage,
  type RecordPageDefinition,
} from '#screens/form/record-page.tsx'
import { withChosen } from '#screens/form/with-chosen.ts'
import { useSession } from '#screens/provided.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import type { CaseloadChoices } from './caseload-choices.ts'
import { FrequencyFields } from './frequency-fields.tsx'

/** The therapists who work at a school. */
const therapistsOf = callOf(
  getProvidersSchoolsStudents,
  (schoolId: number) => ({ query: { schoolIds: String(schoolId), studentLimit: '0' } }),
  ({ providers }) => providers.map(({ id, providerName }) => ({ id, label: providerName })),
)

const choicesOffered = allOf<null, CaseloadChoices>({
  schools: callOf(
    getAllSchools,
    () => ({}),
    (schools) => schools.map(({ id, name }) => ({ id, label: name })),
  ),
  serviceTypeId: callOf(
    getServiceTypes,
    () => ({}),
    (types) => types.map(({ id, code, description }) => ({ id, label: `${code} · ${description}` })),
  ),
  serviceFrequencyId: callOf(
    getServiceFrequencies,
    () => ({}),
    (frequencies) => frequencies.map(({ id, serviceFrequency }) => ({ id, label: serviceFrequency })),
  ),
  durationId: callOf(
    getDurations,
    () => ({}),
    (durations) => durations.map(({ id, duration }) => ({ id, label: duration })),
  ),
  eventFrequencyId: callOf(
    getEventFrequencies,
    () => ({}),
    (frequencies) => frequencies.map(({ id, eventFrequency }) => ({ id, label: eventFrequency })),
  ),
  sessionTypeId: callOf(
    getAllSessionTypes,
    () => ({}),
    (types) => types.map(({ id, name }) => ({ id, label: name })),
  ),
})

/** The student's therapist, one of those who work at the school. */
const TherapistField = ({ form, errorOf, isBusy }: RecordFields<CaseloadForm>) => {
  const { schoolId, therapistId } = form.values
  const therapists = useDetailsOf(therapistsOf, schoolId ?? undefined)
  const choices = useSelector(therapists, ({ context }) => context.data)
  return (
    <IdSelect
      label="Therapist"
      placeholder={schoolId === null ? 'Choose a school first' : 'None'}
      options={schoolId === null ? [] : withChosen(choices, therapistId)}
      isLoading={schoolId !== null && choices === undefined}
      emptyNote="No therapists at this school"
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
  const lists = useDetailsOf(choicesOffered, null)
  const { data: choices, message } = useSelector(lists, ({ context }) => context)
  const isFailed = useSelector(lists, (snapshot) => snapshot.hasTag('failed'))
  return (
    <>
      {isFailed && (
        <FailedToRead
          message={message ?? 'The options could not be loaded.'}
          onRetry={() => lists.send({ type: 'details.retry' })}
        />
      )}
      <IdSelect
        label="School"
        required
        // An open list would cover the message below the field.
        openOnFocus={false}
        options={withChosen(choices?.schools, form.values.schoolId)}
        isLoading={choices === undefined && !isFailed}
        value={form.values.schoolId}
        disabled={isBusy}
        onChange={(id) => {
          form.setFieldValue('schoolId', id)
          // Each school has its own therapists.
          form.setFieldValue('therapistId', null)
        }}
        error={errorOf('schoolId')}
      />
      {isAdministrator && <TherapistField {...fields} />}
      <TextInput
        label="Student Name"
        required
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

/** Asks what becomes of the sessions to come of a student who moves to another school. */
const MoveQuestion = ({ id, values, onSave, onCancel }: BeforeSaveProps<CaseloadForm>) => {
  const [subject] = useState<ComingSubject>({ id, departure: 'move', schoolId: values.schoolId ?? undefined })
  const answer = useCallback((comingSessions: ComingAnswer) => onSave({ ...values, comingSessions }), [onSave, values])
  return (
    <ComingQuestion
      read={comingOfStudent}
      subject={subject}
      questionOf={({ newSchoolName }) => `Move ${values.studentName} to ${newSchoolName}?`}
      onAnswer={answer}
      onNothing={answer}
      onCancel={onCancel}
    />
  )
}

const bodyOf = ({ schoolId, caseloadFrequencies, ...form }: CaseloadForm) => ({
  ...form,
  // At least one frequency is required.
  schoolId: requireValue(schoolId, 'The school'),
  caseloadFrequencies: [...caseloadFrequencies],
})

export const caseloadForm: RecordPageDefinition<CaseloadForm> = {
  noun: 'student',
  follows: ['students'],
  blank: blankRecord(BLANK_CASELOAD),
  read: callOf(
    getCaseload,
    (id: number) => ({ params: { id } }),
    ({ studentName, schoolId, gender, therapistId, caseloadFrequencies, entityCacheKey }) => ({
      values: {
        studentName,
        schoolId,
        gender,
        therapistId,
        caseloadFrequencies: caseloadFrequencies.map(
          ({ id, serviceTypeId, serviceFrequencyId, durationId, eventFrequencyId, sessionTypeId }) => ({
            id,
            serviceTypeId,
            serviceFrequencyId,
            durationId,
            eventFrequencyId,
            sessionTypeId,
            isDeleted: false,
          }),
        ),
      },
      version: entityCacheKey,
      more: null,
    }),
  ),
  add: callOf(addStudentCaseload, (values: CaseloadForm) => ({ body: bodyOf(values) })),
  edit: callOf(editCaseload, ({ values, ...record }: EditedRecord<CaseloadForm>) => ({
    body: { ...bodyOf(values), ...record },
  })),
  titles: { add: 'Add Student', edit: 'Edit Student' },
  content: caseloadContentSchema,
  schema: () => caseloadFormSchema,
  beforeSave: { isAsked: ({ schoolId }, stored) => schoolId !== stored.schoolId, Question: MoveQuestion },
  done: { add: caseloadMessages.added, edit: caseloadMessages.updated },
  back: '/caseload-record',
  fields: (fields) => <CaseloadFields {...fields} />,
}

/** Adds or changes a student (spec 3, section 2). */
export const CaseloadFormScreen = () => <RecordPage definition={caseloadForm} />
