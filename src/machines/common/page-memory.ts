/**
 * Answers from memory what was read before or ahead, as long as nothing that it shows has changed. What a user can go to
 * with one step is read while the page is idle.
 */
import type { CallOptions } from '#contract/api-client.ts'
import type { Follow } from '#contract/follow.ts'

/** A reply that a page shows, such as a week of a calendar. */
export interface Shown<Data> {
  /** Names what is read. */
  readonly key: string
  /** The changes that concern it. */
  readonly follows: readonly Follow[]
  readonly read: (options: CallOptions) => Promise<Data>
  /** What the user can go to with one step, the likeliest first. */
  readonly next: (data: Data) => readonly Shown<Data>[]
}

export interface PageMemory<Data> {
  /**
   * What a page shows now: from memory if it is one step from what was shown before and nothing has changed since.
   * Reading without being asked to (`isUnattended`) always asks the server.
   *
   * @throws as `read` does
   */
  readonly show: (shown: Shown<Data>, options: CallOptions) => Promise<Data>
}

export interface PageMemoryInput {
  readonly changes: {
    /** Where the log of changes ends. */
    readonly end: () => number
    /** Whether a reply that was read when the log ended at `since` may be out of date. */
    readonly hasChanged: (since: number, follows: readonly Follow[]) => boolean
  }
  /** Calls back once the page is idle. @returns a function that cancels this */
  readonly whenIdle: (work: () => void) => () => void
  /** In milliseconds. */
  readonly now: () => number
}

/** How long a reply is kept, in milliseconds: it may also tell what depends on the time of day. */
const LONGEST = 5 * 60_000

interface Kept<Data> {
  readonly since: number
  readonly at: number
  readonly follows: readonly Follow[]
  readonly data: Promise<Data>
}

export const createPageMemory = <Data>({ changes, whenIdle, now }: PageMemoryInput): PageMemory<Data> => {
  /** What is shown, and what can be next. */
  let memory = new Map<string, Kept<Data>>()
  let shownKey: string | undefined
  let nextKeys: readonly string[] = []
  let cancelReading = () => {}

  const recall = (key: string) => {
    const kept = memory.get(key)
    if (!kept || now() - kept.at > LONGEST || changes.hasChanged(kept.since, kept.follows)) return undefined
    return kept.data
  }
  /** Keeps the reply unless reading fails. */
  const read = ({ key, follows, read }: Shown<Data>, options: CallOptions): Promise<Data> => {
    const kept = { since: changes.end(), at: now(), follows, data: read(options) }
    memory.set(key, kept)
    kept.data.catch(() => {
      if (memory.get(key) === kept) memory.delete(key)
    })
    return kept.data
  }
  const readAhead = async (pages: readonly Shown<Data>[], isCanceled: () => boolean) => {
    for (const page of pages) {
      if (isCanceled()) return
      if (!recall(page.key)) await read(page, { isUnattended: true, isAhead: true })
    }
  }
  const prepare = (pages: readonly Shown<Data>[]) => {
    nextKeys = pages.map(({ key }) => key)
    memory = new Map([...memory].filter(([key]) => key === shownKey || nextKeys.includes(key)))
    if (pages.length === 0) return
    let isCanceled = false
    const cancelWait = whenIdle(() => {
      // A failure shows when the user goes there.
      readAhead(pages, () => isCanceled).catch(() => undefined)
    })
    cancelReading = () => {
      isCanceled = true
      cancelWait()
    }
  }

  return {
    show: async (shown, options) => {
      cancelReading()
      const isNext = nextKeys.includes(shown.key) && !options.isUnattended
      // Whoever asks for the same again doubts it, and so what was read with it.
      if (!isNext && !options.isUnattended) memory.clear()
      shownKey = shown.key
      const known = isNext ? recall(shown.key) : undefined
      const data = await (known?.catch(() => read(shown, options)) ?? read(shown, options))
      if (shownKey === shown.key) prepare(shown.next(data))
      return data
    },
  }
}
