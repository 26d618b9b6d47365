import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { FileCall } from '#contract/call.ts'
import type { DownloadMachine, DownloadSnapshot } from '#machines/common/download.machine.ts'
import { downloadMachine } from '#machines/common/page-machines.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { usePageApi } from './provided.tsx'
import { useActorRef } from './use-actor.ts'

interface Download<Subject> {
  /** A file is being downloaded; another can't be requested yet. */
  readonly isRunning: boolean
  readonly start: (subject: Subject) => void
  /** A dialog with the server's error message; render it next to the button that starts the download. */
  readonly failure: ReactNode
}

/** @param title the title of the error dialog */
export const useDownloadMachine = <Subject,>(machine: DownloadMachine<Subject>, title = 'Error'): Download<Subject> => {
  const file = useActorRef(machine)
  const isRunning = useSelector(file, (snapshot: DownloadSnapshot<Subject>) => snapshot.hasTag('busy'))
  const message = useSelector(file, (snapshot: DownloadSnapshot<Subject>) =>
    snapshot.hasTag('failed') ? snapshot.context.message : undefined,
  )
  return {
    isRunning,
    start: (subject) => file.send({ type: 'download.start', subject }),
    failure: message !== undefined && (
      <MessageDialog title={title} message={message} onClose={() => file.send({ type: 'failure.dismiss' })} />
    ),
  }
}

/** Downloads a file. Keep the identity of `file` stable. */
export const useDownload = <Subject,>(file: FileCall<Subject>, title?: string): Download<Subject> => {
  const { client, saveFile } = usePageApi()
  const machine = useMemo(() => downloadMachine(client, file, saveFile), [client, file, saveFile])
  return useDownloadMachine(machine, title)
}
