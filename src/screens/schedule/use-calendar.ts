import { useActorRef } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { localOf } from '#domain/time.ts'
import { type CalendarSource, type calendarMachine, selectPlace } from '#machines/schedule/calendar.machine.ts'
import type { CalendarPlace, CalendarView } from '#machines/schedule/calendar-place.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { addressOfPlace, placeOfAddress } from './calendar-address.ts'

export type CalendarActor = ActorRefFrom<typeof calendarMachine>

/** Keeps address and calendar together, whichever of the two moves. */
const useCalendarAddress = (calendar: CalendarActor, defaults: CalendarPlace) => {
  const [path, navigate] = useLocation()
  const search = useSearch()

  useEffect(() => {
    let before = selectPlace(calendar.getSnapshot())
    const { unsubscribe } = calendar.subscribe((snapshot) => {
      const place = selectPlace(snapshot)
      const address = addressOfPlace(place, defaults)
      // Typing replaces the entry of the history that it started on; every other move can be gone back to.
      const isTyping = place.filters.search !== before.filters.search
      before = place
      if (address === addressOfPlace(placeOfAddress(window.location.search, defaults), defaults)) return
      navigate(address === '' ? path : `${path}?${address}`, { replace: isTyping })
    })
    return unsubscribe
  }, [calendar, defaults, path, navigate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `search` is what calls for a look at the address
  useEffect(() => {
    // The address as it is now: `search` may be a keystroke behind it.
    calendar.send({ type: 'place.visit', place: placeOfAddress(window.location.search, defaults) })
  }, [calendar, defaults, search])
}

/** A running calendar that starts where the address says, and keeps it up to date. */
export const useCalendar = (source: CalendarSource, view: CalendarView): CalendarActor => {
  const { timeZone } = useSession()
  const today = useCallback(() => localOf(Date.now(), timeZone).date, [timeZone])
  const [defaults] = useState<CalendarPlace>(() => ({
    view,
    date: today(),
    filters: { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' },
  }))
  const calendar = useActorRef(useProvided('calendar'), {
    input: { source, today, ...placeOfAddress(window.location.search, defaults) },
  })
  useCalendarAddress(calendar, defaults)
  return calendar
}
