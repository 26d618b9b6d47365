import { ActionIcon, Group, Select } from '@mantine/core'
import { IconChevronLeft } from '#ui/icons/chevron-left.ts'
import { IconChevronRight } from '#ui/icons/chevron-right.ts'
import { overwriteChosen } from '#ui/overwrite-chosen/overwrite-chosen.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'
import styles from './filter-bar.module.css'

/** The value of the 'All' option. */
const ALL = 'all'

/** The most options shown at once; typing finds the rest. */
const SHOWN = 200

/** The value of the disabled hint below the options. */
const MORE = 'more'

/** Set when `options` is only part of the list: typing searches on the server. */
interface Search {
  readonly isBusy: boolean
  readonly hasMore: boolean
  /** @param words '' when the search is cleared */
  readonly onSearch: (words: string) => void
}

export interface ChoiceFilterProps {
  readonly label: string
  /** Default 'All'. */
  readonly noneLabel?: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
  /** Undefined is 'All'. */
  readonly value: number | undefined
  readonly disabled?: boolean
  /** Why the choice is refused. */
  readonly error?: string | undefined
  readonly onChoose: (id: number | undefined) => void
  readonly search?: Search
}

const optionsOf = ({
  options,
  search,
  noneLabel = 'All',
}: Pick<ChoiceFilterProps, 'options' | 'search' | 'noneLabel'>) => [
  { value: ALL, label: noneLabel },
  ...options.map(({ id, name }) => ({ value: String(id), label: name })),
  ...(search?.hasMore ? [{ value: MORE, label: 'Type a name to find more', disabled: true }] : []),
]

/** 'All' or one option from a searchable list. */
export const ChoiceFilter = ({
  label,
  noneLabel,
  options,
  value,
  disabled = false,
  error,
  onChoose,
  search,
}: ChoiceFilterProps) => {
  const { field, comboboxProps } = usePopupHome()
  const data = optionsOf({ options, search, ...(noneLabel !== undefined && { noneLabel }) })
  const chosen = value === undefined ? ALL : String(value)
  const shown = data.find((option) => option.value === chosen)?.label
  return (
    <Select
      {...field}
      label={label}
      data={data}
      value={chosen}
      onChange={(option) => onChoose(option === null || option === ALL ? undefined : Number(option))}
      disabled={disabled}
      error={error}
      searchable
      allowDeselect={false}
      // Don't count 'All' and the hint as options.
      limit={SHOWN + 2}
      selectFirstOptionOnChange
      nothingFoundMessage={search?.isBusy ? 'Searching…' : 'No Data Found'}
      maxDropdownHeight={320}
      {...overwriteChosen(shown)}
      comboboxProps={{ ...comboboxProps, shadow: 'md' }}
      {...(search && {
        // The box also shows the selected option's label, which isn't a search.
        onSearchChange: (text: string) => search.onSearch(text === shown ? '' : text),
        onDropdownClose: () => search.onSearch(''),
      })}
    />
  )
}

export interface SteppedChoiceFilterProps extends ChoiceFilterProps {
  readonly canStep: boolean
  readonly onPrevious: () => void
  readonly onNext: () => void
}

/** The same, with arrows to the previous and next option. */
export const SteppedChoiceFilter = ({ canStep, onPrevious, onNext, ...filter }: SteppedChoiceFilterProps) => {
  const what = filter.label.toLowerCase()
  return (
    <Group gap={4} wrap="nowrap" align="end" className={styles.wide}>
      <ActionIcon variant="default" size={36} aria-label={`Previous ${what}`} disabled={!canStep} onClick={onPrevious}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <div style={{ flex: 1, minWidth: 0 }}>
        <ChoiceFilter {...filter} />
      </div>
      <ActionIcon variant="default" size={36} aria-label={`Next ${what}`} disabled={!canStep} onClick={onNext}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
