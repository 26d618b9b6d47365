import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './use-focus-back.ts'

interface Props extends Omit<ModalProps, 'returnFocus' | 'trapFocus' | 'closeButtonProps'> {
  /** Another dialog is on top and handles Escape. */
  readonly isCovered?: boolean
}

/** The base of every dialog: labeled close button, Escape closes the topmost, focus returns on close. */
export const Dialog = ({ opened, isCovered = false, closeOnEscape = true, ...props }: Props) => {
  useFocusBack(opened)
  return (
    <Modal
      opened={opened}
      closeOnEscape={closeOnEscape && !isCovered}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...props}
    />
  )
}
