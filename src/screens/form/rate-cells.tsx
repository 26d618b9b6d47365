/** The cells of rows of rates in a form: stored rates are text, new ones and planned changes are fields. */
import { Group, Input, Stack, Text, TextInput } from '@mantine/core'
import type { RateType } from '#contract/lookups.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconHistory } from '#ui/icons/history.ts'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IconTrash } from '#ui/icons/trash.ts'
import { type IdOption, IdSelect } from '#ui/id-select/id-select.tsx'
import type { RowsFields, ShownRow } from './rows-form.ts'

/** A row of a history: what was in force from a day on. */
export const orEnded = (shown: string): string => (shown === '' ? 'Ended' : shown)

export const dollars = (rate: string | null): string => (rate === null || rate === '' ? '' : `$${rate}`)

interface ChoiceProps {
  readonly label: string
  readonly options: readonly IdOption[]
  readonly value: number | null
  readonly isStored: boolean
  /** What else changes. */
  readonly onChoose?: (id: number | null) => void
}

interface DateProps {
  readonly minDate?: string | undefined
  readonly note?: string | undefined
}

interface TypeProps<Row> {
  readonly pathOf: (index: number) => string
  readonly typeOf: (row: Row) => number | null
  readonly onChoose: (shown: ShownRow<Row>, id: number | null) => void
}

interface ActionsProps {
  /** What the rate is for, in the names of the buttons. */
  readonly name: string
  readonly isStored: boolean
  readonly onEdit: () => void
  readonly onHistory: () => void
  readonly onRemove: () => void
  /** Why it can't be removed now. */
  readonly whyNotRemovable?: string | undefined
}

/** The planned rates that saving takes away. */
export const RemovedRates = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <Stack gap={2} role="status">
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Stack>
  )

/** The column of the rate type; the new row of a form chooses it. */
export const rateTypeColumn = <Row extends { readonly id: number | null }>(
  choice: ReturnType<typeof rateCells>['choice'],
  types: readonly RateType[],
  { pathOf, typeOf, onChoose }: TypeProps<Row>,
): Column<ShownRow<Row>> => ({
  key: 'type',
  title: 'Rate Type',
  render: (shown) =>
    choice(pathOf(shown.index), {
      label: 'Rate Type',
      options: types.map(({ id, name: label }) => ({ id, label })),
      value: typeOf(shown.row),
      isStored: shown.row.id !== null,
      onChoose: (id) => onChoose(shown, id),
    }),
})

export const rateCells = ({ form, errorOf, isBusy, isView }: RowsFields) => ({
  money: (path: string, label: string) => (
    <TextInput
      aria-label={label}
      required
      inputMode="decimal"
      leftSection="$"
      readOnly={isBusy}
      autoComplete="off"
      {...form.getInputProps(path)}
      error={errorOf(path)}
    />
  ),

  date: (path: string, label: string, value: string, { minDate, note }: DateProps = {}) => (
    <DateField
      aria-label={label}
      required
      disabled={isBusy}
      {...(minDate !== undefined && { minDate })}
      description={note}
      inputWrapperOrder={['input', 'error', 'description']}
      value={value}
      onChange={(chosen) => form.setFieldValue(path, chosen)}
      error={errorOf(path)}
    />
  ),

  /** A choice of a new row, or the text of a stored one with the server's message. */
  choice: (path: string, { label, options, value, isStored, onChoose }: ChoiceProps) => {
    const error = errorOf(path)
    if (!isStored) {
      return (
        <IdSelect
          aria-label={label}
          placeholder={label}
          required
          disabled={isBusy}
          options={options}
          value={value}
          onChange={(id) => {
            form.setFieldValue(path, id)
            onChoose?.(id)
          }}
          error={error}
        />
      )
    }
    const text = options.find(({ id }) => id === value)?.label
    if (error === undefined) return text
    return (
      <Input.Wrapper error={error}>
        <div>{text}</div>
      </Input.Wrapper>
    )
  },

  actions: ({ name, isStored, onEdit, onHistory, onRemove, whyNotRemovable }: ActionsProps) => (
    <Group gap={4} wrap="nowrap">
      {isStored && !isView && (
        <IconAction
          icon={IconPencil}
          label={`Change the rate of ${name}`}
          tooltip="Edit"
          disabled={isBusy}
          onClick={onEdit}
        />
      )}
      {isStored && (
        <IconAction icon={IconHistory} label={`Rate history of ${name}`} tooltip="History" onClick={onHistory} />
      )}
      {!isView && (
        <IconAction
          icon={IconTrash}
          color="red"
          label={`Delete the rate of ${name}`}
          tooltip="Delete"
          disabled={isBusy}
          unavailable={whyNotRemovable}
          onClick={onRemove}
        />
      )}
    </Group>
  ),
})
