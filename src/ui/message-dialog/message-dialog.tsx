import { Button, Group, Modal, Text } from '@mantine/core'

interface Props {
  readonly title: string
  readonly message: string
  /** OK, Escape and the cross. */
  readonly onClose: () => void
  /** Stands above every other dialog, and a click beside it does not close it. */
  readonly isUrgent?: boolean
}

/** A message with OK: what the server said, or what has come to pass. */
export const MessageDialog = ({ title, message, onClose, isUrgent = false }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    size="sm"
    closeOnClickOutside={!isUrgent}
    {...(isUrgent && { zIndex: 1000 })}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Text style={{ whiteSpace: 'pre-line' }}>{message}</Text>
    <Group justify="flex-end" mt="lg">
      <Button data-autofocus onClick={onClose}>
        OK
      </Button>
    </Group>
  </Modal>
)
