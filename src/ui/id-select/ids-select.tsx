import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { chosenInWords } from '#ui/chosen-in-words/chosen-in-words.tsx'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'
import type { IdOption } from './id-select.tsx'

/** The most options shown at once; typing finds the rest. */
const SHOWN = 200

interface Props
  extends Pick<MultiSelectProps, 'disabled' | 'readOnly' | 'required' | 'placeholder' | 'clearable' | 'error'> {
  readonly label: string
  readonly options: readonly IdOption[]
  readonly values: readonly number[]
  readonly onChange: (ids: number[]) => void
}

/** A searchable select of several options, whose values are record ids. */
export const IdsSelect = ({ label, options, values, onChange, placeholder, ...props }: Props) => {
  const { field, comboboxProps } = usePopupHome()
  return (
    <MultiSelect
      {...field}
      label={label}
      {...props}
      // Beside chosen options, 'All students' would be wrong.
      {...(placeholder !== undefined && values.length === 0 && { placeholder })}
      data={options.map((option) => ({ value: String(option.id), label: option.label }))}
      value={values.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      clearSearchOnChange
      hidePickedOptions
      limit={SHOWN}
      nothingFoundMessage="No Data Found"
      maxDropdownHeight={320}
      comboboxProps={comboboxProps}
      {...chosenInWords(options.filter(({ id }) => values.includes(id)).map((option) => option.label))}
    />
  )
}
