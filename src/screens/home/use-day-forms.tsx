import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { DayListing } from '#contract/schedule.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import type { NotedDay, StudentRemoval } from '#machines/schedule/day-forms.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { AddCaseloadDialog } from './add-caseload-dialog.tsx'
import { DayNoteDialog } from './day-note-dialog.tsx'

/** What a session box can ask for. */
export interface StudentActions {
  readonly add: (session: DayListing) => void
  readonly remove: (removal: StudentRemoval) => void
}

interface DayForms {
  readonly openNote: (day: NotedDay) => void
  readonly students: StudentActions
  /** To be rendered; nothing while none is open. */
  readonly dialogs: ReactNode
}

type Removal = SnapshotFrom<typeof confirmActionMachine>
const selectRemoval = ({ context }: Removal) => context
const selectIsAsking = (snapshot: Removal) => snapshot.matches('confirming') || snapshot.matches('running')
const selectIsBusy = (snapshot: Removal) => snapshot.hasTag('busy')
const selectIsFailed = (snapshot: Removal) => snapshot.hasTag('failed')

/**
 * The small forms of the day: its note, students added to a session, and taken off it.
 *
 * @param onChanged what the day shows is out of date
 */
export const useDayForms = (onChanged: () => void): DayForms => {
  const note = useActorRef(useProvided('dayNote'))
  const picker = useActorRef(useProvided('caseloadPicker'))
  const removal = useActorRef(useProvided('studentRemoval'))
  useEffect(() => {
    const listeners = [picker.on('record.saved', onChanged), removal.on('action.done', onChanged)]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [picker, removal, onChanged])
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
        {isAsking && (
          <ConfirmDialog
            question={formMessages.deletion}
            // Only this hook asks, with what a session box hands over.
            details={`${(subject as StudentRemoval).studentName} is taken off this session. Labels and note go, too.`}
            isBusy={isBusy}
            onCancel={() => removal.send({ type: 'action.cancel' })}
            onConfirm={() => removal.send({ type: 'action.confirm' })}
          />
        )}
        {isFailed && (
          <MessageDialog
            title="Error"
            message={message ?? 'The student could not be taken off.'}
            onClose={() => removal.send({ type: 'failure.dismiss' })}
          />
        )}
      </>
    ),
  }
}
