import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { callOf } from '#contract/call.ts'
import { deleteStudentFromCaseload } from '#contract/day.ts'
import type { DayListing } from '#contract/schedule.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { ConfirmActionSnapshot } from '#machines/common/confirm-action.machine.ts'
import { dayFormMessages } from '#machines/schedule/day-forms.ts'
import { TextDialog } from '#screens/form/text-dialog.tsx'
import { useAction, useRecordForm } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { AddCaseloadDialog, caseloadPicker } from './add-caseload-dialog.tsx'
import { dayNote, type NotedDay } from './day-note.ts'
import { type NoteSubject, sessionNote } from './session-note.ts'

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
export interface SessionActions {
  readonly add: (session: DayListing) => void
  readonly remove: (removal: StudentRemoval) => void
  /** Opens the note of the session or of a student in it. */
  readonly openNote: (subject: NoteSubject) => void
  /** While one is open, its draft is not offered. */
  readonly isNoteOpen: boolean
}

interface DayForms {
  readonly openNote: (day: NotedDay) => void
  readonly actions: SessionActions
  /** Render it; empty while no dialog is open. */
  readonly dialogs: ReactNode
}

type Removal = ConfirmActionSnapshot<StudentRemoval>
const selectRemoval = ({ context }: Removal) => context
const selectIsAsking = (snapshot: Removal) => snapshot.matches('confirming') || snapshot.matches('running')
const selectIsBusy = (snapshot: Removal) => snapshot.hasTag('busy')
const selectIsFailed = (snapshot: Removal) => snapshot.hasTag('failed')

/**
 * The dialogs of the day: its notes, and adding students to a session or removing them.
 *
 * @param onChanged called when the day shown is out of date
 */
export const useDayForms = (onChanged: () => void): DayForms => {
  const note = useRecordForm(dayNote.calls)
  const entryNote = useRecordForm(sessionNote.calls)
  const picker = useRecordForm(caseloadPicker)
  const removal = useAction<StudentRemoval, unknown>(removeStudent)
  useEffect(() => {
    const listeners = [
      note.on('record.saved', () => notifications.show({ message: 'Daily Note has been saved successfully' })),
      entryNote.on('record.saved', () => {
        onChanged()
        notifications.show({ message: dayFormMessages.feedbackSaved })
      }),
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
  }, [note, entryNote, picker, removal, onChanged])
  const isNoteOpen = useSelector(entryNote, (snapshot) => !snapshot.matches('closed'))
  const actions = useMemo<SessionActions>(
    () => ({
      add: (session) => picker.send({ type: 'form.open', subject: session }),
      remove: (subject) => removal.send({ type: 'action.ask', subject }),
      openNote: (subject) => entryNote.send({ type: 'form.open', subject }),
      isNoteOpen,
    }),
    [picker, removal, entryNote, isNoteOpen],
  )
  const { subject, message } = useSelector(removal, selectRemoval)
  const isAsking = useSelector(removal, selectIsAsking)
  const isBusy = useSelector(removal, selectIsBusy)
  const isFailed = useSelector(removal, selectIsFailed)
  return {
    openNote: (day) => note.send({ type: 'form.open', subject: day }),
    actions,
    dialogs: (
      <>
        <TextDialog form={note} definition={dayNote} />
        <TextDialog form={entryNote} definition={sessionNote} />
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
