import { IdsSelect } from '#ui/id-select/ids-select.tsx'

interface Props {
  readonly label: string
  readonly options: readonly { readonly id: number; readonly name: string }[]
  /** Empty means 'All'. */
  readonly values: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
}

/** 'All' or several options from a searchable list. */
export const ChoicesFilter = ({ label, options, values, onChoose }: Props) => (
  <IdsSelect
    label={label}
    placeholder={values.length === 0 ? 'All' : ''}
    options={options.map((option) => ({ id: option.id, label: option.name }))}
    values={values}
    onChange={onChoose}
    clearable
  />
)
