import { useSelector } from '@xstate/react'
import { useCallback, useLayoutEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { localOf } from '#domain/time.ts'
import {
  type CalendarInput,
  type CalendarSnapshot,
  type CalendarSource,
  calendarMachine,
  followsOf,
  queryOf,
  selectPlace,
} from '#machines/schedule/calendar.machine.ts'
import { type CalendarPlace, type CalendarView, NO_FILTERS, offeredDate } from '#machines/schedule/calendar-place.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { type AddressBook, useAddress } from '#screens/use-address.ts'
import { useLive } from '#screens/use-live.ts'
import { addressOfPlace, placeOfAddress } from './calendar-address.ts'

export type CalendarActor = ActorRefFrom<typeof calendarMachine>

const selectProvider = ({ context }: CalendarSnapshot) => context.filters.providerId
const selectFrom = ({ context }: CalendarSnapshot) => queryOf(context).from
const selectTo = ({ context }: CalendarSnapshot) => queryOf(context).to

/** Runs a calendar that is in sync with the address. */
export const useCalendar = (
  source: CalendarSource,
  view: CalendarView,
  { weekdaysOnly = false, isCreator = false }: Partial<Pick<CalendarInput, 'weekdaysOnly' | 'isCreator'>> = {},
): CalendarActor => {
  const { timeZone } = useSession()
  const today = useCallback(
    () => offeredDate(localOf(Date.now(), timeZone).date, { weekdaysOnly }),
    [timeZone, weekdaysOnly],
  )
  const [book] = useState<AddressBook<CalendarPlace>>(() => {
    const defaults: CalendarPlace = { view, date: today(), filters: NO_FILTERS }
    return {
      read: (search) => {
        const place = placeOfAddress(search, defaults)
        return { ...place, date: offeredDate(place.date, { weekdaysOnly }) }
      },
      write: (place) => addressOfPlace(place, defaults),
      isTyping: (before, after) => before.filters.search !== after.filters.search,
    }
  })
  const calendar = useActorRef(useProvided(calendarMachine), {
    input: { source, weekdaysOnly, isCreator, today, ...book.read(window.location.search) },
  })
  useLayoutEffect(() => {
    // Before the other machines of the page: they would ask first, for what is worth less and takes the server longer.
    calendar.start()
  }, [calendar])
  useAddress(calendar, selectPlace, book)
  const provider = useSelector(calendar, selectProvider)
  const from = useSelector(calendar, selectFrom)
  const to = useSelector(calendar, selectTo)
  useLive(followsOf({ source, from, to }, provider), () => calendar.send({ type: 'calendar.follow' }))
  return calendar
}
