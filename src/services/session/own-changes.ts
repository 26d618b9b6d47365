import type { LiveChange } from '#contract/live.ts'

/** More are forgotten: their events have come long since. */
const KEPT = 100

/** Which changes this page made itself. */
export interface OwnChanges {
  /** @param change the transaction, as the reply to the call names it */
  readonly note: (change: string) => void
  readonly has: (change: LiveChange) => boolean
}

export const createOwnChanges = (): OwnChanges => {
  const noted = new Set<string>()
  return {
    note: (change) => {
      noted.add(change)
      const [oldest] = noted
      if (noted.size > KEPT && oldest !== undefined) noted.delete(oldest)
    },
    has: ({ change }) => noted.has(change),
  }
}
