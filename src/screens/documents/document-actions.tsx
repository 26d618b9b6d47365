/** What a row of documents offers: view, download, replace, and its history. */
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { deleteDocument, type ProviderDocument, restoreDocument } from '#contract/documents.ts'
import { acceptDocument, askAcknowledgment, withdrawAcknowledgment } from '#contract/letters.ts'
import { documentMessages } from '#domain/document-form.ts'
import { formatDate } from '#domain/time.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import type { RowAction } from '#screens/list/list-definition.ts'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useSession } from '#screens/provided.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconArrowBackUp } from '#ui/icons/arrow-back-up.ts'
import { IconCheck } from '#ui/icons/check.ts'
import { IconDownload } from '#ui/icons/download.ts'
import { IconEye } from '#ui/icons/eye.ts'
import { IconHistory } from '#ui/icons/history.ts'
import { IconSignature } from '#ui/icons/signature.ts'
import { IconSignatureOff } from '#ui/icons/signature-off.ts'
import { IconUpload } from '#ui/icons/upload.ts'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { isWaiting } from './acknowledgment-cells.tsx'
import { documentFile, shownFile } from './document-files.ts'
import { fullHistory, ownHistory } from './document-history.tsx'
import { useDocumentUpload } from './upload-document.tsx'

const nameOf = ({ documentName }: ProviderDocument) => documentName

/** `keepsEarlier`: only the latest version. */
type Deleted = ProviderDocument & { readonly keepsEarlier?: boolean }

export const documentDeletion: RowAction<Deleted> = {
  call: callOf(deleteDocument, ({ id, keepsEarlier = false }: Deleted) => ({ params: { id }, body: { keepsEarlier } })),
  alternative: {
    label: ({ earlierVersion }) => (earlierVersion === null ? undefined : `Go back to version ${earlierVersion}`),
    of: (document) => ({ ...document, keepsEarlier: true }),
  },
  question: (document) =>
    [
      documentMessages.confirmDelete,
      document.versions > 1 && documentMessages.allVersions(document.versions),
      documentMessages.restorable,
      isWaiting(document) && documentMessages.endsRequest,
      document.wasAccepted && documentMessages.endsAcceptance,
    ]
      .filter(Boolean)
      .join(' '),
  isOffered: ({ mayDelete }) => mayDelete,
  destructiveLabel: 'Delete document',
  done: ({ keepsEarlier, earlierVersion }) =>
    keepsEarlier && earlierVersion !== null ? documentMessages.returned(earlierVersion) : documentMessages.deleted,
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
  const { documentName, canBeShown, acknowledgment, state } = document
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
  return canBeShown && state !== 'deleted' && acknowledgment?.state !== 'accepted' ? (
    <IconAction
      icon={IconSignature}
      label={`Send ${documentName} for acknowledgment`}
      tooltip="Send for acknowledgment"
      onClick={() => onAsk(document)}
    />
  ) : null
}

interface ViewProps {
  readonly document: ProviderDocument
  /** The user is to read it and accept it. */
  readonly isToAccept: boolean
  readonly onView: () => void
}

const ViewAction = ({ document, isToAccept, onView }: ViewProps) => {
  const { documentName, canBeShown, mediaType, state } = document
  // The file of a deleted document is only downloaded.
  if (state === 'deleted') return null
  if (isToAccept && canBeShown) {
    return (
      // As narrow as fits next to the icons on a phone.
      <Button
        size="compact-sm"
        px={6}
        fz="xs"
        flex="none"
        aria-label={`Read and accept ${documentName}`}
        onClick={onView}
      >
        Read and accept
      </Button>
    )
  }
  const why =
    mediaType === 'application/pdf'
      ? 'This PDF has scripts, forms or attachments. Download it to view it.'
      : 'Only PDFs and images are shown here. Download it to view it.'
  return (
    <IconAction
      icon={IconEye}
      label={`View ${documentName}`}
      tooltip="View"
      unavailable={canBeShown ? undefined : why}
      onClick={onView}
    />
  )
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
const asking: RowAction<ProviderDocument> = {
  call: callOf(askAcknowledgment, bodyOf),
  question: ({ providerName }) => `Ask ${providerName} to read and accept this document?`,
  done: ({ documentName }) => `${documentMessages.asked}: ${documentName}`,
  failed: FAILED,
}
const withdrawing: RowAction<ProviderDocument> = {
  call: callOf(withdrawAcknowledgment, bodyOf),
  question: ({ providerName }) => `Withdraw the request to ${providerName} to read and accept this document?`,
  done: ({ documentName }) => `${documentMessages.withdrawn}: ${documentName}`,
  failed: FAILED,
}
const restoring: RowAction<ProviderDocument> = {
  call: callOf(restoreDocument, bodyOf),
  question: ({ restorableUntil }) =>
    `Restore this document? ${restorableUntil === null ? '' : `Otherwise it is removed for good after ${formatDate(restorableUntil)}.`}`,
  done: ({ documentName }) => `${documentMessages.restored}: ${documentName}`,
  failed: 'Not restored',
}
/** The button says it all. */
const accepting: RowAction<ProviderDocument> = { call: callOf(acceptDocument, bodyOf), failed: FAILED }

const useMove = (definition: RowAction<ProviderDocument>, onChange: () => void) => {
  const { action, begin } = useRowAction(definition, onChange)
  return {
    begin,
    isBusy: useSelector(action, (snapshot) => snapshot.hasTag('busy')),
    dialogs: <RowActionDialogs {...{ action, definition, nameOf }} onDone={onChange} onRefused={onChange} />,
  }
}

/** @param onChange called when the list is out of date */
export const useDocumentActions = (onChange: () => void): Actions => {
  const { isAdministrator } = useSession()
  const tellOfAcceptance = useCallback(() => {
    notifications.show({ message: documentMessages.accepted })
    onChange()
  }, [onChange])
  const accept = useMove(accepting, tellOfAcceptance)
  const ask = useMove(asking, onChange)
  const withdraw = useMove(withdrawing, onChange)
  const restore = useMove(restoring, onChange)
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
        <ViewAction
          document={document}
          isToAccept={!isAdministrator && isWaiting(document)}
          onView={() => viewer.open(document)}
        />
        <IconAction
          icon={IconDownload}
          label={`Download ${document.documentName}`}
          tooltip="Download"
          disabled={download.isRunning}
          onClick={() => download.start(document)}
        />
        {document.mayReplace && (
          <IconAction
            icon={IconUpload}
            label={`Upload a newer version of ${document.documentName}`}
            tooltip="Upload a newer version"
            onClick={() => upload.replace(document)}
          />
        )}
        <IconAction
          icon={IconHistory}
          label={`History of ${document.documentName}`}
          tooltip="History"
          onClick={() => history.open(document)}
        />
        {isAdministrator && document.state === 'deleted' && (
          <IconAction
            icon={IconArrowBackUp}
            label={`Restore ${document.documentName}`}
            tooltip="Restore"
            onClick={() => restore.begin(document)}
          />
        )}
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
        {restore.dialogs}
        {history.dialog}
        {upload.dialog}
      </>
    ),
  }
}
