import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

export interface SearchFilterProps {
  /** Default 'Search'. */
  readonly label?: string
  readonly value: string
  readonly onType: (text: string) => void
  /** Default 'Search'. */
  readonly label?: string
  /** Enter or the icon was pressed. */
  readonly onSubmit: () => void
}

/** The longest text that the calls take. */
const MAX_LENGTH = 200

<<<<<<< HEAD
export const SearchFilter = ({ value, label = 'Search', onType, onSubmit }: SearchFilterProps) => (
=======
export const SearchFilter = ({ label = 'Search', value, onType, onSubmit }: SearchFilterProps) => (
>>>>>>> 81e9ee2 (Set providers' hours of time off from a spreadsheet, whole or not at all; list them and hand out the file to fill in)
  <TextInput
    type="search"
    label={label}
    value={value}
    maxLength={MAX_LENGTH}
    onChange={(event) => onType(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onSubmit()
    }}
    rightSection={
      <ActionIcon variant="subtle" color="gray" aria-label="Find" onClick={onSubmit}>
        <IconSearch size={16} aria-hidden />
      </ActionIcon>
    }
  />
)
