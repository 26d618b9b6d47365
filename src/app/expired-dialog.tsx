import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

interface Props {
  /** Why the server ended the session, if it said so. */
  readonly reason: string | null
  readonly onAcknowledge: () => void
}

/** Shown for any reply to a refresh except 200 and 203 (spec 1, section 4). */
export const ExpiredDialog = ({ reason, onAcknowledge }: Props) => (
  <MessageDialog
    isUrgent
    title="Session expired"
    message={['Your session has been expired. Please login again!', reason].filter(Boolean).join('\n\n')}
    onClose={onAcknowledge}
  />
)
