import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { dayFormMessages, type TimesheetSubject } from '#machines/schedule/day-forms.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { FeedbackDialog, type FeedbackSubject, feedbackForm } from './feedback-dialog.tsx'
import { UpdateTimesheetDialog, updateTimesheetCalls } from './update-timesheet-dialog.tsx'

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

/**
 * Labels, notes and hours, recorded from the details of a session.
 *
 * @param onSaved the details show what is out of date
 */
export const useRecording = (onSaved: () => void): Recording => {
  const feedback = useRecordForm(feedbackForm)
  const timesheet = useRecordForm(updateTimesheetCalls)
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
  const isFeedbackOpen = useSelector(feedback, ({ value }) => value !== 'closed')
  const isTimesheetOpen = useSelector(timesheet, ({ value }) => value !== 'closed')
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
