import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'

interface Props {
  readonly problem: string | undefined
  readonly isSaving: boolean
  /** The user edits the name. */
  readonly onEdit: () => void
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

/** Asks for the name under which to save something in this browser. */
export const NameForm = ({ problem, isSaving, onEdit, onSave, onCancel }: Props) => {
  const form = useForm({ initialValues: { name: '' }, onValuesChange: onEdit })
  return (
    <form onSubmit={form.onSubmit(({ name }) => onSave(name), onInvalid)}>
      <Stack gap="xs">
        <TextInput {...form.getInputProps('name')} label="Name" autoFocus maxLength={80} error={problem} />
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isSaving}>
            Save
          </Button>
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
