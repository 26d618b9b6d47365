/**
 * Answers from memory what was read before or ahead, as long as nothing that it shows has changed. What a user can go to
 * with one step is read while the page is idle.
 */
import type { CallOptions } from '#contract/api-client.ts'
import type { Follows } from '#contract/follow.ts'

/** What a page shows one of at a time, such as the weeks of a calendar. */
export interface Pages<Place, Data> {
  readonly read: (place: Place, options: CallOptions) => Promise<Data>
  /** The changes that concern what is read. */
  readonly follows: (place: Place) => Follows
  /** Where the user can go with one step, the likeliest first. */
  readonly next: (place: Place, data: Data) => readonly Place[]
}

/**
 * Reads what a page shows now: from memory if it is one step from what was shown before and nothing has changed since.
 * Reading without being asked to (`isUnattended`) always asks the server.
 *
 * @throws as `read` does
 */
export type ReadPage<Place, Data> = (place: Place, options: CallOptions) => Promise<Data>

/** @returns a memory of its own for the pages */
export type RememberPages = <Place, Data>(pages: Pages<Place, Data>) => ReadPage<Place, Data>

export interface PageMemoryInput {
  readonly changes: {
    /** Where the log of changes ends. */
    readonly end: () => number
    /** Whether a reply that was read when the log ended at `since` may be out of date. */
    readonly hasChanged: (since: number, follows: Follows) => boolean
    /** Calls back once what others change is known at once. @returns a function that cancels this */
    readonly whenFlowing: (work: () => void) => () => void
  }
  /** Calls back once the page is idle. @returns a function that cancels this */
  readonly whenIdle: (work: () => void) => () => void
  /** In milliseconds; goes on while the computer sleeps. */
  readonly now: () => number
}

/** How long a reply is kept, in milliseconds: it may also tell what depends on the time of day. */
const LONGEST = 5 * 60_000

interface Kept<Data> {
  readonly since: number
  readonly at: number
  readonly data: Promise<Data>
}

export const pageMemory =
  ({ changes, whenIdle, now }: PageMemoryInput): RememberPages =>
  <Place, Data>({ read, follows, next }: Pages<Place, Data>): ReadPage<Place, Data> => {
    /** What is shown, and what can be next. */
    let memory = new Map<string, Kept<Data>>()
    let shownKey: string | undefined
    let nextKeys: readonly string[] = []
    let cancelReading = () => {}
    /** An answer came from memory, so that the server doesn't know yet that someone uses the page. */
    let isUseUntold = false
    const keyOf = (place: Place) => JSON.stringify(place)

    const recall = (place: Place) => {
      const kept = memory.get(keyOf(place))
      if (!kept || changes.hasChanged(kept.since, follows(place))) return undefined
      const age = now() - kept.at
      // Someone may have set the clock back.
      return age >= 0 && age <= LONGEST ? kept.data : undefined
    }
    /** Keeps the reply unless reading fails. */
    const readAndKeep: ReadPage<Place, Data> = (place, options) => {
      const key = keyOf(place)
      const isUnattended = options.isUnattended === true && !isUseUntold
      if (!isUnattended) isUseUntold = false
      const kept = { since: changes.end(), at: now(), data: read(place, { ...options, isUnattended }) }
      memory.set(key, kept)
      kept.data.catch(() => {
        if (memory.get(key) === kept) memory.delete(key)
      })
      return kept.data
    }
    const readAhead = async (places: readonly Place[], isReread: boolean, isCanceled: () => boolean) => {
      for (const place of places) {
        if (isCanceled()) return
        // What others change all the time is read again only when the user goes there.
        const isKept = isReread ? memory.has(keyOf(place)) : recall(place) !== undefined
        if (!isKept) await readAndKeep(place, { isUnattended: true, isAhead: true })
      }
    }
    const prepare = (places: readonly Place[], isReread: boolean) => {
      nextKeys = places.map(keyOf)
      memory = new Map([...memory].filter(([key]) => key === shownKey || nextKeys.includes(key)))
      if (places.length === 0) return
      let isCanceled = false
      // A failure shows when the user goes there.
      const start = () => void readAhead(places, isReread, () => isCanceled).catch(() => undefined)
      let cancelWait = whenIdle(() => {
        cancelWait = changes.whenFlowing(start)
      })
      cancelReading = () => {
        isCanceled = true
        cancelWait()
      }
    }

    return async (place, options) => {
      cancelReading()
      const key = keyOf(place)
      const isNext = nextKeys.includes(key) && !options.isUnattended
      // Reading the same again means that it may be wrong, and so may what was read with it.
      if (!isNext && !options.isUnattended) memory.clear()
      shownKey = key
      const known = isNext ? recall(place) : undefined
      if (known) isUseUntold = true
      const data = await (known?.catch(() => readAndKeep(place, options)) ?? readAndKeep(place, options))
      if (shownKey === key) prepare(next(place, data), options.isUnattended === true)
      return data
    }
  }
