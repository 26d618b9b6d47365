import { useSelector } from '@xstate/react'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import type { CalendarActor } from './use-calendar.ts'

const selectError = ({ context }: CalendarSnapshot) => context.error
const selectIsInterrupted = (snapshot: CalendarSnapshot) => snapshot.matches('interrupted')

/** Error messages when a calendar's sessions did not load. */
export const CalendarNotices = ({ calendar }: { readonly calendar: CalendarActor }) => {
  const error = useSelector(calendar, selectError)
  const isInterrupted = useSelector(calendar, selectIsInterrupted)
  return (
    <>
      {error !== undefined && (
        <MessageDialog title="Error" message={error} onClose={() => calendar.send({ type: 'error.dismiss' })} />
      )}
      {isInterrupted && (
        <FailedToRead
          message="The schedule could not be loaded. What you see may be out of date."
          onRetry={() => calendar.send({ type: 'calendar.refresh' })}
        />
      )}
    </>
  )
}
