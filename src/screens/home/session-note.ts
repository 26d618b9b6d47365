import {
  type Feedback,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  MAX_FEEDBACK_NOTE,
  updateEventNote,
  updateStudentNote,
} from '#contract/schedule.ts'
import type { FeedbackTarget } from '#machines/schedule/feedback.machine.ts'
import type { TextDialogDefinition } from '#screens/form/text-dialog.tsx'

/** The session or student that the note belongs to, with its name. */
export interface NoteSubject extends FeedbackTarget {
  readonly name: string
  readonly isReadOnly: boolean
}

const READINGS = { session: getRecurrenceFeedback, student: getRecurrenceStudentFeedback }
const SAVINGS = { session: updateEventNote, student: updateStudentNote }

export const noteName = ({ kind }: FeedbackTarget): string => (kind === 'student' ? 'Student Note' : 'Session Note')

/** The draft's name. */
export const noteDraft = ({ kind, id }: FeedbackTarget): string => `note/${kind}/${id}`

/** 'Student Note', or 'Session Note' of a session without students (spec 2, section 2.3). */
export const sessionNote: TextDialogDefinition<NoteSubject, Feedback> = {
  calls: {
    read: { run: (client, { kind, id }, options) => client.call(READINGS[kind], { body: { id } }, options) },
    save: {
      run: (client, { subject: { kind, id }, stored: { trackingFeedback: seen }, values: note }) =>
        client.call(SAVINGS[kind], { body: { id, trackingFeedback: note, seen: { trackingFeedback: seen } } }),
    },
  },
  title: noteName,
  field: 'note',
  label: ({ name }) => name,
  maxLength: MAX_FEEDBACK_NOTE,
  textOf: ({ trackingFeedback }) => trackingFeedback,
  readOnlyReason: ({ isReadOnly }) => (isReadOnly ? '' : null),
  noun: 'note',
  draft: noteDraft,
  // Notes have no version, so the stored text serves as one.
  basisOf: ({ trackingFeedback }) => trackingFeedback,
  withBasis: (stored, basis) => (basis === null ? stored : { ...stored, trackingFeedback: basis }),
  follows: () => ['sessions'],
}
