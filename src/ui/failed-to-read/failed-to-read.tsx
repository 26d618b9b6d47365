import { Alert, Button, Group } from '@mantine/core'

interface Props {
  readonly message: string
  readonly onRetry: () => void
}

/** A load error with a retry button. */
export const FailedToRead = ({ message, onRetry }: Props) => (
  <Alert color="yellow" variant="light" py="xs">
    <Group justify="space-between" gap="xs">
      {message}
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  </Alert>
)
