import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import {
  type ChoiceFilter as ChoiceFilterOf,
  type ChoicesFilter as ChoicesFilterOf,
  type DateRangeFilter,
  type Filters,
  isMissing,
  type Option,
  type Options,
} from '#contract/filters.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { ChoiceFilter } from '#ui/filters/choice-filter.tsx'
import { ChoicesFilter } from '#ui/filters/choices-filter.tsx'
import { SearchFilter } from '#ui/filters/search-filter.tsx'
import { SortFilter } from '#ui/filters/sort-filter.tsx'
import type { FilterControlProps, ListFilter } from './list-filter.ts'

const isFixed = <Values,>(options: Options<Values>): options is readonly Option[] => Array.isArray(options)

const NONE: readonly Option[] = []
const nothing = { run: async () => NONE }

interface Offered {
  readonly options: readonly Option[]
  /** Why there are none. */
  readonly failure: string | undefined
}

/** Loads a choice's options; reloads them when a filter that they depend on changes. */
const useOptions = <Values,>(options: Options<Values>, values: Values): Offered => {
  const fixed = isFixed(options)
  const dependencies = fixed ? '' : JSON.stringify((options.dependsOn ?? []).map((name) => values[name]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the values in `dependencies` matter
  const subject = useMemo(() => (fixed ? undefined : values), [fixed, dependencies])
  const read = useDetailsOf<Values, readonly Option[]>(fixed ? nothing : options.call, subject)
  const { data, message } = useSelector(read, ({ context }) => context)
  if (fixed) return { options, failure: undefined }
  return { options: data ?? NONE, failure: options.showsFailure && message }
}

interface ControlProps<Values, Kind> extends FilterControlProps<Values> {
  readonly filter: Kind
}

interface RefusableProps<Values, Kind> extends ControlProps<Values, Kind> {
  /** Why the last change of the filters was rejected. */
  readonly refusal: string | undefined
}

const Choice = <Values,>({ filter, values, change, refusal }: RefusableProps<Values, ChoiceFilterOf<Values>>) => {
  const { options, failure } = useOptions(filter.options, values)
  return (
    <ChoiceFilter
      label={filter.label}
      error={refusal ?? failure}
      options={options}
      value={filter.get(values)}
      onChoose={(id) => change(filter.set(id))}
      {...(filter.noneLabel !== undefined && { noneLabel: filter.noneLabel })}
    />
  )
}

const Choices = <Values,>({ filter, values, change }: ControlProps<Values, ChoicesFilterOf<Values>>) => (
  <ChoicesFilter
    label={filter.label}
    options={useOptions(filter.options, values).options}
    values={filter.get(values)}
    onChoose={(ids) => change(filter.set(ids))}
  />
)

const Dates = <Values,>({
  filter: { labels, fromRefusal, get, set },
  values,
  change,
  refusal,
}: RefusableProps<Values, DateRangeFilter<Values>>) => {
  const { from, to } = get(values)
  const isAtFrom = refusal !== undefined && refusal === fromRefusal
  return (
    <>
      <DateField
        label={labels.from}
        value={from}
        error={isAtFrom ? refusal : undefined}
        onChange={(date) => change(set({ from: date }))}
      />
      <DateField
        label={labels.to}
        value={to}
        error={isAtFrom ? undefined : refusal}
        onChange={(date) => change(set({ to: date }))}
      />
    </>
  )
}

interface Props<Row, Values extends object> {
  readonly list: PagedListActor<Row, Values>
  readonly filters: Filters<Values, ListFilter<Values>>
  /** How often the user has reset the filters, which also clears dates typed wrong. */
  readonly resets: number
}

/** Resets choices whose options a changed filter narrows, since the current choice may be gone. */
const dependents = <Values,>(list: readonly ListFilter<Values>[], changed: Partial<Values>): Partial<Values>[] =>
  list.flatMap((filter) => {
    if ((filter.kind !== 'choice' && filter.kind !== 'choices') || isFixed(filter.options)) return []
    return filter.options.dependsOn?.some((name) => name in Object(changed)) ? [filter.none] : []
  })

/** Renders a control for each filter of a list. */
export const FilterControls = <Row, Values extends object>({ list, filters, resets }: Props<Row, Values>) => {
  type Snapshot = PagedListSnapshot<Row, Values>
  const values = useSelector(list, ({ context }: Snapshot) => context.filters)
  const refusal = useSelector(list, ({ context }: Snapshot) => context.refusal)
  const change = (changed: Partial<Values>) =>
    list.send({
      type: 'filters.change',
      filters: Object.assign({}, ...dependents(filters.list, changed), changed) as Partial<Values>,
    })
  const isIncomplete = refusal !== undefined && filters.list.some(({ required }) => required === refusal)
  return filters.list.map((filter) => {
    const { key } = filter
    if (filter.isShown?.(values) === false) return null
    switch (filter.kind) {
      case 'text':
        return (
          <SearchFilter
            key={key}
            label={filter.label}
            value={filter.get(values)}
            onType={(text) => change(filter.set(text))}
            onSubmit={() => list.send({ type: 'filters.submit' })}
          />
        )
      case 'choice':
        return (
          <Choice
            key={key}
            filter={filter}
            values={values}
            change={change}
            refusal={isIncomplete && isMissing(filter, values) ? filter.required : undefined}
          />
        )
      case 'choices':
        return <Choices key={key} filter={filter} values={values} change={change} />
      case 'dateRange':
        return (
          <Dates
            key={`${key}-${resets}`}
            filter={filter}
            values={values}
            change={change}
            refusal={isIncomplete ? undefined : refusal}
          />
        )
      case 'sort':
        return (
          <SortFilter
            key={key}
            options={filter.options}
            value={filter.get(values)}
            onChoose={(value) => change(filter.set(value))}
          />
        )
      case 'special':
        return <filter.Control key={key} values={values} change={change} />
    }
    return null
  })
}
