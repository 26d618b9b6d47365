import { Alert, Button, Group } from '@mantine/core'
import { useTimeout, useWindowEvent } from '@mantine/hooks'

interface Props {
  readonly message: string
  readonly onRetry: () => void
  /** Leads out of a page whose record can't be read, since it may be gone. */
  readonly onBack?: () => void
}

/** In ms: right after the browser says that it is online, calls may still fail. */
const SETTLING = 1_000

/** A load error with a retry button; also retries by itself when the browser is online again. */
export const FailedToRead = ({ message, onRetry, onBack }: Props) => {
  const { start } = useTimeout(onRetry, SETTLING)
  useWindowEvent('online', start)
  return (
    <Alert color="yellow" variant="light" py="xs">
      <Group justify="space-between" gap="xs">
        {message}
        <Group gap="xs">
          {onBack && (
            <Button size="xs" variant="default" onClick={onBack}>
              Back
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
