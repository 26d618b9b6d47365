import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { SessionPreview } from '#contract/session-preview.ts'
import { clashesOf, isLack, isOutOfPlace } from '#machines/schedule/preview-in-words.ts'
import {
  isSeries,
  SAVE_LABELS,
  type SaveSessionInput,
  type SessionSavingSnapshot,
  type sessionSavingMachine,
} from '#machines/schedule/session-saving.machine.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { PreviewDialog } from '../session-preview/preview-dialog.tsx'

const selectSession = ({ context }: SessionSavingSnapshot) => context.session
const selectMessage = ({ context }: SessionSavingSnapshot) => context.message
const selectIsSaving = (snapshot: SessionSavingSnapshot) => snapshot.matches('saving')
const selectIsFailed = (snapshot: SessionSavingSnapshot) => snapshot.hasTag('failed')
const titleOf = (session: SaveSessionInput, { dates, replaces }: SessionPreview): string => {
  if (isSeries(session)) return 'Preview of the series'
  const clashes = dates.flatMap(clashesOf)
  if (clashes.length === 0) return replaces ? 'A request is waiting for approval' : 'Other sessions on this day'
  if (clashes.every(isOutOfPlace)) return 'Check the school and the students'
  return clashes.every(isLack) ? 'A required document is missing or expired' : 'This session clashes'
}

/** The preview stays open while the session is saved. */
const selectShown = (snapshot: SessionSavingSnapshot) =>
  snapshot.matches('asking') || snapshot.matches('saving') ? snapshot.context.preview : undefined

/** The preview before a session is stored, and the message if saving failed. */
export const SavingDialogs = ({ saving }: { readonly saving: ActorRefFrom<typeof sessionSavingMachine> }) => {
  const session = useSelector(saving, selectSession)
  const preview = useSelector(saving, selectShown)
  const isSaving = useSelector(saving, selectIsSaving)
  const isFailed = useSelector(saving, selectIsFailed)
  const message = useSelector(saving, selectMessage)
  if (isFailed) {
    return (
      <MessageDialog
        title="Not saved"
        message={message ?? 'The session could not be saved.'}
        onClose={() => saving.send({ type: 'failure.dismiss' })}
      />
    )
  }
  if (!preview) return null
  return (
    <PreviewDialog
      title={titleOf(session, preview)}
      preview={preview}
      confirmLabel={SAVE_LABELS[session.purpose]}
      isBusy={isSaving}
      onConfirm={() => saving.send({ type: 'preview.confirm' })}
      onBack={() => saving.send({ type: 'preview.back' })}
    />
  )
}
