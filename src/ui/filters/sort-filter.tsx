import { Select } from '@mantine/core'

interface Props {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** The list's sort order. */
export const SortFilter = ({ options, value, onChoose }: Props) => (
  <Select
    label="Sort"
    data={[...options]}
    value={value}
    allowDeselect={false}
    onChange={(chosen) => chosen !== null && onChoose(chosen)}
    comboboxProps={{ shadow: 'md' }}
  />
)
