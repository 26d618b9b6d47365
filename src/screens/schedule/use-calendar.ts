import { useActorRef } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { localOf } from '#domain/time.ts'
import { type CalendarSource, type calendarMachine, selectPlace } from '#machines/schedule/calendar.machine.ts'
import type { CalendarPlace, CalendarView } from '#machines/schedule/calendar-place.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { type AddressBook, useAddress } from '#screens/use-address.ts'
import { addressOfPlace, placeOfAddress } from './calendar-address.ts'

export type CalendarActor = ActorRefFrom<typeof calendarMachine>

/** A running calendar that starts where the address says, and keeps it up to date. */
export const useCalendar = (source: CalendarSource, view: CalendarView): CalendarActor => {
  const { timeZone } = useSession()
  const today = useCallback(() => localOf(Date.now(), timeZone).date, [timeZone])
  const [book] = useState<AddressBook<CalendarPlace>>(() => {
    const filters = { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' }
    const defaults: CalendarPlace = { view, date: today(), filters }
    return {
      read: (search) => placeOfAddress(search, defaults),
      write: (place) => addressOfPlace(place, defaults),
      isTyping: (before, after) => before.filters.search !== after.filters.search,
    }
  })
  const calendar = useActorRef(useProvided('calendar'), {
    input: { source, today, ...book.read(window.location.search) },
  })
  const traveller = useMemo(
    () => ({
      place: () => selectPlace(calendar.getSnapshot()),
      onMove: (told: () => void) => {
        const { unsubscribe } = calendar.subscribe(told)
        return unsubscribe
      },
      visit: (place: CalendarPlace) => calendar.send({ type: 'place.visit', place }),
    }),
    [calendar],
  )
  useAddress(traveller, book)
  return calendar
}
