/** What a row of documents offers: view, download, replace, and its history. */
import { IconDownload, IconEye, IconHistory, IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { callOf } from '#contract/call.ts'
import { deleteDocument, type ProviderDocument } from '#contract/documents.ts'
import { documentMessages } from '#domain/document-form.ts'
import { useDetailsDialog } from '#screens/details/define-details.tsx'
import { useSession } from '#screens/provided.tsx'
import { useDownload } from '#screens/use-download.tsx'
import { useFileViewer } from '#screens/use-file-viewer.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
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

interface Actions {
  readonly actionsOf: (document: ProviderDocument) => ReactNode
  /** Opens the form for a new document of a provider. */
  readonly add: (providerId: number) => void
  /** Render it once. */
  readonly dialogs: ReactNode
}

/** @param onChange called when the list is out of date */
export const useDocumentActions = (onChange: () => void): Actions => {
  const { isAdministrator } = useSession()
  const viewer = useFileViewer(shownFile, nameOf)
  const download = useDownload(documentFile, 'Not downloaded')
  const history = useDetailsDialog(isAdministrator ? fullHistory : ownHistory)
  const upload = useDocumentUpload(onChange)
  return {
    actionsOf: (document) => (
      <>
        {document.canBeShown && (
          <IconAction
            icon={IconEye}
            label={`View ${document.documentName}`}
            tooltip="View"
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
      </>
    ),
    add: upload.add,
    dialogs: (
      <>
        {viewer.viewer}
        {download.failure}
        {history.dialog}
        {upload.dialog}
      </>
    ),
  }
}
