/** The versions of a document, and for administrators who read it. */
import { Stack, Text } from '@mantine/core'
import type { Call } from '#contract/call.ts'
import {
  type DocumentLogEntry,
  getDocumentLog,
  getDocumentVersions,
  type ProviderDocument,
} from '#contract/documents.ts'
import { defineDetails } from '#screens/details/define-details.tsx'
import { Instant } from '#screens/instant.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconDownload } from '#ui/icons/download.ts'
import { AcknowledgmentRecord } from './acknowledgment-cells.tsx'
import { documentColumns, Expiry } from './document-cells.tsx'
import { documentFile } from './document-files.ts'

interface History {
  readonly versions: readonly ProviderDocument[]
  readonly log?: { readonly entries: readonly DocumentLogEntry[]; readonly total: number }
}

/** As many as one call returns. */
const LATEST = 100

const read = (withLog: boolean): Call<ProviderDocument, History> => ({
  run: async (client, { id }, options) => {
    const [versions, log] = await Promise.all([
      client.call(getDocumentVersions, { query: { id } }, options),
      withLog
        ? client.call(getDocumentLog, { query: { id, pageIndex: 1, pageSize: LATEST } }, options)
        : Promise.resolve(undefined),
    ])
    return { versions, ...(log && { log: { entries: log.rows, total: log.total } }) }
  },
})

const Versions = ({ rows }: { readonly rows: readonly ProviderDocument[] | undefined }) => {
  const { isRunning, start, failure } = useDownload(documentFile, 'Not downloaded')
  const columns: readonly Column<ProviderDocument>[] = [
    { key: 'version', title: 'Version', width: '5rem', render: ({ version }) => version },
    { ...documentColumns.file, isHeading: true },
    { key: 'uploaded', title: 'Uploaded On', render: ({ createdOnUtc }) => <Instant at={createdOnUtc} /> },
    { key: 'by', title: 'Uploaded By', render: ({ createdBy }) => createdBy },
    { key: 'expiry', title: 'Expiring On', render: (document) => <Expiry of={document} /> },
    { key: 'acknowledgment', title: 'Acknowledgment', render: (document) => <AcknowledgmentRecord {...document} /> },
    {
      key: 'actions',
      title: 'Action',
      width: '4rem',
      render: (document) => (
        <IconAction
          icon={IconDownload}
          label={`Download version ${document.version}`}
          tooltip="Download"
          disabled={isRunning}
          onClick={() => start(document)}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        ariaLabel="Versions"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        emptyText="No Data Available"
      />
      {failure}
    </>
  )
}

const ACTION_WORDS: Readonly<Record<DocumentLogEntry['action'], string>> = {
  uploaded: 'Uploaded',
  replaced: 'Replaced by a newer version',
  read: 'Viewed',
  downloaded: 'Downloaded',
  deleted: 'Deleted',
  returned: 'Counts again',
  restored: 'Restored',
  expiring: 'Reminder sent',
  expired: 'Expired',
  asked: 'Sent for acknowledgment',
  accepted: 'Read and accepted',
  withdrawn: 'Request withdrawn',
}

const logColumns: readonly Column<DocumentLogEntry>[] = [
  { key: 'at', title: 'Date', render: ({ atUtc }) => <Instant at={atUtc} /> },
  { key: 'what', title: 'What Happened', isHeading: true, render: ({ action }) => ACTION_WORDS[action] },
  { key: 'version', title: 'Version', width: '5rem', render: ({ version }) => version },
  { key: 'by', title: 'Who', render: ({ by }) => by || 'The portal' },
]

const historyOf = (withLog: boolean) =>
  defineDetails<ProviderDocument, History>({
    read: read(withLog),
    titleOf: ({ documentName }) => `History of ${documentName}`,
    size: 'xl',
    body: (history) => (
      <Stack gap="md">
        <Versions rows={history?.versions} />
        {withLog && (
          <>
            <DataTable
              ariaLabel="Log"
              columns={logColumns}
              rows={history?.log?.entries}
              keyOf={({ id }) => id}
              emptyText="No Data Available"
            />
            {history?.log && history.log.total > LATEST && (
              <Text size="sm" c="dimmed">
                The latest {LATEST} of {history.log.total.toLocaleString('en-US')}
              </Text>
            )}
          </>
        )}
      </Stack>
    ),
  })

/** Versions, and who uploaded, read or downloaded what: for administrators. */
export const fullHistory = historyOf(true)
/** Versions alone. */
export const ownHistory = historyOf(false)
