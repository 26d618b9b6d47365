/** A report's screen: filters, chart, rows with sorting and totals, and downloads. */
import { Button, Badge as MantineBadge, type MantineColor, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, useMemo, useState } from 'react'
import type { Badge, Report, ReportColumn, Totals } from '#contract/reports/define-report.ts'
import { alignOf, cellText } from '#contract/reports/report-cells.ts'
import type { ReportDetails } from '#contract/reports/report-parts.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { localOf } from '#domain/time.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { Amount } from '#screens/billing/amount.tsx'
import { ExplainsAmounts, Why } from '#screens/billing/why.tsx'
import { type Details, defineDetailsTable } from '#screens/details/define-details.tsx'
import { DetailsPanel } from '#screens/details-panel.tsx'
import type { ListColumn, ListDefinition } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList, useListDetails } from '#screens/list/use-list.ts'
import { useSession } from '#screens/provided.tsx'
import { RecordLink } from '#screens/record-link.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { numberColumn } from '#ui/data-table/data-table.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconDeviceFloppy } from '#ui/icons/device-floppy.ts'
import { IconEye } from '#ui/icons/eye.ts'
import { IconPrinter } from '#ui/icons/printer.ts'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { nextSort, type ReportValues, reportList } from './report-list.tsx'
import { useSavedReportDialog } from './saved-report-dialog.tsx'
import { useReportDetails } from './use-report-details.tsx'

const ReportChart = lazyPart(async () => (await import('./report-chart.tsx')).ReportChart)

const detailsOf = <Row,>(details: ReportDetails<Row>): Details<Row> =>
  defineDetailsTable<Row, { readonly item: unknown; readonly place: number }>({
    ...details,
    read: {
      run: async (...input) => (await details.read.run(...input)).map((item, place) => ({ item, place })),
    },
    ariaLabel: details.name,
    columns: [
      numberColumn(details.numberTitle),
      ...Object.entries(details.columns).map(([title, textOf]) => ({
        key: title,
        title,
        render: ({ item }: { readonly item: unknown }) => textOf(item),
      })),
    ],
    keyOf: ({ place }) => place,
  })

/** The spec's styles of a status. */
const BADGES: Readonly<Record<Badge, MantineColor>> = { accepted: 'green', pending: 'yellow', rejected: 'red' }

const columnOf = <Values, Row, Sum extends string>(
  key: string,
  { value, details, href, screenKey, badge, explains, ...column }: ReportColumn<Row, Values, Totals<Row, Sum>>,
  money: MoneyFormat,
): ListColumn<Row> => {
  const textOf = (row: Row) => cellText(column, value(row), money)
  const cellOf = (row: Row) => {
    const explained = explains?.(row)
    if (explained) return <Amount amount={String(value(row))} why={<Why {...explained} />} />
    const address = href?.(row)
    if (address !== undefined) return <RecordLink href={address} screenKey={screenKey} name={textOf(row)} />
    if (!badge) return textOf(row)
    return (
      <MantineBadge variant="dot" color={BADGES[badge(row)]} tt="none">
        {textOf(row)}
      </MantineBadge>
    )
  }
  return {
    key,
    title: column.title,
    align: alignOf(column),
    ...(column.width !== undefined && { width: column.width }),
    render: cellOf,
    ...(details && {
      details: detailsOf(details),
      labelOf: (row: Row) => `${textOf(row)}, ${details.labelOf(row)}`,
    }),
  }
}

/** Buttons that only some report has. */
export type ReportActions<Values> = ComponentType<{ readonly values: Values }>

const ReportView = <Values extends object, Row, Key extends string, Sum extends string, Chart>({
  report,
  Actions,
}: {
  readonly report: Report<Values, Row, Key, Sum, Chart>
  readonly Actions: ReportActions<Values> | undefined
}) => {
  type All = ReportValues<Values, Key>
  type Snapshot = PagedListSnapshot<Row, All>
  const { timeZone, money } = useSession()
  const [listed] = useState(() => reportList(report, localOf(Date.now(), timeZone).date))
  const list: PagedListActor<Row, All> = useList(listed)
  const values = useSelector(list, ({ context }: Snapshot) => context.filters)
  /** Whether the chart has rows, or may have once they have loaded. */
  const isDrawn = useSelector(list, (snapshot: Snapshot) => {
    const { result } = snapshot.context
    return result === undefined ? snapshot.hasTag('busy') : result.total > 0
  })
  const totals = useListDetails(list, listed.totals, listed.isAlike)
  const sums = useSelector(totals, ({ context }) => context.data)
  const isTotalFailed = useSelector(totals, (snapshot) => snapshot.hasTag('failed'))
  const chart = useListDetails(list, listed.chart, listed.isAlike)
  const download = useDownload(listed.file, 'Download')
  const heading = report.titleOf?.(values) ?? report.title
  const printing = useFileViewer(listed.file, () => heading, { isPrinted: true })
  const isSubmitted = listed.isSubmitted(values)

  const keys = Object.keys(report.columns) as Key[]
  // Memoized so that the details dialogs keep their identity.
  const columns = useMemo(
    () =>
      (Object.keys(report.columns) as Key[]).map((key) => ({
        key,
        isShown: report.columns[key].isShown,
        column: columnOf(key, report.columns[key], money),
      })),
    [report, money],
  )
  const shown = columns.filter(({ isShown }) => isShown?.(values) !== false)
  const hasTotals = report.totals !== undefined && shown.some(({ key }) => report.columns[key].total)
  const order = values.sort || report.order
  const change = (changed: Partial<All>) => {
    list.send({ type: 'filters.change', filters: changed })
    if (list.getSnapshot().context.refusal === undefined) list.send({ type: 'filters.submit' })
  }
  const definition: ListDefinition<Row, All> = {
    ...listed,
    heading,
    isNumbered: false,
    columns: [
      numberColumn(report.numberTitle),
      ...shown.map(({ key, column }) => ({
        ...column,
        sort: {
          direction: order === key ? ('ascending' as const) : order === `-${key}` ? ('descending' as const) : undefined,
          onSort: () => change({ sort: nextSort(key, order, report.order) } as Partial<All>),
        },
      })),
    ],
    keyOf: report.keyOf,
    nameOf: (row) => String(report.keyOf(row)),
    emptyText: report.emptyText,
  }
  const sumOf = (key: Key) => {
    const { total, ...column } = report.columns[key]
    return sums && total && cellText(column, total(sums), money)
  }
  const details = useReportDetails(listed.details, ({ title }) => title)
  const saving = useSavedReportDialog()
  const [isAllAsked, setIsAllAsked] = useState(false)
  const missing = isAllAsked ? listed.missingForAll(values) : undefined
  const openAll = () => {
    setIsAllAsked(true)
    // Submitting says what is missing, next to the filter.
    if (!listed.isComplete(values)) change(listed.submit(values))
    else if (listed.missingForAll(values) === undefined) details.open(listed.askDetails(values))
  }
  const { chart: drawn, view } = report
  return (
    <>
      <ListView
        definition={definition}
        list={list}
        isTableHidden={!isSubmitted}
        headerActions={() =>
          isSubmitted && (
            <>
              {Actions && <Actions values={values} />}
              <Button
                variant="default"
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                onClick={() => saving.open(listed.toSave(list.getSnapshot().context.filters))}
              >
                Save
              </Button>
              <DownloadMenu
                files={report.downloads}
                isRunning={download.isRunning}
                onChoose={(format) => download.start({ format, values: list.getSnapshot().context.filters })}
              />
              {report.hasPrint && (
                <Button
                  variant="default"
                  leftSection={<IconPrinter size={16} aria-hidden />}
                  onClick={() => printing.open({ format: 'pdf', values: list.getSnapshot().context.filters })}
                >
                  Print
                </Button>
              )}
            </>
          )
        }
        filterActions={() => (
          <>
            {report.loadsOnOpen === false ? (
              <Button onClick={() => change(listed.submit(values))}>Submit</Button>
            ) : (
              report.hasSubmit && <Button onClick={() => list.send({ type: 'filters.submit' })}>Submit</Button>
            )}
            {view?.allLabel !== undefined && (
              <Button variant="default" onClick={openAll}>
                {view.allLabel}
              </Button>
            )}
          </>
        )}
        actionsTitle="Action"
        {...(view?.ofRow && {
          rowActions: (row: Row) => (
            <IconAction
              icon={IconEye}
              label={`View ${view.rowName?.(row)}`}
              tooltip="View details"
              onClick={() => details.open(listed.askDetails(list.getSnapshot().context.filters, row))}
            />
          ),
        })}
        {...(report.note !== undefined && {
          above: () => (
            <Text size="sm" c="dimmed">
              {report.note}
            </Text>
          ),
        })}
        overview={() => (
          <>
            {!isSubmitted && missing === undefined && (
              <Text size="sm" c="dimmed">
                Set the filters, then select Submit.
              </Text>
            )}
            {missing !== undefined && (
              <Text role="alert" size="sm" c="var(--mantine-color-error)">
                {missing}
              </Text>
            )}
            {drawn && isSubmitted && isDrawn && (
              <Suspense>
                <DetailsPanel details={chart} name="Chart" failed="The chart could not be loaded." height={176}>
                  {(data) => data !== undefined && <ReportChart bars={drawn.bars(data, money)} />}
                </DetailsPanel>
              </Suspense>
            )}
            {isTotalFailed && (
              <FailedToRead
                message="The totals could not be loaded."
                onRetry={() => totals.send({ type: 'details.retry' })}
              />
            )}
          </>
        )}
        {...(hasTotals && {
          totals: { number: 'Total', ...Object.fromEntries(keys.map((key) => [key, sumOf(key)])) },
        })}
      />
      {download.failure}
      {printing.viewer}
      {details.viewer}
      {saving.dialog}
    </>
  )
}

/** Creates the screen component of a report. */
export const screenOf = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart>,
  actions?: ReportActions<Values>,
) => {
  const isExplained = Object.values<ReportColumn<Row, Values, Totals<Row, Sum>>>(report.columns).some(
    ({ explains }) => explains !== undefined,
  )
  const ReportScreen = () =>
    isExplained ? (
      <ExplainsAmounts>
        <ReportView report={report} Actions={actions} />
      </ExplainsAmounts>
    ) : (
      <ReportView report={report} Actions={actions} />
    )
  return ReportScreen
}
