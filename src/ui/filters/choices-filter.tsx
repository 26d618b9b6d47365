import { MultiSelect } from '@mantine/core'
import { chosenInWords } from '#ui/chosen-in-words/chosen-in-words.tsx'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

/** The most options shown at once; typing finds the rest. */
const SHOWN = 200

interface Props {
  readonly label: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
  /** Empty means 'All'. */
  readonly values: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
}

/** 'All' or several options from a searchable list. */
export const ChoicesFilter = ({ label, options, values, onChoose }: Props) => {
  const { ref, popup } = usePopupHome()
  return (
    <MultiSelect
      ref={ref}
      label={label}
      placeholder={values.length === 0 ? 'All' : ''}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={values.map(String)}
      onChange={(chosen) => onChoose(chosen.map(Number))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      clearSearchOnChange
      hidePickedOptions
      limit={SHOWN}
      nothingFoundMessage="No Data Found"
      maxDropdownHeight={320}
      comboboxProps={popup}
      {...chosenInWords(options.filter(({ id }) => values.includes(id)).map(({ name }) => name))}
    />
  )
}
