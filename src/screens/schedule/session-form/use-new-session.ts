import { useState } from 'react'
import { emptySessionForm, type SessionFormValues, type SessionNoun } from '#domain/session-form.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'
import type { SessionFormOpening } from './use-session-form.ts'

export interface NewSessionPlace {
  readonly date: LocalDate
  readonly startTime?: LocalTime | undefined
  readonly endTime?: LocalTime | undefined
  /** When a session starts that no range was chosen for; else the earliest that there is. */
  readonly startsAt?: LocalTime | undefined
  /** Chosen already, on the calendar that the form was opened from. */
  readonly providerId?: number | undefined
  /** What is filled in, where there is more to start from than the place. */
  readonly template?: SessionFormValues
}

/** The input of a form that adds a session there. It is fixed when the form opens. */
export const useNewSession = (place: NewSessionPlace, noun: SessionNoun): SessionFormOpening => {
  const { userId, roleName, providerId } = useSession()
  const [input] = useState<SessionFormOpening>(() => ({
    purpose: 'create',
    user: { id: userId, role: roleName, providerId },
    noun,
    initial: place.template ?? {
      ...emptySessionForm({ ...place, startTime: place.startTime ?? place.startsAt }),
      providerId: place.providerId ?? null,
    },
  }))
  return input
}

/** What a draft is held against: the range that was chosen on a calendar, null where none was. */
export const basisOf = ({ date, startTime, endTime }: NewSessionPlace): string | null =>
  startTime === undefined ? null : `${date} ${startTime} ${endTime ?? ''}`.trim()
