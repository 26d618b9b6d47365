import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { FileCall } from '#contract/call.ts'
import { addedInWords, type ImportReport } from '#contract/imports.ts'
import { megabytesOf } from '#contract/upload.ts'
import { MAX_IMPORT_ROWS } from '#domain/import-limits.ts'
import { counted } from '#domain/words.ts'
import type { ImportMachine, ImportSnapshot } from '#machines/documents/import.machine.ts'
import { FileProgress, FileStep, refusalInWords } from '#screens/form/file-step.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconAlertTriangle } from '#ui/icons/alert-triangle.ts'
import { IconCheck } from '#ui/icons/check.ts'
import { IconDownload } from '#ui/icons/download.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { problemRowsOf, sampleOf } from './import-calls.ts'
import type { ImportDefinition } from './import-definition.ts'
import { ImportProblems } from './import-problems.tsx'

type Flow = ActorRefFrom<ImportMachine<File>>
type Snapshot = ImportSnapshot<File>

const rowsInWords = (count: number) => counted(count, 'row')
const goodRowsInWords = (count: number) => counted(count, 'good row')

const DownloadButton = <Subject,>({
  file,
  subject,
  children,
}: {
  readonly file: FileCall<Subject>
  readonly subject: Subject
  readonly children: ReactNode
}) => {
  const { isRunning, start, failure } = useDownload(file)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isRunning}
        onClick={() => start(subject)}
      >
        {children}
      </Button>
      {failure}
    </>
  )
}

/** The clicked button is gone, so keyboard and screen-reader users continue from here. */
const focusFirst = (node: HTMLDivElement | null) => node?.focus()

/** Says whether the rows can be imported. */
const Verdict = ({ report, notice }: { readonly report: ImportReport; readonly notice: string | undefined }) => {
  const { rows, goodRows } = report
  const isClean = goodRows === rows
  return (
    <>
      {notice !== undefined && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {notice}
        </Alert>
      )}
      <Alert
        color={isClean ? 'green' : 'orange'}
        icon={isClean ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        role="status"
        tabIndex={-1}
        ref={focusFirst}
      >
        {isClean
          ? `${rowsInWords(rows)} checked, no problems. Nothing has been imported yet.`
          : `${rowsInWords(rows)} checked: ${goodRowsInWords(goodRows)}, ${counted(rows - goodRows, 'row')} with problems. Nothing has been imported yet.`}
      </Alert>
    </>
  )
}

const Checked = ({
  flow,
  definition,
  isImporting,
  onClose,
}: {
  readonly flow: Flow
  readonly definition: ImportDefinition
  readonly isImporting: boolean
  readonly onClose: () => void
}) => {
  const { report, notice, file, part, rule } = useSelector(flow, ({ context }: Snapshot) => context)
  const problemRows = useMemo(() => problemRowsOf(definition), [definition])
  const canImport = useSelector(flow, (snapshot: Snapshot) => snapshot.can({ type: 'import.start' }))
  if (!report || !file) return null
  const { goodRows, problemCount } = report
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Text>
        <FileButton
          accept={rule.endings.join(',')}
          disabled={isImporting}
          onChange={(chosen) => chosen && flow.send({ type: 'file.choose', file: chosen })}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" disabled={isImporting}>
              Choose another file
            </Button>
          )}
        </FileButton>
      </Group>
      <Verdict report={report} notice={notice} />
      {problemCount > 0 && (
        <>
          <ImportProblems report={report} />
          <Group>
            <DownloadButton file={problemRows} subject={file}>
              Download the problem rows
            </DownloadButton>
          </Group>
        </>
      )}
      {isImporting && <FileProgress part={part} working="Importing the rows …" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isImporting}>
          Cancel
        </Button>
        {goodRows > 0 && (
          <Button loading={isImporting} disabled={!canImport} onClick={() => flow.send({ type: 'import.start' })}>
            {problemCount > 0 ? `Import the ${goodRowsInWords(goodRows)}` : `Import ${rowsInWords(goodRows)}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const Choosing = ({
  flow,
  definition,
  isChecking,
  onClose,
}: {
  readonly flow: Flow
  readonly definition: ImportDefinition
  readonly isChecking: boolean
  readonly onClose: () => void
}) => {
  const context = useSelector(flow, (snapshot: Snapshot) => snapshot.context)
  const sample = useMemo(() => sampleOf(definition), [definition])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        flow.send({ type: 'check.start' })
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{definition.layout} Every row is checked before anything is imported.</Text>
        <Group>
          <DownloadButton file={sample} subject={null}>
            Download Sample File
          </DownloadButton>
        </Group>
        <FileStep
          context={context}
          isSending={isChecking}
          label="File"
          description={`An .xlsx, .xls, or .csv file with at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows and ${megabytesOf(context.rule)} MB.`}
          onChoose={(file) => flow.send({ type: 'file.choose', file })}
          onRemove={() => flow.send({ type: 'file.remove' })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isChecking}>
            Check
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Done = ({
  flow,
  noun,
  onClose,
}: {
  readonly flow: Flow
  readonly noun: string
  readonly onClose: () => void
}) => {
  const { report, invitations } = useSelector(flow, ({ context }: Snapshot) => context)
  if (!report) return null
  const leftOut = report.rows - report.goodRows
  return (
    <Stack gap="sm">
      <Alert color="green" icon={<IconCheck aria-hidden />} role="status" tabIndex={-1} ref={focusFirst}>
        {addedInWords(report.added, noun)}
      </Alert>
      <Text size="sm">
        The file has {rowsInWords(report.rows)}.{leftOut > 0 && ` ${rowsInWords(leftOut)} with problems left out.`}
      </Text>
      {report.invitations > 0 && (
        <Text size="sm">
          {invitations === 'now'
            ? `${counted(report.invitations, 'invitation')} sent.`
            : 'No invitations sent yet. To send them, filter the list by Account: Not invited.'}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => flow.send({ type: 'import.open' })}>
          Import another file
        </Button>
        <Button onClick={onClose}>OK</Button>
      </Group>
    </Stack>
  )
}

interface Props {
  readonly flow: Flow
  readonly definition: ImportDefinition
}

/** Checks a spreadsheet, shows its problems row by row, and imports the good rows. */
export const ImportDialog = ({ flow, definition }: Props) => {
  const snapshot = useSelector(flow, (current: Snapshot) => current)
  const { report, refusal } = snapshot.context
  const isOpen = !snapshot.matches('closed')
  const isFailed = snapshot.hasTag('failed')
  const isImporting = snapshot.matches('importing')
  const isConfirming = snapshot.matches('confirming')
  const isInviting = snapshot.matches('inviting')
  const isChoosing = snapshot.matches('choosing') || snapshot.matches('checking') || snapshot.matches('refused')
  const close = () => flow.send({ type: 'import.close' })
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={definition.title}
        size="lg"
        isCovered={isFailed || isConfirming || isInviting}
        closeOnClickOutside={!snapshot.hasTag('busy')}
      >
        {isChoosing ? (
          <Choosing flow={flow} definition={definition} isChecking={snapshot.matches('checking')} onClose={close} />
        ) : snapshot.matches('done') ? (
          <Done flow={flow} noun={definition.noun} onClose={close} />
        ) : (
          <Checked flow={flow} definition={definition} isImporting={isImporting} onClose={close} />
        )}
      </Dialog>
      {isConfirming && report && (
        <ConfirmDialog
          question={`Import the ${goodRowsInWords(report.goodRows)} and leave out ${rowsInWords(report.rows - report.goodRows)} with problems?`}
          onCancel={() => flow.send({ type: 'import.cancel' })}
          onConfirm={() => flow.send({ type: 'import.confirm' })}
        />
      )}
      {isInviting && report && (
        <ConfirmDialog
          question={`Send ${counted(report.invitations, 'invitation')} now?`}
          details="Each is an email with a link to choose a password. You can send them later on this page."
          confirmLabel="Send now"
          alternative={{ label: 'Later', onChoose: () => flow.send({ type: 'invitations.postpone' }) }}
          onCancel={() => flow.send({ type: 'import.cancel' })}
          onConfirm={() => flow.send({ type: 'invitations.send' })}
        />
      )}
      {isFailed && refusal && (
        <MessageDialog {...refusalInWords(refusal)} onClose={() => flow.send({ type: 'failure.dismiss' })} />
      )}
    </>
  )
}
