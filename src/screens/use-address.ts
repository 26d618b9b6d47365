import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Converts between a place and the address's query. Keep its identity stable. */
export interface AddressBook<Place> {
  /** The query of a place; '' for the default place. */
  readonly write: (place: Place) => string
  /** The place of any query, valid or not. */
  readonly read: (search: string) => Place
  /** While the user types, replace the history entry; any other change gets a new one. */
  readonly isTyping: (before: Place, after: Place) => boolean
}

/** A running machine that has a place. */
interface Traveller<Snapshot, Place> {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (listener: () => void) => { unsubscribe: () => void }
  readonly send: (event: { type: 'place.visit'; place: Place }) => void
}

/**
 * Keeps the address and the machine's place in sync, in both directions.
 *
 * @param selectPlace selects the machine's place; keep its identity stable
 */
export const useAddress = <Snapshot, Place>(
  traveller: Traveller<Snapshot, Place>,
  selectPlace: (snapshot: Snapshot) => Place,
  book: AddressBook<Place>,
): void => {
  const [path, navigate] = useLocation()
  const search = useSearch()

  useEffect(() => {
    const placeNow = () => selectPlace(traveller.getSnapshot())
    let before = placeNow()
    const { unsubscribe } = traveller.subscribe(() => {
      const place = placeNow()
      const address = book.write(place)
      const isTyping = book.isTyping(before, place)
      before = place
      if (address === book.write(book.read(window.location.search))) return
      navigate(address === '' ? path : `${path}?${address}`, { replace: isTyping })
    })
    return unsubscribe
  }, [traveller, selectPlace, book, path, navigate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever `search` changes
  useEffect(() => {
    // Read the current address, since `search` may be a keystroke behind.
    traveller.send({ type: 'place.visit', place: book.read(window.location.search) })
  }, [traveller, book, search])
}
