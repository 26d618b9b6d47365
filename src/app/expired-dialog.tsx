import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

/** Spec 1, section 4: any answer to a refresh but 200 and 203. */
export const ExpiredDialog = ({ onAcknowledge }: { readonly onAcknowledge: () => void }) => (
  <MessageDialog
    isUrgent
    title="Session expired"
    message="Your session has been expired. Please login again!"
    onClose={onAcknowledge}
  />
)
