import { useState } from 'react'
import {
  type ListPlace,
  type PagedListActor,
  type PagedListInput,
  type PagedListMachine,
  selectListPlace,
} from '#machines/common/paged-list.machine.ts'
import { useActorRef } from '#screens/use-actor.ts'
import { type AddressBook, useAddress } from '#screens/use-address.ts'
import { addressOfPlace, type CodecsOf, noFiltersOf, placeOfAddress } from './list-address.ts'

interface Options<Filters> extends Pick<PagedListInput<Filters>, 'refuse'> {
  readonly codecs: CodecsOf<Filters>
  /** The filter that is typed into. */
  readonly typed?: keyof Filters
}

/** A running list that starts where the address says, and keeps it up to date. */
export const usePagedList = <Row, Filters extends object>(
  machine: PagedListMachine<Row, Filters>,
  { codecs, typed, refuse }: Options<Filters>,
): PagedListActor<Row, Filters> => {
  const [book] = useState<AddressBook<ListPlace<Filters>>>(() => ({
    read: (search) => placeOfAddress(search, codecs),
    write: (place) => addressOfPlace(place, codecs),
    isTyping: (before, after) => typed !== undefined && before.filters[typed] !== after.filters[typed],
  }))
  const list = useActorRef(machine, {
    input: { noFilters: noFiltersOf(codecs), place: book.read(window.location.search), ...(refuse && { refuse }) },
  })
  useAddress(list, selectListPlace<Row, Filters>, book)
  return list
}
