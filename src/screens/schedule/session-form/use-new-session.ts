import { useState } from 'react'
import { emptySessionForm, type SessionNoun } from '#domain/session-form.ts'
import type { SessionFormInput } from '#machines/schedule/session-form.machine.ts'
import { useSession } from '#screens/provided.tsx'
import type { NewSessionPlace } from './session-form-panel.tsx'

/** The input of a form that adds a session there. It is fixed when the form opens. */
export const useNewSession = (place: NewSessionPlace, noun: SessionNoun): SessionFormInput => {
  const { userId, roleName, providerId } = useSession()
  const [input] = useState<SessionFormInput>(() => ({
    purpose: 'create',
    user: { id: userId, role: roleName, providerId },
    noun,
    initial: { ...emptySessionForm(place), providerId: place.providerId ?? null },
  }))
  return input
}
