import { ActionIcon, Group, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import styles from './filter-bar.module.css'

/** 'All' in the list of values. */
const ALL = 'all'

/** Options shown at once; typing finds the rest. */
const SHOWN = 200

export interface ChoiceFilterProps {
  readonly label: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
  /** Undefined is 'All'. */
  readonly value: number | undefined
  readonly disabled?: boolean
  readonly onChoose: (id: number | undefined) => void
}

/** All, or one of a list that can be searched by typing. */
export const ChoiceFilter = ({ label, options, value, disabled = false, onChoose }: ChoiceFilterProps) => (
  <Select
    label={label}
    data={[{ value: ALL, label: 'All' }, ...options.map(({ id, name }) => ({ value: String(id), label: name }))]}
    value={value === undefined ? ALL : String(value)}
    onChange={(chosen) => onChoose(chosen === null || chosen === ALL ? undefined : Number(chosen))}
    disabled={disabled}
    searchable
    allowDeselect={false}
    limit={SHOWN}
    selectFirstOptionOnChange
    nothingFoundMessage="No Data Found"
    maxDropdownHeight={320}
    comboboxProps={{ shadow: 'md' }}
  />
)

export interface SteppedChoiceFilterProps extends ChoiceFilterProps {
  readonly canStep: boolean
  readonly onPrevious: () => void
  readonly onNext: () => void
}

/** The same with arrows to the option before and after. */
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
