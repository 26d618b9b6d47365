import { Button, Group, Modal, Text } from '@mantine/core'

/** Spec 1, section 4: any answer to a refresh but 200 and 203. */
export const ExpiredDialog = ({ onAcknowledge }: { readonly onAcknowledge: () => void }) => (
  <Modal
    opened
    onClose={onAcknowledge}
    withCloseButton={false}
    closeOnClickOutside={false}
    title="Session expired"
    zIndex={1000}
    size="sm"
  >
    <Text>Your session has been expired. Please login again!</Text>
    <Group justify="flex-end" mt="lg">
      <Button data-autofocus onClick={onAcknowledge}>
        OK
      </Button>
    </Group>
  </Modal>
)
