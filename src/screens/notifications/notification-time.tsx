import { Text } from '@mantine/core'
import { formatExactInstant } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'

/** When it was written, in the organization's time (spec 3, section 9). */
export const NotificationTime = ({ at }: { readonly at: string }) => {
  const { timeZone } = useSession()
  return (
    <Text component="time" dateTime={at} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {formatExactInstant(at, timeZone)}
    </Text>
  )
}
