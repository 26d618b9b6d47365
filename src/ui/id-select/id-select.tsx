import { ColorSwatch, Group, Loader, Select, type SelectProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { overwriteChosen } from '#ui/overwrite-chosen/overwrite-chosen.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

export interface IdOption {
  readonly id: number
  readonly label: string
  /** The color of the swatch before the label. */
  readonly colour?: string
}

interface Props
  extends Pick<
    SelectProps,
    | 'variant'
    | 'disabled'
    | 'readOnly'
    | 'required'
    | 'placeholder'
    | 'searchable'
    | 'description'
    | 'openOnFocus'
    | 'size'
    | 'aria-label'
  > {
  /** Omit it if a column heading names the field; then set `aria-label`. */
  readonly label?: ReactNode
  readonly options: readonly IdOption[]
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly error?: ReactNode
  readonly isLoading?: boolean
  /** Shown when the list has no options. */
  readonly emptyNote?: string
}

const Swatch = ({ colour }: { readonly colour: string }) => <ColorSwatch color={colour} size={14} aria-hidden />

/** A searchable select whose values are record ids. */
export const IdSelect = ({ options, value, onChange, isLoading, emptyNote, ...props }: Props) => {
  const { field, comboboxProps } = usePopupHome()
  const colours = new Map(options.map(({ id, colour }) => [String(id), colour]))
  const chosenColour = value === null ? undefined : colours.get(String(value))
  return (
    <Select
      {...field}
      searchable
      {...props}
      data={options.map(({ id, label }) => ({ value: String(id), label }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      allowDeselect={false}
      nothingFoundMessage={emptyNote ?? 'No Data Found'}
      leftSection={chosenColour ? <Swatch colour={chosenColour} /> : undefined}
      rightSection={isLoading ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => {
        const colour = colours.get(option.value)
        return (
          <Group gap={8} wrap="nowrap">
            {colour ? <Swatch colour={colour} /> : null}
            <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
              {option.label}
            </Text>
          </Group>
        )
      }}
      {...overwriteChosen(options.find(({ id }) => id === value)?.label)}
      comboboxProps={comboboxProps}
    />
  )
}
