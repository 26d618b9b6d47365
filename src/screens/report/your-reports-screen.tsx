import { callOf } from '#contract/call.ts'
import { filtersOf } from '#contract/filters.ts'
import {
  deleteReportDetails,
  getAllReportDetails,
  type ReportDetailsFile,
  readReportDetails,
} from '#contract/reports/details-view.ts'
import { reportMessages } from '#domain/reports.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconEye } from '#ui/icons/eye.ts'
import { useReportDetails } from './use-report-details.tsx'
import { YourReportsPages } from './your-reports-pages.tsx'

const stateOf = ({ state, progress, reason }: ReportDetailsFile): string => {
  switch (state) {
    case 'done':
      return 'Ready'
    case 'waiting':
    case 'running':
      return `Being made, ${progress}%`
    case 'canceled':
      return reportMessages.canceled
    case 'failed':
      return reason ?? reportMessages.detailsFailed
  }
}

const nameOf = ({ title, filters }: ReportDetailsFile) => [title, ...filters].join(', ')

const list = defineList({
  heading: 'Your Reports',
  endpoint: getAllReportDetails,
  request: () => ({ body: {} }),
  filters: filtersOf(),
  columns: [
    { key: 'title', title: 'Report', render: ({ title }) => title },
    { key: 'filters', title: 'Filters', render: ({ filters }) => filters.join(', ') },
    { key: 'created', title: 'Created', render: ({ createdOnUtc }) => <Instant at={createdOnUtc} /> },
    { key: 'state', title: 'Status', render: stateOf },
  ],
  keyOf: ({ id }) => id,
  nameOf,
  emptyText: 'No reports of the last seven days. View the details of a report, and it is kept here.',
  deletion: {
    call: callOf(deleteReportDetails, ({ id }: ReportDetailsFile) => ({ body: { id } })),
    failed: 'Not deleted',
  },
})

const readAgain = callOf(readReportDetails, ({ id }: ReportDetailsFile) => ({ body: { id } }))

/** The details of reports that the user has asked for lately, also those that are still being prepared. */
export const YourReportsScreen = () => {
  const details = useReportDetails(readAgain, ({ title }) => title)
  return (
    <ListScreen
      definition={list}
      above={() => <YourReportsPages />}
      rowActions={(row) => (
        <IconAction
          icon={IconEye}
          label={`View ${nameOf(row)}`}
          tooltip="View details"
          onClick={() => details.open(row)}
        />
      )}
    >
      {() => details.viewer}
    </ListScreen>
  )
}
