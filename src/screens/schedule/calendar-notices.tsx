import { Alert, Button, Group } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { CalendarActor } from './use-calendar.ts'

const selectError = ({ context }: CalendarSnapshot) => context.error
const selectIsInterrupted = (snapshot: CalendarSnapshot) => snapshot.matches('interrupted')

/** What a calendar has to say when the server did not give it its sessions. */
export const CalendarNotices = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const error = useSelector(calendar, selectError)
  const isInterrupted = useSelector(calendar, selectIsInterrupted)
  return (
    <>
      {error !== undefined && (
        <MessageDialog title="Error" message={error} onClose={() => calendar.send({ type: 'error.dismiss' })} />
      )}
      {isInterrupted && (
        <Alert color="yellow" variant="light" py="xs">
          <Group justify="space-between" gap="xs">
            The schedule could not be read. What you see may be out of date.
            <Button size="xs" variant="default" onClick={() => calendar.send({ type: 'calendar.refresh' })}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
