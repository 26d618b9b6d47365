import { Anchor, Text } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { callOf } from '#contract/call.ts'
import { filtersOf } from '#contract/filters.ts'
import { deleteSavedReport, getSavedReports, type SavedReport } from '#contract/reports/saved-reports.ts'
import { formatDate } from '#domain/time.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconPencil } from '#ui/icons/pencil.ts'
import { FORMATS, SCHEDULES, useSavedReportDialog } from './saved-report-dialog.tsx'
import { YourReportsPages } from './your-reports-pages.tsx'

const ReportLink = ({ row: { name, path, address } }: { readonly row: SavedReport }) =>
  path === null ? (
    name
  ) : (
    <Anchor component={Link} href={address === '' ? path : `${path}?${address}`} inherit>
      {name}
    </Anchor>
  )

const Schedule = ({ row: { schedule, format, stopped } }: { readonly row: SavedReport }) =>
  stopped === null ? (
    schedule === 'never' ? (
      SCHEDULES.never
    ) : (
      `${SCHEDULES[schedule]}, as ${FORMATS[format]}`
    )
  ) : (
    <Text inherit c="var(--mantine-color-error)">
      {stopped}
    </Text>
  )

const definition = defineList({
  heading: 'Saved Reports',
  endpoint: getSavedReports,
  request: () => ({ body: {} }),
  filters: filtersOf(),
  columns: [
    { key: 'name', title: 'Name', render: (row: SavedReport) => <ReportLink row={row} /> },
    { key: 'report', title: 'Report', render: ({ title }) => title },
    { key: 'filters', title: 'Filters', render: ({ filters }) => filters.join(', ') },
    { key: 'schedule', title: 'Emailed', render: (row: SavedReport) => <Schedule row={row} /> },
    {
      key: 'sent',
      title: 'Last Sent',
      render: ({ lastSentOn }) => (lastSentOn === null ? '' : formatDate(lastSentOn)),
    },
    {
      key: 'next',
      title: 'Next',
      render: ({ nextSentOn }) => (nextSentOn === null ? '' : formatDate(nextSentOn)),
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  emptyText: 'No saved reports. Open a report, set its filters, and choose Save.',
  deletion: {
    call: callOf(deleteSavedReport, ({ id }: SavedReport) => ({ body: { id } })),
    question: 'Are you sure you want to delete this saved report?',
    destructiveLabel: 'Delete',
    failed: 'Not deleted',
  },
})

/** Reports that the user has saved under a name, and when they are sent by email. */
export const SavedReportsScreen = () => {
  const list = useList(definition)
  const { open, dialog } = useSavedReportDialog(useCallback(() => list.send({ type: 'list.reload' }), [list]))
  return (
    <ListView
      definition={definition}
      list={list}
      above={() => <YourReportsPages />}
      rowActions={({ id, entityCacheKey, name, schedule, format }) => (
        <IconAction
          icon={IconPencil}
          label={`Edit ${name}`}
          tooltip="Edit"
          onClick={() => open({ id, entityCacheKey, values: { name, schedule, format } })}
        />
      )}
    >
      {() => dialog}
    </ListView>
  )
}
