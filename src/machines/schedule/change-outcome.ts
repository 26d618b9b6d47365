/** Messages about the outcome of a change to stored sessions. */
import type { ChangedSessions } from '#contract/session-form.ts'

export const changeMessages = {
  deleted: 'Event has been deleted successfully',
  pending: 'The change is pending administrator approval.',
} as const

const REASONS = {
  approved: 'approved',
  locked: 'locked',
  expired: 'already ended',
  editedAlone: 'edited individually',
} as const satisfies Record<keyof ChangedSessions['leftAlone'], string>

/** How many are left unchanged, and why: '2 approved, 1 edited individually'; undefined if none are. */
export const leftAloneReasons = (
  leftAlone: ChangedSessions['leftAlone'],
): { total: number; words: string } | undefined => {
  const reasons = (Object.keys(REASONS) as (keyof typeof REASONS)[]).filter((reason) => leftAlone[reason] > 0)
  const total = reasons.reduce((sum, reason) => sum + leftAlone[reason], 0)
  if (total === 0) return undefined
  const words = reasons.map((reason) => `${leftAlone[reason]} ${REASONS[reason]}`)
  return { total, words: words.join(', ') }
}

/** '3 sessions were left unchanged (2 approved, 1 edited individually).'; undefined if none were. */
export const leftAloneInWords = (leftAlone: ChangedSessions['leftAlone']): string | undefined => {
  const reasons = leftAloneReasons(leftAlone)
  if (!reasons) return undefined
  const which = reasons.total === 1 ? '1 session was' : `${reasons.total} sessions were`
  return `${which} left unchanged (${reasons.words}).`
}

/** @param done a sentence without its period; the rest is appended */
export const changeInWords = (done: string, { isPending, leftAlone }: ChangedSessions): string => {
  const more = [isPending ? changeMessages.pending : undefined, leftAloneInWords(leftAlone)].filter(
    (sentence) => sentence !== undefined,
  )
  return more.length === 0 ? done : [`${done}.`, ...more].join(' ')
}
