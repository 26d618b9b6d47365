/** A report as the list that its screen runs: its filters beside the order and the search, and its calls. */
import { Box } from '@mantine/core'
import type { Call, ListPlace } from '#contract/call.ts'
import { listCallOf } from '#contract/call.ts'
import { combineFilters, type Filters } from '#contract/filters.ts'
import type { Report, ReportFormat, Sort } from '#contract/reports/define-report.ts'
import type { CellKind } from '#contract/reports/report-cells.ts'
import { isMissing } from '#contract/reports/report-request.ts'
import { addMonths, type LocalDate } from '#domain/time.ts'
import type { ListPage } from '#machines/common/paged-list.machine.ts'
import type { ListFilter, SpecialFilter } from '#screens/list/list-filter.ts'
import { SortFilter } from '#ui/filters/sort-filter.tsx'

/** What a report's address says beside its filters. */
interface Asked<Key extends string> {
  /** '' for the usual order. */
  sort: Sort<Key> | ''
  /** The filters that the user submitted, as text; other ones have to be submitted first. '' before that. */
  submitted: string
}
export type ReportValues<Values, Key extends string> = Values & Asked<Key>

const ENDS: Readonly<Record<CellKind, readonly [string, string]>> = {
  text: ['A-Z', 'Z-A'],
  number: ['lowest first', 'highest first'],
  date: ['oldest first', 'newest first'],
}

/** On a telephone the table has no heads to click on. */
const sortFilter = <Values, Row, Key extends string, Sum extends string, Chart>({
  columns,
  order,
}: Report<Values, Row, Key, Sum, Chart>): SpecialFilter<Asked<Key>> => {
  const keys = Object.keys(columns) as Key[]
  const options = keys.flatMap((key) => {
    const { title, kind } = columns[key]
    const [first, last] = ENDS[kind]
    return [
      { value: key as Sort<Key>, label: `${title}, ${first}` },
      { value: `-${key}` as Sort<Key>, label: `${title}, ${last}` },
    ]
  })
  const toSort = (text: string | null): Asked<Key>['sort'] =>
    options.find(({ value }) => value === text && value !== order)?.value ?? ''
  return {
    kind: 'special',
    key: 'sort',
    none: { sort: '' },
    read: (query) => ({ sort: toSort(query.get('sort')) }),
    write: ({ sort }) => ({ sort }),
    Control: ({ values, change }) => (
      <Box hiddenFrom="xs">
        <SortFilter
          options={options}
          value={values.sort || order}
          onChoose={(value) => change({ sort: toSort(value) })}
        />
      </Box>
    ),
  }
}

/** The click on a column's head: from A to Z, and back. */
export const nextSort = <Key extends string>(key: Key, sort: Sort<Key>, usual: Sort<Key>): Asked<Key>['sort'] => {
  const next: Sort<Key> = sort === key ? `-${key}` : key
  return next === usual ? '' : next
}

const textOf = <Values,>(filters: Filters<Values>, values: Values) => JSON.stringify(filters.write(values))

const submitFilter = <Values, Key extends string>(
  filters: Filters<Values>,
): SpecialFilter<ReportValues<Values, Key>> => ({
  kind: 'special',
  key: 'submitted',
  // None of the report's own values.
  none: { submitted: '' } as Partial<ReportValues<Values, Key>>,
  read: (query) => {
    const submitted = query.has('submitted') ? textOf(filters, filters.read(query)) : ''
    return { submitted } as Partial<ReportValues<Values, Key>>
  },
  write: (values) => ({ submitted: values.submitted === textOf(filters, values) ? '1' : '' }),
  Control: () => null,
})

/** A month up to today, unless the address says otherwise. */
const fromLastMonth = <Values extends object>(filters: Filters<Values>, today: LocalDate): Filters<Values> => {
  const dates = { from: addMonths(today, -1), to: today }
  return {
    ...filters,
    none: { ...filters.none, ...dates },
    read: (query) => ({
      ...filters.read(query),
      ...(!query.has('from') && { from: dates.from }),
      ...(!query.has('to') && { to: dates.to }),
    }),
  }
}

/** @param today by the organization's clock */
export const reportList = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  today: LocalDate,
) => {
  type All = ReportValues<Values, Key>
  const { calls, request, loadsOnOpen = true } = report
  const own = report.dates === 'lastMonth' ? fromLastMonth(report.filters, today) : report.filters
  const parts = [...own.list, sortFilter(report), submitFilter<Values, Key>(own)]
  // A filter of some of the values is one of all of them.
  const all = combineFilters<All, ListFilter<All>>(parts as unknown as readonly ListFilter<All>[])
  const filters: Filters<All, ListFilter<All>> = {
    ...all,
    none: { ...all.none, ...own.none },
    read: (query) => ({ ...all.read(query), ...own.read(query) }),
    refuse: (values) => {
      const missing = values.submitted === '' ? undefined : own.list.find((filter) => isMissing(filter, values))
      return missing?.required ?? all.refuse(values)
    },
  }
  /** Nothing is asked of the server before that. */
  const isAsked = (values: All) => loadsOnOpen || (values.submitted !== '' && values.submitted === textOf(own, values))
  const body = (values: All) => ({ body: { ...request(values), ...(values.sort !== '' && { sort: values.sort }) } })
  const records = listCallOf(calls.records, body)
  const rows: Call<ListPlace<All>, ListPage<Row>> = {
    run: async (client, place, options) =>
      // Its rows are what the report's schema says.
      isAsked(place.filters) ? ((await records.run(client, place, options)) as ListPage<Row>) : { rows: [], total: 0 },
  }
  return {
    filters,
    rows,
    isAsked,
    submit: (values: All): Partial<All> => ({ submitted: textOf(own, values) }) as Partial<All>,
    totals: {
      run: async (client, values, options) =>
        calls.totals && isAsked(values) ? client.call(calls.totals, { body: request(values) }, options) : undefined,
    } satisfies Call<All, unknown>,
    chart: {
      run: async (client, values, options) =>
        calls.chart && isAsked(values) ? client.call(calls.chart, { body: request(values) }, options) : undefined,
    } satisfies Call<All, unknown>,
    file: {
      run: (client, { format, values }, options) => {
        const endpoint = calls.files[format]
        if (!endpoint) throw new Error(`${report.name} has no .${format} file`)
        return client.download(endpoint, body(values), options)
      },
    } satisfies Call<{ format: ReportFormat; values: All }, unknown>,
  }
}
