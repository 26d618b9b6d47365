import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { DownloadMachine, DownloadSnapshot } from '#machines/common/download.machine.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { useActorRef } from './use-actor.ts'

interface Download<Subject> {
  /** It is being made; no other can be asked for. */
  readonly isRunning: boolean
  readonly start: (subject: Subject) => void
  /** The server's message for why there is none; to be drawn beside what starts it. */
  readonly failure: ReactNode
}

/**
 * A file that is downloaded from a screen.
 *
 * @param title above the message for why there is none
 */
export const useDownload = <Subject,>(machine: DownloadMachine<Subject>, title = 'Error'): Download<Subject> => {
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
