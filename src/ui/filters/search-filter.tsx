import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

export interface SearchFilterProps {
  readonly value: string
  readonly onType: (text: string) => void
  /** Enter was pressed. */
  readonly onSubmit: () => void
}

/** The longest text that the calls take. */
const MAX_LENGTH = 200

export const SearchFilter = ({ value, onType, onSubmit }: SearchFilterProps) => (
  <TextInput
    type="search"
    label="Search"
    value={value}
    maxLength={MAX_LENGTH}
    onChange={(event) => onType(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onSubmit()
    }}
    leftSection={<IconSearch size={16} aria-hidden />}
  />
)
