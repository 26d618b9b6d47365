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
import { type ReactNode, useCallback, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { deleteDocument, type ProviderDocument } from '#contract/documents.ts'
import { acceptDocument, askAcknowledgment, withdrawAcknowledgment } from '#contract/letters.ts'
import { documentMessages } from '#domain/document-form.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import type { RowAction } from '#screens/list/list-definition.ts'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useSession } from '#screens/provided.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
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

const bodyOf = ({ id }: ProviderDocument) => ({ body: { id } })

const FAILED = 'Not done'
const asking = { call: callOf(askAcknowledgment, bodyOf), failed: FAILED }
const withdrawing = { call: callOf(withdrawAcknowledgment, bodyOf), failed: FAILED }
const accepting = { call: callOf(acceptDocument, bodyOf), failed: FAILED }

/** An action that runs without a question, and a message once it is done. */
const useMove = (definition: RowAction<ProviderDocument>, message: string, onChange: () => void) => {
  const tell = useCallback(() => {
    notifications.show({ message })
    onChange()
  }, [message, onChange])
  const { action, begin } = useRowAction(definition, tell)
  return {
    begin,
    isBusy: useSelector(action, (snapshot) => snapshot.hasTag('busy')),
    dialogs: <RowActionDialogs {...{ action, definition, nameOf }} onDone={onChange} onRefused={onChange} />,
  }
}

/** @param onChange called when the list is out of date */
export const useDocumentActions = (onChange: () => void): Actions => {
  const { isAdministrator } = useSession()
  const accept = useMove(accepting, documentMessages.accepted, onChange)
  const ask = useMove(asking, documentMessages.asked, onChange)
  const withdraw = useMove(withdrawing, documentMessages.withdrawn, onChange)
  const viewer = useFileViewer(shownFile, nameOf, {
    // Only its provider answers, and only who sees the document.
    actionsOf: (document, { close, download: save }) =>
      !isAdministrator &&
      isWaiting(document) && (
        <AcceptButtons
          isShown={navigator.pdfViewerEnabled || document.mediaType.startsWith('image/')}
          isBusy={accept.isBusy}
          onAccept={() => {
            accept.begin(document)
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
        {isAdministrator && <AcknowledgmentAction document={document} onAsk={ask.begin} onWithdraw={withdraw.begin} />}
      </>
    ),
    add: upload.add,
    dialogs: (
      <>
        {viewer.viewer}
        {download.failure}
        {accept.dialogs}
        {ask.dialogs}
        {withdraw.dialogs}
        {history.dialog}
        {upload.dialog}
      </>
    ),
  }
}
