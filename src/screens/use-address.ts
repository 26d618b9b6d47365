import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

/** What is shown, as the address says it. Keep its identity stable. */
export interface AddressBook<Place> {
  /** The address's query of a place; '' for the place that needs none. */
  readonly write: (place: Place) => string
  /** The place of a query, whatever it holds. */
  readonly read: (search: string) => Place
  /** Typing replaces the entry of the history that it started on; every other move can be gone back to. */
  readonly isTyping: (before: Place, after: Place) => boolean
}

/** A running machine that has a place. */
interface Traveller<Snapshot, Place> {
  readonly getSnapshot: () => Snapshot
  readonly subscribe: (told: () => void) => { unsubscribe: () => void }
  readonly send: (event: { type: 'place.visit'; place: Place }) => void
}

/**
 * Keeps the address and what is shown together, whichever of the two moves.
 *
 * @param selectPlace what the machine shows; keep its identity stable
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `search` is what calls for a look at the address
  useEffect(() => {
    // The address as it is now: `search` may be a keystroke behind it.
    traveller.send({ type: 'place.visit', place: book.read(window.location.search) })
  }, [traveller, book, search])
}
