/** The list that a report's screen runs: the report's filters plus the order and Submit, and its calls. */
import { Box } from '@mantine/core'
import type { z } from 'zod'
import type { Call, ListPlace } from '#contract/call.ts'
import { listCallOf } from '#contract/call.ts'
import { combineFilters, type Filters, isMissing } from '#contract/filters.ts'
import type { Report, ReportEndpoint, Sort } from '#contract/reports/define-report.ts'
import type { ReportDetailsFile } from '#contract/reports/details-view.ts'
import type { CellKind } from '#contract/reports/report-cells.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { missingForAll, type ReportRequest } from '#contract/reports/report-request.ts'
import { addMonths, type LocalDate } from '#domain/time.ts'
import type { ListPage } from '#machines/common/paged-list.machine.ts'
import type { ListFilter, SpecialFilter } from '#screens/list/list-filter.ts'
import { SortFilter } from '#ui/filters/sort-filter.tsx'

/** What a report's address contains in addition to its filters. */
interface AddressParts<Key extends string> {
  /** '' for the default order. */
  sort: Sort<Key> | ''
  /** The filters that the user last submitted, as text; '' for none. Changed filters must be submitted again. */
  submitted: string
}
export type ReportValues<Values, Key extends string> = Values & AddressParts<Key>

const ENDS: Readonly<Record<CellKind, readonly [string, string]>> = {
  text: ['A-Z', 'Z-A'],
  number: ['lowest first', 'highest first'],
  money: ['lowest first', 'highest first'],
  percent: ['lowest first', 'highest first'],
  hours: ['lowest first', 'highest first'],
  date: ['oldest first', 'newest first'],
}

/** For phones, where the table has no headings to click. */
const sortFilter = <Values, Row, Key extends string, Sum extends string, Chart>({
  columns,
  order,
}: Report<Values, Row, Key, Sum, Chart>): SpecialFilter<AddressParts<Key>> => {
  const keys = Object.keys(columns) as Key[]
  const options = keys.flatMap((key) => {
    const { title, kind, sortedAs = kind } = columns[key]
    const [first, last] = ENDS[sortedAs]
    return [
      { value: key as Sort<Key>, label: `${title}, ${first}` },
      { value: `-${key}` as Sort<Key>, label: `${title}, ${last}` },
    ]
  })
  const toSort = (text: string | null): AddressParts<Key>['sort'] =>
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

/** The order after a click on a column's heading: ascending first, then descending. */
export const nextSort = <Key extends string>(
  key: Key,
  sort: Sort<Key>,
  usual: Sort<Key>,
): AddressParts<Key>['sort'] => {
  const next: Sort<Key> = sort === key ? `-${key}` : key
  return next === usual ? '' : next
}

const textOf = <Values,>(filters: Filters<Values>, values: Values) => JSON.stringify(filters.write(values))

const submitFilter = <Values, Key extends string>(
  filters: Filters<Values>,
): SpecialFilter<ReportValues<Values, Key>> => ({
  kind: 'special',
  key: 'submitted',
  // Doesn't touch the report's own values.
  none: { submitted: '' } as Partial<ReportValues<Values, Key>>,
  read: (query) => {
    const submitted = query.has('submitted') ? textOf(filters, filters.read(query)) : ''
    return { submitted } as Partial<ReportValues<Values, Key>>
  },
  write: (values) => ({ submitted: values.submitted === textOf(filters, values) ? '1' : '' }),
  Control: () => null,
})

/** One month up to today, unless the address has other dates. */
const fromLastMonth = <Values extends object>(filters: Filters<Values>, today: LocalDate): Filters<Values> => {
  const dates = { from: addMonths(today, -1), to: today }
  return {
    ...filters,
    none: { ...filters.none, ...dates },
    read: (query) => {
      const filled = new URLSearchParams(query)
      for (const [name, date] of Object.entries(dates)) if (!query.has(name)) filled.set(name, date)
      const values = filters.read(filled)
      const isIgnored = filled.get('from') && filled.get('to') && !filters.write(values).from
      return isIgnored ? { ...values, ...dates } : values
    },
  }
}

const DATES = ['from', 'to']

/** The details to show. */
export interface AskedDetails {
  readonly body: ReportRequest
  readonly title: string
}

/** @param today in the organization's time zone */
export const reportList = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  today: LocalDate,
) => {
  type All = ReportValues<Values, Key>
  const { calls, request, loadsOnOpen = true } = report
  const own = report.dates === 'lastMonth' ? fromLastMonth(report.filters, today) : report.filters
  const parts = [...own.list, sortFilter(report), submitFilter<Values, Key>(own)]
  // A filter of some values is also a filter of all of them.
  const all = combineFilters<All, ListFilter<All>>(parts as unknown as readonly ListFilter<All>[])
  const filters: Filters<All, ListFilter<All>> = {
    ...all,
    none: { ...all.none, ...own.none },
    read: (query) => ({ ...all.read(query), ...own.read(query) }),
    refuse: (values, before) => {
      // Until they are submitted again, changed filters may be incomplete.
      const isSubmitting = values.submitted === textOf(own, values)
      const missing = isSubmitting ? own.list.find((filter) => isMissing(filter, values)) : undefined
      return missing?.required ?? all.refuse(values, before)
    },
  }
  /** Whether to load anything; until the filters are submitted, no request is sent. */
  const isSubmitted = (values: All) =>
    loadsOnOpen || (values.submitted !== '' && values.submitted === textOf(own, values))
  const body = (values: All) => ({ body: { ...request(values), ...(values.sort !== '' && { sort: values.sort }) } })
  const records = listCallOf(calls.records, body)
  const rows: Call<ListPlace<All>, ListPage<Row>> = {
    run: async (client, place, options) =>
      // The report's schema has validated the rows.
      isSubmitted(place.filters)
        ? ((await records.run(client, place, options)) as ListPage<Row>)
        : { rows: [], total: 0 },
  }
  const ofSubmitted = <Data extends z.ZodType>(
    endpoint: ReportEndpoint<ReportRequest, Data> | undefined,
  ): Call<All, z.output<Data> | undefined> => ({
    run: async (client, values, options) =>
      endpoint && isSubmitted(values) ? client.call(endpoint, { body: request(values) }, options) : undefined,
  })
  return {
    filters,
    rows,
    isSubmitted,
    /** Whether the same rows match, in whatever order. */
    isAlike: (before: All, after: All) =>
      textOf(own, before) === textOf(own, after) && isSubmitted(before) === isSubmitted(after),
    submit: (values: All): Partial<All> => ({ submitted: textOf(own, values) }) as Partial<All>,
    totals: ofSubmitted(calls.totals),
    chart: ofSubmitted(calls.chart),
    /** What the dialog that saves the report opens with. */
    toSave: (values: All) => {
      const opened: Partial<Readonly<Record<string, string>>> = filters.write(filters.none)
      const written = Object.entries(filters.write(values))
      // Dates that the report opens with are not saved: they will be others then.
      const hasOwnDates = written.some(([name, text]) => DATES.includes(name) && text !== opened[name])
      const kept = written.filter(
        ([name, text]) => (hasOwnDates || !DATES.includes(name)) && (text !== '' || opened[name]),
      )
      return {
        report: report.name,
        address: String(new URLSearchParams(kept)),
        values: { name: report.titleOf?.(values) ?? report.title, schedule: 'never', format: 'pdf' } as const,
      }
    },
    /** What is missing to show the details of all rows. */
    missingForAll: (values: All): string | undefined =>
      missingForAll(own.list, values, report.view?.requiredForAll)?.message,
    isComplete: (values: All) => own.list.every((filter) => !isMissing(filter, values)),
    /** @param row undefined for the details of all rows */
    askDetails: (values: All, row?: Row): AskedDetails => {
      const { view } = report
      const narrowed = row === undefined ? {} : (view?.ofRow?.(row) ?? {})
      const asked = { ...values, ...narrowed.values }
      return {
        body: { ...request(asked), ...narrowed.more },
        title: view?.titleOf?.(asked) ?? report.titleOf?.(asked) ?? report.title,
      }
    },
    details: {
      run: (client, { body: asked }, options) => {
        if (!report.view) throw new Error(`${report.name} has no details`)
        return client.call(report.view.call, { body: asked }, options)
      },
    } satisfies Call<AskedDetails, ReportDetailsFile>,
    file: {
      run: (client, { format, values }, options) => {
        const endpoint = calls.files[format]
        if (!endpoint) throw new Error(`${report.name} has no .${format} file`)
        const { body: asked } = body(values)
        return client.download(endpoint, { body: { ...asked, ...report.fileBody(format) } }, options)
      },
    } satisfies Call<{ format: ReportFormat; values: All }, unknown>,
  }
}
