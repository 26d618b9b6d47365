import { createContext, type ReactNode, useContext, useState } from 'react'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

const SaySavedContext = createContext<((message: string) => void) | undefined>(undefined)

/** Shows success messages above every page, so that a form can close or lead back before OK. */
export const SavedDialog = ({ children }: { readonly children: ReactNode }) => {
  const [message, setMessage] = useState<string>()
  return (
    <SaySavedContext value={setMessage}>
      {children}
      {message !== undefined && <MessageDialog title="Saved" message={message} onClose={() => setMessage(undefined)} />}
    </SaySavedContext>
  )
}

/** Shows a success message until OK, where the spec asks for a dialog; elsewhere, success is a toast. */
export const useSaySaved = (): ((message: string) => void) => {
  const say = useContext(SaySavedContext)
  if (say === undefined) throw new Error('useSaySaved outside of the app')
  return say
}
