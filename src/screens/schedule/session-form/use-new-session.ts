import { useState } from 'react'
import { emptySessionForm, type SessionFormValues, type SessionNoun } from '#domain/session-form.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'
import type { SessionFormOpening } from './use-session-form.ts'

export interface NewSessionPlace {
  readonly date: LocalDate
  readonly startTime?: LocalTime | undefined
  readonly endTime?: LocalTime | undefined
  /** The default start time if no range was selected. Defaults to the earliest possible. */
  readonly startsAt?: LocalTime | undefined
  /** The school chosen on the calendar that opened the form. */
  readonly providerId?: number | undefined
  /** Initial values to fill in beyond the place. */
  readonly template?: SessionFormValues
}

/** The input of a form that adds a session at this place. It is fixed when the form opens. */
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

/** The draft's basis: the range selected on a calendar, or null. */
export const basisOf = ({ date, startTime, endTime }: NewSessionPlace): string | null =>
  startTime === undefined ? null : `${date} ${startTime} ${endTime ?? ''}`.trim()
