import { Select, type SelectProps } from '@mantine/core'
import { overwriteChosen } from '#ui/overwrite-chosen/overwrite-chosen.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'

interface Props<Code extends string>
  extends Pick<SelectProps, 'label' | 'description' | 'required' | 'disabled' | 'readOnly' | 'variant' | 'searchable'> {
  readonly options: readonly { readonly code: Code; readonly label: string }[]
  readonly value: Code
  readonly onChange: (code: Code) => void
  readonly error: string | undefined
}

/** A select whose values are texts, such as the codes of currencies. */
export const CodeSelect = <Code extends string>({ options, value, onChange, searchable, ...props }: Props<Code>) => {
  const { field, comboboxProps } = usePopupHome()
  return (
    <Select
      {...field}
      {...props}
      searchable={searchable}
      data={options.map(({ code, label }) => ({ value: code, label }))}
      value={value}
      onChange={(chosen) => {
        const option = options.find(({ code }) => code === chosen)
        if (option) onChange(option.code)
      }}
      allowDeselect={false}
      nothingFoundMessage="No Data Found"
      {...(searchable && overwriteChosen(options.find(({ code }) => code === value)?.label))}
      comboboxProps={comboboxProps}
    />
  )
}
