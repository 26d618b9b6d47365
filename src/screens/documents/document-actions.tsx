/** What a row of documents offers: view, download, replace, and its history. */
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconCheck,
  IconDownload,
  IconEye,
  IconHistory,
  IconSignature,
  IconSignatureOff,
  IconUpload,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Call, callOf } from '#contract/call.ts'
import { deleteDocument, type ProviderDocument } from '#contract/documents.ts'
import { acceptDocument, askAcknowledgment, withdrawAcknowledgment } from '#contract/letters.ts'
import { documentMessages } from '#domain/document-form.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import { useSession } from '#screens/provided.tsx'
import { useAction } from '#screens/use-calls.ts'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { isWaiting } from './acknowledgment-cells.tsx'
import { documentFile, shownFile } from './document-files.ts'
import { fullHistory, ownHistory } from './document-history.tsx'
import { useDocumentUpload } from './upload-document.tsx'

const nameOf = ({ documentName }: ProviderDocument) => documentName

export const documentDeletion = {
  call: callOf(deleteDocument, ({ id }: ProviderDocument) => ({ params: { id }, body: {} })),
  question: documentMessages.confirmDelete,
  destructiveLabel: 'Delete document',
  done: documentMessages.deleted,
  failed: 'Not deleted',
}

interface AcceptProps {
  /** Whether the browser shows the document, so that it can be read here. */
  readonly isShown: boolean
  readonly isBusy: boolean
  readonly onAccept: () => void
  readonly onDownload: () => void
}

/** Where the browser can't show a document, it is downloaded before it is accepted. */
const AcceptButtons = ({ isShown, isBusy, onAccept, onDownload }: AcceptProps) => {
  const [isDownloaded, setIsDownloaded] = useState(false)
  return (
    <>
      <SteadyButton
        isBusy={isBusy}
        disabled={!isShown && !isDownloaded}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={onAccept}
      >
        Read and accepted
      </SteadyButton>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => {
          onDownload()
          setIsDownloaded(true)
        }}
      >
        Download
      </Button>
      {!isShown && !isDownloaded && <Text size="sm">Download the document and read it before you accept it.</Text>}
    </>
  )
}

interface AcknowledgmentProps {
  readonly document: ProviderDocument
  readonly onAsk: (document: ProviderDocument) => void
  readonly onWithdraw: (document: ProviderDocument) => void
}

/** Asks for an acknowledgment or withdraws the request; nothing once it was given. */
const AcknowledgmentAction = ({ document, onAsk, onWithdraw }: AcknowledgmentProps) => {
  const { documentName, canBeShown, acknowledgment } = document
  if (isWaiting(document)) {
    return (
      <IconAction
        icon={IconSignatureOff}
        label={`Withdraw the request to accept ${documentName}`}
        tooltip="Withdraw the request"
        onClick={() => onWithdraw(document)}
      />
    )
  }
  return canBeShown && acknowledgment?.state !== 'accepted' ? (
    <IconAction
      icon={IconSignature}
      label={`Send ${documentName} for acknowledgment`}
      tooltip="Send for acknowledgment"
      onClick={() => onAsk(document)}
    />
  ) : null
}

interface Actions {
  readonly actionsOf: (document: ProviderDocument) => ReactNode
  /** Opens the form for a new document of a provider. */
  readonly add: (providerId: number) => void
  /** Render it once. */
  readonly dialogs: ReactNode
}

interface AcknowledgmentMove {
  readonly call: Call<ProviderDocument, unknown>
  readonly done: string
}

const bodyOf = ({ id }: ProviderDocument) => ({ body: { id } })

const asking: AcknowledgmentMove = { call: callOf(askAcknowledgment, bodyOf), done: documentMessages.asked }
const withdrawing: AcknowledgmentMove = {
  call: callOf(withdrawAcknowledgment, bodyOf),
  done: documentMessages.withdrawn,
}
const accepting: AcknowledgmentMove = { call: callOf(acceptDocument, bodyOf), done: documentMessages.accepted }

/** Runs a move at once; says that it is done, or why not. */
const useMove = ({ call, done }: AcknowledgmentMove, onDone: () => void) => {
  type Snapshot = ConfirmActionSnapshot<ProviderDocument, unknown>
  const move = useAction(call)
  useEffect(() => {
    const { unsubscribe } = move.on('action.done', () => {
      notifications.show({ message: done })
      onDone()
    })
    return unsubscribe
  }, [move, done, onDone])
  const { message } = useSelector(move, ({ context }: Snapshot) => context)
  const isFailed = useSelector(move, (snapshot: Snapshot) => snapshot.hasTag('failed'))
  const isBusy = useSelector(move, (snapshot: Snapshot) => snapshot.hasTag('busy'))
  return {
    isBusy,
    run: (subject: ProviderDocument) => move.send({ type: 'action.run', subject }),
    failure: isFailed && (
      <MessageDialog
        title="Not done"
        message={message ?? 'The server does not answer. Please retry.'}
        onClose={() => {
          move.send({ type: 'failure.dismiss' })
          onDone()
        }}
      />
    ),
  }
}

/** @param onChange called when the list is out of date */
export const useDocumentActions = (onChange: () => void): Actions => {
  const { isAdministrator } = useSession()
  const accept = useMove(accepting, onChange)
  const ask = useMove(asking, onChange)
  const withdraw = useMove(withdrawing, onChange)
  const viewer = useFileViewer(shownFile, nameOf, {
    // Only its provider answers, and only who sees the document.
    actionsOf: (document, { close, download: save }) =>
      !isAdministrator &&
      isWaiting(document) && (
        <AcceptButtons
          isShown={navigator.pdfViewerEnabled || document.mediaType.startsWith('image/')}
          isBusy={accept.isBusy}
          onAccept={() => {
            accept.run(document)
            close()
          }}
          onDownload={save}
        />
      ),
  })
  const download = useDownload(documentFile, 'Not downloaded')
  const history = useDetailsDialog(isAdministrator ? fullHistory : ownHistory)
  const upload = useDocumentUpload(onChange)
  return {
    actionsOf: (document) => (
      <>
        {document.canBeShown && (
          <IconAction
            icon={IconEye}
            label={
              !isAdministrator && isWaiting(document)
                ? `Read and accept ${document.documentName}`
                : `View ${document.documentName}`
            }
            tooltip={!isAdministrator && isWaiting(document) ? 'Read and accept' : 'View'}
            onClick={() => viewer.open(document)}
          />
        )}
        <IconAction
          icon={IconDownload}
          label={`Download ${document.documentName}`}
          tooltip="Download"
          disabled={download.isRunning}
          onClick={() => download.start(document)}
        />
        <IconAction
          icon={IconUpload}
          label={`Upload a newer version of ${document.documentName}`}
          tooltip="Upload a newer version"
          onClick={() => upload.replace(document)}
        />
        <IconAction
          icon={IconHistory}
          label={`History of ${document.documentName}`}
          tooltip="History"
          onClick={() => history.open(document)}
        />
        {isAdministrator && <AcknowledgmentAction document={document} onAsk={ask.run} onWithdraw={withdraw.run} />}
      </>
    ),
    add: upload.add,
    dialogs: (
      <>
        {viewer.viewer}
        {download.failure}
        {accept.failure}
        {ask.failure}
        {withdraw.failure}
        {history.dialog}
        {upload.dialog}
      </>
    ),
  }
}
