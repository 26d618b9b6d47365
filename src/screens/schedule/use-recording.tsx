import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { EventDetail, SavedTimesheet } from '#contract/schedule.ts'
import { dayFormMessages } from '#machines/schedule/day-forms.ts'
import { updateTimesheetMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { FeedbackDialog, type FeedbackSubject, feedbackForm } from './feedback-dialog.tsx'
import { selectIsTimesheetOpen, TimesheetDialog } from './timesheet-dialog.tsx'

/** Opens the dialogs that record a session's labels, notes, and hours. */
export interface RecordingActions {
  readonly feedback: (subject: FeedbackSubject) => void
  readonly timesheet: (session: EventDetail['original']) => void
}

interface Recording {
  readonly actions: RecordingActions
  /** One of the dialogs is open on top of the details. */
  readonly isOpen: boolean
  readonly dialogs: ReactNode
}

interface Callbacks {
  /** The details are out of date: labels or a note were saved, or someone else changed the session or its day. */
  readonly onSaved: () => void
  readonly onHoursSaved: (saved: SavedTimesheet) => void
  /** Called if the hours were not saved; the day may have changed. */
  readonly onHoursRefused: () => void
}

/** Records labels, notes, and hours from the details of a session. */
export const useRecording = ({ onSaved, onHoursSaved, onHoursRefused }: Callbacks): Recording => {
  const feedback = useRecordForm(feedbackForm)
  const timesheet = useActorRef(useProvided(updateTimesheetMachine))
  useEffect(() => {
    const listeners = [
      feedback.on('record.saved', () => {
        notifications.show({ message: dayFormMessages.feedbackSaved })
        onSaved()
      }),
      timesheet.on('timesheet.changed', ({ message, saved }) => {
        notifications.show({ message })
        onHoursSaved(saved)
      }),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [feedback, timesheet, onSaved, onHoursSaved])
  // After a refusal, the details are out of date. They are reread when the dialog closes, not under its message.
  const wasRefused = useRef(false)
  const keepRefused = useCallback(() => {
    wasRefused.current = true
    onHoursRefused()
  }, [onHoursRefused])
  useEffect(() => {
    const { unsubscribe } = timesheet.subscribe((snapshot) => {
      if (!wasRefused.current || selectIsTimesheetOpen(snapshot)) return
      wasRefused.current = false
      onSaved()
    })
    return unsubscribe
  }, [timesheet, onSaved])
  const actions = useMemo<RecordingActions>(
    () => ({
      feedback: (subject) => feedback.send({ type: 'form.open', subject }),
      timesheet: (session) => timesheet.send({ type: 'timesheet.correct', session }),
    }),
    [feedback, timesheet],
  )
  const isFeedbackOpen = useSelector(feedback, ({ value }) => value !== 'closed')
  const isTimesheetOpen = useSelector(timesheet, selectIsTimesheetOpen)
  return {
    actions,
    isOpen: isFeedbackOpen || isTimesheetOpen,
    dialogs: (
      <>
        <FeedbackDialog form={feedback} />
        <TimesheetDialog modal={timesheet} onRefused={keepRefused} />
      </>
    ),
  }
}
