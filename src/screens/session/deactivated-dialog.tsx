import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

/** Shown when the sign-in page opens with the forced-logout flag. */
export const DeactivatedDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <MessageDialog title="Signed out" message="Your account has been deactivated" onClose={onClose} />
)
