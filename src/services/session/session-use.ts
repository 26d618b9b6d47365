/** When the session was last used, in any tab of the browser. */
const KEY = 'homeroom-used-at'

/** Other tabs are told at most this often, in milliseconds. */
const TELL_EVERY = 15_000

export interface SessionUse {
  /** The server accepted a call. */
  readonly note: () => void
  /** Milliseconds since the last use. */
  readonly ago: () => number
  /** @returns a function that stops listening */
  readonly listen: (onUse: () => void) => () => void
}

/** @param storage throws or is undefined if the browser blocks it: tabs then don't know of each other */
export const createSessionUse = (storage: () => Storage | undefined): SessionUse => {
  const listeners = new Set<() => void>()
  let usedAt = Date.now()
  let toldAt = 0
  const tell = () => {
    if (usedAt - toldAt < TELL_EVERY) return
    toldAt = usedAt
    try {
      storage()?.setItem(KEY, String(usedAt))
    } catch {
      // Storage is full or blocked.
    }
  }
  return {
    note: () => {
      usedAt = Date.now()
      tell()
      for (const each of listeners) each()
    },
    ago: () => Date.now() - usedAt,
    listen: (onUse) => {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        const at = Number(newValue)
        if (key !== KEY || !(at > usedAt)) return
        usedAt = at
        onUse()
      }
      listeners.add(onUse)
      window.addEventListener('storage', onStorage)
      return () => {
        listeners.delete(onUse)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}
