import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { FileCall } from '#contract/call.ts'
import { FileViewer } from '#ui/file-viewer/file-viewer.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { usePageApi } from './provided.tsx'
import { useDetails } from './use-calls.ts'

interface Viewing<Subject> {
  readonly open: (subject: Subject) => void
  /** Render it once; empty while nothing is shown. */
  readonly viewer: ReactNode
}

/** What buttons above a file may do. */
interface FileActions {
  readonly close: () => void
  readonly download: () => void
}

/**
 * Shows a PDF full screen, or why it can't. Keep the identity of `file` stable.
 *
 * @param options.isPrinted opens the browser's print dialog once the file is shown
 * @param options.actionsOf buttons above the file, if there are any; with them, they also download it
 */
export const useFileViewer = <Subject,>(
  file: FileCall<Subject>,
  titleOf: (subject: Subject) => string,
  {
    isPrinted = false,
    actionsOf,
  }: {
    readonly isPrinted?: boolean
    readonly actionsOf?: (subject: Subject, viewing: FileActions) => ReactNode
  } = {},
): Viewing<Subject> => {
  const details = useDetails(file)
  const { saveFile } = usePageApi()
  const { subject, data, message } = useSelector(details, ({ context }) => context)
  const state = useSelector(details, ({ value }) => value)
  const close = () => details.send({ type: 'details.close' })
  const viewer =
    state === 'closed' || subject === undefined ? null : state === 'failed' ? (
      <MessageDialog title={titleOf(subject)} message={message ?? 'The file could not be loaded.'} onClose={close} />
    ) : (
      <FileViewer
        title={titleOf(subject)}
        file={data?.content}
        onClose={close}
        onDownload={() => data && saveFile(data)}
        isPrinted={isPrinted}
        actions={data && actionsOf?.(subject, { close, download: () => saveFile(data) })}
      />
    )
  return { open: (opened) => details.send({ type: 'details.open', subject: opened }), viewer }
}
