import type { Ref } from 'react'
import type { SessionNoun } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { useSaySaved } from '#screens/saved-dialog.tsx'
import { DraftedSessionForm } from './drafted-session-form.tsx'
import { basisOf, type NewSessionPlace, useNewSession } from './use-new-session.ts'
import type { SessionFormHandle } from './use-session-form.ts'

interface Props {
  /** Fixed when the form opens. */
  readonly place: NewSessionPlace
  readonly noun: SessionNoun
  /** Called after the session is saved and its message is shown, with its first date. */
  readonly onSaved: (date: LocalDate) => void
  readonly onClosed: () => void
  readonly onInvalid?: (paths: readonly string[]) => void
  readonly formRef?: Ref<SessionFormHandle>
}

/** The form that adds a session. A user has one draft of it, shared by every place that opens it. */
export const NewSessionForm = ({ place, noun, onSaved, onClosed, onInvalid, formRef }: Props) => {
  const saySaved = useSaySaved()
  return (
    <DraftedSessionForm
      input={useNewSession(place, noun)}
      draft={{ name: 'new', basis: basisOf(place) }}
      onSaved={({ message }, date) => {
        saySaved(message)
        onSaved(date)
      }}
      onClosed={onClosed}
      onInvalid={onInvalid}
      formRef={formRef}
    />
  )
}
