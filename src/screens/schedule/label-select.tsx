import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { TrackingLabel } from '#contract/lookups.ts'
import { chosenInWords } from '#ui/chosen-in-words/chosen-in-words.tsx'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

interface Props extends Omit<MultiSelectProps, 'data' | 'value' | 'renderOption'> {
  readonly labels: readonly TrackingLabel[]
  readonly value: readonly string[]
}

/** A select of tracking labels with their descriptions; keeps chosen labels that have since been deleted. */
export const LabelSelect = ({ labels, value, comboboxProps, ...props }: Props) => {
  const { field, comboboxProps: home } = usePopupHome()
  return (
    <MultiSelect
      searchable
      openOnFocus={false}
      data={[...new Set([...labels.map(({ trackingLabel }) => trackingLabel), ...value])]}
      value={[...value]}
      placeholder={value.length === 0 ? 'Select TL' : undefined}
      renderOption={({ option }) => (
        <span>
          <strong>{option.value}</strong>{' '}
          {labels.find(({ trackingLabel }) => trackingLabel === option.value)?.description}
        </span>
      )}
      nothingFoundMessage="No Data Found"
      {...chosenInWords(value)}
      {...props}
      {...field}
      comboboxProps={{ ...home, ...comboboxProps }}
    />
  )
}
