import { Button, Group, Modal, Text } from '@mantine/core'

interface Props {
  readonly question: string
  readonly details?: string
  readonly isBusy?: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Both forms of the logout question (spec 1, section 2). */
export const LogoutDialog = ({ question, details, isBusy = false, onCancel, onConfirm }: Props) => (
  <Modal opened onClose={onCancel} title={question} size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
    {details && (
      <Text c="dimmed" size="sm">
        {details}
      </Text>
    )}
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" data-autofocus onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button onClick={onConfirm} loading={isBusy}>
        Confirm
      </Button>
    </Group>
  </Modal>
)
