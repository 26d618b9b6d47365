import { Button, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  BLANK_FREQUENCY,
  type CaseloadForm,
  FREQUENCY_CHOICES,
  type FrequencyChoice,
  MAX_FREQUENCIES,
} from '#domain/caseload-form.ts'
import type { RecordFields } from '#screens/form/record-page.tsx'
import { withChosen } from '#screens/form/with-chosen.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconPlus } from '#ui/icons/plus.ts'
import { IconTrash } from '#ui/icons/trash.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import type { CaseloadChoices } from './caseload-choices.ts'

const LABELS: Readonly<Record<FrequencyChoice, string>> = {
  serviceTypeId: 'Service Type',
  serviceFrequencyId: 'Frequency',
  durationId: 'Duration',
  eventFrequencyId: 'Event Frequency',
  sessionTypeId: 'Session Type',
}

interface Props extends RecordFields<CaseloadForm> {
  /** Undefined while they load. */
  readonly choices: CaseloadChoices | undefined
}

/** The student's service frequencies, one box each. */
export const FrequencyFields = ({ form, errorOf, isBusy, choices }: Props) => {
  const rows = form.values.caseloadFrequencies
  const shown = rows.flatMap((row, index) => (row.isDeleted ? [] : [{ row, index }]))
  /** Marks a stored row, which saving then deletes; drops a row that was never stored. */
  const remove = (index: number) => {
    if (rows[index]?.id) form.setFieldValue(`caseloadFrequencies.${index}.isDeleted`, true)
    else form.removeListItem('caseloadFrequencies', index)
  }
  return (
    <Stack gap="sm">
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          A student without a frequency can't be added to a session.
        </Text>
      )}
      {shown.map(({ row, index }, place) => (
        <Fieldset key={row.id ?? `new ${index}`} legend={`Caseload Frequency ${place + 1}`} pt={4} pb="sm">
          <Group justify="flex-end" mt={-12}>
            <IconAction
              icon={IconTrash}
              color="red"
              label={`Remove frequency ${place + 1}`}
              tooltip="Remove"
              disabled={isBusy}
              onClick={() => remove(index)}
            />
          </Group>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
            {FREQUENCY_CHOICES.map((name) => {
              const path = `caseloadFrequencies.${index}.${name}`
              return (
                <IdSelect
                  key={name}
                  label={LABELS[name]}
                  options={withChosen(choices?.[name], row[name])}
                  isLoading={choices === undefined}
                  value={row[name]}
                  disabled={isBusy}
                  onChange={(id) => form.setFieldValue(path, id)}
                  error={errorOf(path)}
                />
              )
            })}
          </SimpleGrid>
        </Fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isBusy || shown.length >= MAX_FREQUENCIES}
          onClick={() => form.insertListItem('caseloadFrequencies', BLANK_FREQUENCY)}
        >
          Add Frequency
        </Button>
      </Group>
    </Stack>
  )
}
