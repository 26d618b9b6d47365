import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

/** Shown for any reply to a refresh except 200 and 203 (spec 1, section 4). */
export const ExpiredDialog = ({ onAcknowledge }: { readonly onAcknowledge: () => void }) => (
  <MessageDialog
    isUrgent
    title="Session expired"
    message="Your session has been expired. Please login again!"
    onClose={onAcknowledge}
  />
)
