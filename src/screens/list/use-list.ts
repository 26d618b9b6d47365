import { useMemo, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Call, ListPlace } from '#contract/call.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { listMachine } from '#machines/common/page-machines.ts'
import { type PagedListActor, selectListPlace, selectListResult } from '#machines/common/paged-list.machine.ts'
import { usePageApi } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { type AddressBook, useAddress } from '#screens/use-address.ts'
import { useDetails } from '#screens/use-calls.ts'
import { useLive } from '#screens/use-live.ts'
import { useValues } from '#screens/use-told.ts'
import { addressOfPlace, placeOfAddress } from './list-address.ts'
import type { ListDefinition } from './list-definition.ts'

const NOTHING: readonly LiveTopic[] = []

/** Runs a list and keeps it in sync with the address. Keep the definition's identity stable. */
export const useList = <Row, Values extends object>({
  rows,
  filters,
  filterDelay,
  missesChanges,
}: Pick<ListDefinition<Row, Values>, 'rows' | 'filters' | 'filterDelay' | 'missesChanges'>): PagedListActor<
  Row,
  Values
> => {
  const { client, rememberPages } = usePageApi()
  const machine = useMemo(
    () => listMachine(client, rows, { filterDelay, rememberPages: missesChanges ? undefined : rememberPages }),
    [client, rememberPages, rows, filterDelay, missesChanges],
  )
  const [book] = useState<AddressBook<ListPlace<Values>>>(() => ({
    read: (search) => placeOfAddress(search, filters),
    write: (place) => addressOfPlace(place, filters),
    isTyping: (before, after) => filters.isTyping(before.filters, after.filters),
  }))
  const list = useActorRef(machine, {
    input: { noFilters: filters.none, place: book.read(window.location.search), refuse: filters.refuse },
  })
  useAddress(list, selectListPlace<Row, Values>, book)
  useLive(rows.shows ?? NOTHING, () => list.send({ type: 'list.follow' }))
  return list
}

/**
 * Loads data about all rows that match a list's filters; reloads it with the list, except for another page or order.
 *
 * @param isAlike whether the same rows match both; by default only if nothing changed
 */
export const useListDetails = <Row, Values extends object, Data>(
  list: PagedListActor<Row, Values>,
  read: Call<Values, Data>,
  isAlike: (before: Values, after: Values) => boolean = Object.is,
): ActorRefFrom<DetailsMachine<Values, Data>> => {
  const details = useDetails(read)
  const shown = useRef<{ readonly filters: Values; readonly page: number; readonly total: number }>(undefined)
  useValues(list, selectListResult<Row, Values>, (result) => {
    if (result === undefined) return
    const { filters, page } = list.getSnapshot().context
    const last = shown.current
    shown.current = { filters, page, total: result.total }
    if (last?.total === result.total) {
      // A refresh also leads to the first page.
      const isPageTurn = last.filters === filters && last.page !== page && page !== 1
      const isReordered = last.filters !== filters && isAlike(last.filters, filters)
      if (isPageTurn || isReordered) return
    }
    details.send({ type: 'details.open', subject: filters })
  })
  return details
}
