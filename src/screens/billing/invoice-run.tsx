import { Alert, Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { createContext, useContext, useId } from 'react'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { callOf } from '#contract/call.ts'
import type { Follows } from '#contract/follow.ts'
import { cancelInvoiceRun, type InvoiceRun, readInvoiceRun, startInvoiceRun } from '#contract/invoices.ts'
import { sentInWords } from '#domain/billing/invoice-changes.ts'
import { type Period, periodInWords } from '#domain/billing/period.ts'
import { counted, inWords } from '#domain/words.ts'
import type { RunMachine, RunSnapshot } from '#machines/common/run.machine.ts'
import { Instant } from '#screens/instant.tsx'
import { CancelableProgress } from '#screens/run-progress.tsx'
import { useRun } from '#screens/use-calls.ts'
import { useDownload } from '#screens/use-download.tsx'
import { useTold } from '#screens/use-told.ts'
import type { Column } from '#ui/data-table/data-table.tsx'
import { PagedRows } from '#ui/data-table/paged-rows.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconFileTypeDocx } from '#ui/icons/file-type-docx.ts'
import { IconFileTypePdf } from '#ui/icons/file-type-pdf.ts'
import { Amount } from './amount.tsx'
import { invoiceAddress } from './invoice-address.ts'
import { docFile, pdfFile } from './invoice-downloads.ts'
import { RefusalNote } from './refusal-note.tsx'

type Issued = InvoiceRun['issued'][number]
type Skipped = InvoiceRun['skipped'][number]

interface Downloads {
  readonly word: ReturnType<typeof useDownload<string>>
  readonly pdf: ReturnType<typeof useDownload<string>>
}

const DownloadsContext = createContext<Downloads | undefined>(undefined)

const FileButtons = ({ invoiceNumber, pdfPath, docPath }: Issued) => {
  const downloads = useContext(DownloadsContext)
  return (
    <Group gap={4} wrap="nowrap">
      <IconAction
        icon={IconFileTypeDocx}
        label={`Download Word of ${invoiceNumber}`}
        tooltip="Download Word"
        onClick={() => downloads?.word.start(docPath)}
      />
      <IconAction
        icon={IconFileTypePdf}
        label={`Download Pdf of ${invoiceNumber}`}
        tooltip="Download Pdf"
        onClick={() => downloads?.pdf.start(pdfPath)}
      />
    </Group>
  )
}

const SchoolName = ({ name }: { readonly name: string }) => <bdi style={{ overflowWrap: 'anywhere' }}>{name}</bdi>

const issuedColumns: readonly Column<Issued>[] = [
  { key: 'number', title: 'Invoice Number', render: ({ invoiceNumber }) => invoiceNumber },
  { key: 'school', title: 'School Name', render: ({ schoolName }) => <SchoolName name={schoolName} /> },
  { key: 'total', title: 'Total', align: 'end', render: ({ total }) => <Amount amount={total} /> },
  {
    key: 'replaces',
    title: 'Replaces',
    render: ({ replaces, received, reason }) => (
      <span style={{ overflowWrap: 'anywhere' }}>
        {replaces.length === 0 ? '–' : `${inWords(replaces)}. ${reason}`}
        {received.length > 0 && ` The school has ${sentInWords(received)}.`}
      </span>
    ),
  },
  { key: 'action', title: 'Action', width: '6rem', render: (issued) => <FileButtons {...issued} /> },
]

const skippedColumns = (run: InvoiceRun): readonly Column<Skipped>[] => [
  {
    key: 'school',
    title: 'School Name',
    render: ({ schoolId, schoolName }) => (
      <Anchor component={Link} href={invoiceAddress(run, schoolId)} inherit>
        <SchoolName name={schoolName} />
      </Anchor>
    ),
  },
  {
    key: 'reason',
    title: 'Reason',
    render: ({ reason }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        <RefusalNote refusal={reason} startDate={run.startDate} />
      </div>
    ),
  },
]

const states = {
  running: { name: 'Under way', color: 'blue' },
  done: { name: 'Done', color: 'green' },
  canceled: { name: 'Canceled', color: 'gray' },
  failed: { name: 'Failed', color: 'red' },
} as const

const RunContent = ({ run }: { readonly run: InvoiceRun }) => {
  const word = useDownload(docFile)
  const pdf = useDownload(pdfFile)
  return (
    <DownloadsContext value={{ word, pdf }}>
      {run.skipped.length > 0 && (
        <>
          <Title order={4} size="h5">
            Skipped
          </Title>
          <PagedRows
            ariaLabel="Skipped schools"
            columns={skippedColumns(run)}
            rows={run.skipped}
            keyOf={({ schoolId }) => schoolId}
            emptyText=""
          />
        </>
      )}
      {run.issued.length > 0 && (
        <>
          <Title order={4} size="h5">
            Issued
          </Title>
          <PagedRows
            ariaLabel="Issued invoices"
            columns={issuedColumns}
            rows={run.issued}
            keyOf={({ id }) => id}
            emptyText=""
          />
        </>
      )}
      {word.failure}
      {pdf.failure}
    </DownloadsContext>
  )
}

const calls = {
  latest: callOf(readInvoiceRun, () => ({ body: {} })),
  start: callOf(startInvoiceRun, (body: Period) => ({ body })),
  read: callOf(readInvoiceRun, (id: number) => ({ body: { id } })),
  cancel: callOf(cancelInvoiceRun, (id: number) => ({ body: { id } })),
}

const FOLLOWED: Follows = ['runs']

/** A run that is under way is found, also if another administrator started it. */
export const useInvoiceRun = () => {
  const run = useRun(calls, FOLLOWED, { findsOthers: true })
  useTold(run, { type: 'run.find' })
  return run
}

type Snapshot = RunSnapshot<Period, InvoiceRun>
const selectRun = ({ context }: Snapshot) => context.run
const selectIsUnread = (snapshot: Snapshot) => snapshot.matches({ atRest: 'unread' })

/** The latest run over all schools: how far it is, and what became of each school. */
export const LatestRun = ({ actor }: { readonly actor: ActorRefFrom<RunMachine<Period, InvoiceRun>> }) => {
  const run = useSelector(actor, selectRun)
  const isUnread = useSelector(actor, selectIsUnread)
  const headingId = useId()
  if (isUnread) {
    return (
      <FailedToRead
        message="The invoices of all schools could not be loaded."
        onRetry={() => actor.send({ type: 'run.find' })}
      />
    )
  }
  if (!run) return null
  const { name, color } = states[run.state]
  return (
    <Stack component="section" gap="sm" mt="md" aria-labelledby={headingId} style={{ minWidth: 0 }}>
      <Group gap="sm">
        <Title order={3} id={headingId}>
          All schools, {periodInWords(run)}
        </Title>
        <Badge color={color} variant="dot" tt="none">
          {name}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        Started by <bdi>{run.startedBy}</bdi>, <Instant at={run.createdOnUtc} />
      </Text>
      <CancelableProgress
        actor={actor}
        value={run.total === 0 ? 100 : (run.done / run.total) * 100}
        color={color}
        label={`Schools that are done, ${periodInWords(run)}`}
      />
      <Text role="status">
        {run.done} of {counted(run.total, 'school')}: {run.issued.length} issued, {run.unchanged} unchanged,{' '}
        {run.skipped.length} skipped
      </Text>
      {run.reason !== null && (
        <Alert color="red" variant="light">
          {run.reason}
        </Alert>
      )}
      <RunContent run={run} />
    </Stack>
  )
}
