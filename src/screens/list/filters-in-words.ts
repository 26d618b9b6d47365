import type { FilterBase, Options } from '#contract/filters.ts'
import { formatDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { ListFilter } from './list-filter.ts'

/** Undefined if the options come from a call. */
const nameIn = <Values>(options: Options<Values>, id: number | undefined): string | undefined =>
  'call' in options ? undefined : options.find((option) => option.id === id)?.name

const withValue = (label: string, value: string | undefined) => (value === undefined ? label : `${label}: ${value}`)

const isSet = <Values>({ write, none }: FilterBase<Values>, values: Values): boolean =>
  JSON.stringify(write(values)) !== JSON.stringify(write({ ...values, ...none }))

const inWords = <Values>(filter: ListFilter<Values>, values: Values): string[] => {
  switch (filter.kind) {
    case 'text':
      return [withValue(filter.label, filter.get(values))]
    case 'choice':
      return [withValue(filter.label, nameIn(filter.options, filter.get(values)))]
    case 'choices': {
      const ids = filter.get(values)
      const names = ids.flatMap((id) => nameIn(filter.options, id) ?? [])
      return [withValue(filter.label, names.length === ids.length ? names.join(', ') : counted(ids.length, 'choice'))]
    }
    case 'dateRange': {
      const { from, to } = filter.get(values)
      return [
        ...(from === '' ? [] : [withValue(filter.labels.from, formatDate(from))]),
        ...(to === '' ? [] : [withValue(filter.labels.to, formatDate(to))]),
      ]
    }
    case 'sort': {
      const value = filter.get(values)
      return [`sorted by ${filter.options.find((option) => option.value === value)?.label}`]
    }
    case 'special':
      return []
  }
}

/** What a list is filtered by, as screen readers announce it: 'Filtered by Status: Accepted, From: 12/11/2027'. */
export const filtersInWords = <Values>(filters: readonly ListFilter<Values>[], values: Values): string => {
  const set = filters.filter((filter) => filter.isShown?.(values) !== false && isSet(filter, values))
  const [words, order] = [set.filter(({ kind }) => kind !== 'sort'), set.filter(({ kind }) => kind === 'sort')].map(
    (some) => some.flatMap((filter) => inWords(filter, values)).join(', '),
  )
  const filtered = words ? `Filtered by ${words}` : 'No filters'
  return order ? `${filtered}, ${order}` : filtered
}
