import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { callOf } from '#contract/call.ts'
import { deleteStudentFromCaseload } from '#contract/day.ts'
import type { DayListing } from '#contract/schedule.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { useAction, useRecordForm } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { AddCaseloadDialog, caseloadPicker } from './add-caseload-dialog.tsx'
import { DayNoteDialog, dayNote, type NotedDay } from './day-note-dialog.tsx'

/** A student to remove from one session. */
export interface StudentRemoval {
  occurrenceId: number
  /** The id of their place in the session. */
  id: number
  studentName: string
}

const removeStudent = callOf(deleteStudentFromCaseload, ({ occurrenceId, id }: StudentRemoval) => ({
  body: { id, scheduleEventRecurrenceId: occurrenceId },
}))

/** Actions of a session box. */
export interface StudentActions {
  readonly add: (session: DayListing) => void
  readonly remove: (removal: StudentRemoval) => void
}

interface DayForms {
  readonly openNote: (day: NotedDay) => void
  readonly students: StudentActions
  /** Render it; empty while no dialog is open. */
  readonly dialogs: ReactNode
}

type Removal = ConfirmActionSnapshot<StudentRemoval>
const selectRemoval = ({ context }: Removal) => context
const selectIsAsking = (snapshot: Removal) => snapshot.matches('confirming') || snapshot.matches('running')
const selectIsBusy = (snapshot: Removal) => snapshot.hasTag('busy')
const selectIsFailed = (snapshot: Removal) => snapshot.hasTag('failed')

/**
 * The dialogs of the day: its note, and adding students to a session or removing them.
 *
 * @param onChanged called when the day shown is out of date
 */
export const useDayForms = (onChanged: () => void): DayForms => {
  const note = useRecordForm(dayNote)
  const picker = useRecordForm(caseloadPicker)
  const removal = useAction<StudentRemoval, unknown>(removeStudent)
  useEffect(() => {
    const listeners = [
      note.on('record.saved', () => notifications.show({ message: 'Daily Note has been saved successfully' })),
      picker.on('record.saved', ({ subject: { title } }) => {
        onChanged()
        notifications.show({ message: `Students have been added to ${title}` })
      }),
      removal.on('action.done', ({ subject: { studentName } }) => {
        onChanged()
        notifications.show({ message: `${studentName} has been removed from the session` })
      }),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [note, picker, removal, onChanged])
  const students = useMemo<StudentActions>(
    () => ({
      add: (session) => picker.send({ type: 'form.open', subject: session }),
      remove: (subject) => removal.send({ type: 'action.ask', subject }),
    }),
    [picker, removal],
  )
  const { subject, message } = useSelector(removal, selectRemoval)
  const isAsking = useSelector(removal, selectIsAsking)
  const isBusy = useSelector(removal, selectIsBusy)
  const isFailed = useSelector(removal, selectIsFailed)
  return {
    openNote: (day) => note.send({ type: 'form.open', subject: day }),
    students,
    dialogs: (
      <>
        <DayNoteDialog form={note} />
        <AddCaseloadDialog form={picker} />
        {isAsking && subject && (
          <ConfirmDialog
            question={formMessages.deletion}
            destructiveLabel="Remove student"
            details={`${subject.studentName} will be removed from this session, with their labels and note.`}
            isBusy={isBusy}
            onCancel={() => removal.send({ type: 'action.cancel' })}
            onConfirm={() => removal.send({ type: 'action.confirm' })}
          />
        )}
        {isFailed && (
          <MessageDialog
            title="Error"
            message={message ?? 'The student could not be removed.'}
            onClose={() => removal.send({ type: 'failure.dismiss' })}
          />
        )}
      </>
    ),
  }
}
