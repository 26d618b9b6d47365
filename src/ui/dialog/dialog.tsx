import { Modal, type ModalProps } from '@mantine/core'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { useFocusBack } from './use-focus-back.ts'

/** True while a dialog that knows nothing of those below is open above them all. */
export const DialogsCoveredContext = createContext(false)

interface Props extends Omit<ModalProps, 'id' | 'attributes' | 'returnFocus' | 'trapFocus' | 'closeButtonProps'> {
  /** Another dialog is on top and handles Escape. */
  readonly isCovered?: boolean
  /** What the dialog says, above its content; screen readers announce it with the title. */
  readonly description?: ReactNode
}

/** The base of every dialog: labeled close button, Escape closes the topmost, focus returns on close. */
export const Dialog = ({ opened, isCovered = false, closeOnEscape = true, description, children, ...props }: Props) => {
  const id = useId()
  const areAllCovered = useContext(DialogsCoveredContext)
  useFocusBack(opened)
  return (
    <Modal
      id={id}
      opened={opened}
      closeOnEscape={closeOnEscape && !isCovered && !areAllCovered}
      returnFocus={false}
      // One that moves would leave a transform behind, which clips the popups of fields in the dialog.
      transitionProps={{ transition: 'fade' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The header is not the page's banner landmark. Mantine describes the dialog by its whole body, every field and
      // button: the id of the body goes to the description instead.
      attributes={{ header: { role: 'none' }, body: { id: `${id}-content` } }}
      {...props}
    >
      {description !== undefined && <div id={`${id}-body`}>{description}</div>}
      {children}
    </Modal>
  )
}
