import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './use-focus-back.ts'

interface Props extends Omit<ModalProps, 'returnFocus' | 'trapFocus' | 'closeButtonProps'> {
  /** Another dialog lies above: Escape is its. */
  readonly isCovered?: boolean
}

/** Every dialog: its cross has a name, Escape closes the uppermost, and the focus goes back to where it came from. */
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
