import { ActionIcon, TextInput } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '#domain/search-words.ts'
import { IconSearch } from '#ui/icons/search.ts'

export interface SearchFilterProps {
  readonly value: string
  readonly onType: (text: string) => void
  /** Default 'Search'. */
  readonly label?: string
  /** Enter or the icon was pressed. */
  readonly onSubmit: () => void
}

export const SearchFilter = ({ value, label = 'Search', onType, onSubmit }: SearchFilterProps) => (
  <TextInput
    type="search"
    label={label}
    value={value}
    maxLength={MAX_SEARCH_LENGTH}
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
