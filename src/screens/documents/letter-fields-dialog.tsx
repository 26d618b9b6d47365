/** The fields that a letter template may ask for, with examples to copy. */
import { Code, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type LetterField, letterFields, letterLists, placeholder } from '#domain/letter-fields.ts'
import { defineDetails } from '#screens/details/define-details.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconCopy } from '#ui/icons/copy.ts'

/** Browsers copy only over HTTPS; elsewhere the user selects the text. */
const Copied = ({ text }: { readonly text: string }) => (
  <Group gap={4} wrap="nowrap">
    <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text}</Code>
    {navigator.clipboard !== undefined && (
      <IconAction
        icon={IconCopy}
        label={`Copy ${text}`}
        tooltip="Copy"
        onClick={async () => {
          await navigator.clipboard.writeText(text)
          notifications.show({ message: `Copied ${text}` })
        }}
      />
    )}
  </Group>
)

const columns: readonly Column<LetterField>[] = [
  { key: 'field', title: 'Field', isHeading: true, render: ({ label }) => label },
  { key: 'placeholder', title: 'In the Template', render: ({ name }) => <Copied text={placeholder(name)} /> },
  {
    key: 'example',
    title: 'In the Letter',
    render: ({ example }) => <span style={{ whiteSpace: 'pre-line' }}>{example}</span>,
  },
]

const Fields = ({ title, rows }: { readonly title: string; readonly rows: readonly LetterField[] }) => (
  <DataTable ariaLabel={title} columns={columns} rows={rows} keyOf={({ name }) => name} emptyText="" />
)

export const letterFieldsDialog = defineDetails<null, null>({
  read: { run: async () => null },
  titleOf: () => 'Letter Fields',
  size: 'xl',
  body: () => (
    <Stack gap="md">
      <Text size="sm">
        Write these into a Word file (.docx), and upload it as the template of a document type. Each is filled in when a
        letter is generated.
      </Text>
      <Fields title="Fields" rows={letterFields} />
      {letterLists.map(({ name, label, example, fields }) => (
        <Stack key={name} gap={4} component="section" aria-label={label}>
          <Text fw={600}>{label}</Text>
          <Text size="sm">
            What is between the first and the last placeholder is repeated for each. In a table, put both into one row.
          </Text>
          <Copied text={example} />
          <Fields title={`Fields of ${label}`} rows={fields} />
        </Stack>
      ))}
      <Stack gap={4} component="section" aria-label="Only if it is known">
        <Text fw={600}>Only if it is known</Text>
        <Text size="sm">The first is written only if the field is known, the second only if it isn't.</Text>
        <Copied text="{{#provider.startDate}}since {{provider.startDate}}{{/provider.startDate}}" />
        <Copied text="{{^provider.startDate}}(date unknown){{/provider.startDate}}" />
      </Stack>
    </Stack>
  ),
})
