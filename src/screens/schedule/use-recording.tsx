import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import { dayFormMessages, type FeedbackSubject, type TimesheetSubject } from '#machines/schedule/day-forms.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { UpdateTimesheetDialog } from './update-timesheet-dialog.tsx'

/** What can be recorded of a session from its details. */
export interface RecordingActions {
  readonly feedback: (subject: FeedbackSubject) => void
  readonly timesheet: (session: TimesheetSubject) => void
}

interface Recording {
  readonly actions: RecordingActions
  /** One of its dialogs stands above the details. */
  readonly isOpen: boolean
  readonly dialogs: ReactNode
}

const selectIsOpen = ({ value }: SnapshotFrom<ReturnType<typeof useProvided<'feedbackForm'>>>) => value !== 'closed'
const selectIsTimesheetOpen = ({ value }: SnapshotFrom<ReturnType<typeof useProvided<'updateTimesheet'>>>) =>
  value !== 'closed'

/**
 * Labels, notes and hours, recorded from the details of a session.
 *
 * @param onSaved the details show what is out of date
 */
export const useRecording = (onSaved: () => void): Recording => {
  const feedback = useActorRef(useProvided('feedbackForm'))
  const timesheet = useActorRef(useProvided('updateTimesheet'))
  useEffect(() => {
    const told = (message: string) => () => {
      notifications.show({ message })
      onSaved()
    }
    const listeners = [
      feedback.on('record.saved', told(dayFormMessages.feedbackSaved)),
      timesheet.on('record.saved', told(dayFormMessages.timesheetSaved)),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [feedback, timesheet, onSaved])
  const actions = useMemo<RecordingActions>(
    () => ({
      feedback: (subject) => feedback.send({ type: 'form.open', subject }),
      timesheet: (subject) => timesheet.send({ type: 'form.open', subject }),
    }),
    [feedback, timesheet],
  )
  const isFeedbackOpen = useSelector(feedback, selectIsOpen)
  const isTimesheetOpen = useSelector(timesheet, selectIsTimesheetOpen)
  return {
    actions,
    isOpen: isFeedbackOpen || isTimesheetOpen,
    dialogs: (
      <>
        <FeedbackDialog form={feedback} />
        <UpdateTimesheetDialog form={timesheet} />
      </>
    ),
  }
}
