import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import { addCaseload } from '#contract/day.ts'
import { type CaseloadEntry, getSchoolStudentListing } from '#contract/lookups.ts'
import type { DayListing, EventStudent } from '#contract/schedule.ts'
import { hasWords } from '#domain/name-key.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { dayFormMessages } from '#machines/schedule/day-forms.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { IconSearch } from '#ui/icons/search.ts'
import styles from './add-caseload-dialog.module.css'

/** Loads the school's students who are not in the session yet; sends the ids of those chosen. */
export const caseloadPicker: RecordCalls<
  DayListing,
  readonly CaseloadEntry[],
  readonly number[],
  readonly EventStudent[]
> = {
  read: callOf(getSchoolStudentListing, ({ id: scheduleEventRecurrenceId, schoolId }) => ({
    query: { schoolId, scheduleEventRecurrenceId },
  })),
  save: callOf(addCaseload, ({ subject: { id }, values }) => ({ body: { id, caseloadIds: [...values] } })),
}

type Actor = ActorRefFrom<
  RecordFormMachine<DayListing, readonly CaseloadEntry[], readonly number[], readonly EventStudent[]>
>

/** Longer lists get a search box. */
const SEARCHED_FROM = 8

interface FieldsProps {
  readonly actor: Actor
  readonly entries: readonly CaseloadEntry[]
  readonly isBusy: boolean
}

const CaseloadFields = ({ actor, entries, isBusy }: FieldsProps) => {
  const [search, setSearch] = useState('')
  const form = useForm<{ caseloadIds: string[] }>({
    initialValues: { caseloadIds: [] },
    validate: { caseloadIds: (ids) => (ids.length === 0 ? dayFormMessages.noCaseload : null) },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  const shown = entries.filter(({ studentName }) => hasWords(studentName, search))
  return (
    <form
      onSubmit={form.onSubmit(
        ({ caseloadIds }) => actor.send({ type: 'form.submit', values: caseloadIds.map(Number) }),
        onInvalid,
      )}
    >
      {entries.length > SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label="Search students"
          placeholder="Search students"
          mb="xs"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
      )}
      <Checkbox.Group aria-label="Caseload" {...form.getInputProps('caseloadIds')}>
        <Stack gap="xs" className={styles.entries} tabIndex={-1}>
          {shown.map(({ id, studentName, description }) => (
            <Checkbox key={id} value={String(id)} label={studentName} description={description} disabled={isBusy} />
          ))}
          {shown.length === 0 && <Text c="dimmed">No Student Found</Text>}
        </Stack>
      </Checkbox.Group>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Adds students of the school's caseload to one session. */
export const AddCaseloadDialog = ({ form }: { readonly form: Actor }) => (
  <RecordDialog form={form} title="Add Caseload">
    {(entries, isBusy) => <CaseloadFields actor={form} entries={entries} isBusy={isBusy} />}
  </RecordDialog>
)
