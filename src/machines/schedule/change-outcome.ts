/** What a change of stored sessions did, in words. */
import type { ChangedSessions } from '#contract/session-form.ts'

export const changeMessages = {
  deleted: 'Event has been deleted successfully',
  pending: 'The change waits for an administrator to approve it.',
} as const

const REASONS = {
  approved: 'approved',
  locked: 'locked',
  expired: 'already over',
  editedAlone: 'edited by themselves',
} as const satisfies Record<keyof ChangedSessions['leftAlone'], string>

/** How many are left alone, and why: '2 approved, 1 edited by itself'; undefined where none is. */
export const leftAloneReasons = (
  leftAlone: ChangedSessions['leftAlone'],
): { total: number; words: string } | undefined => {
  const reasons = (Object.keys(REASONS) as (keyof typeof REASONS)[]).filter((reason) => leftAlone[reason] > 0)
  const total = reasons.reduce((sum, reason) => sum + leftAlone[reason], 0)
  if (total === 0) return undefined
  const words = reasons.map((reason) => {
    const word = reason === 'editedAlone' && leftAlone[reason] === 1 ? 'edited by itself' : REASONS[reason]
    return `${leftAlone[reason]} ${word}`
  })
  return { total, words: words.join(', ') }
}

/** '3 sessions were left alone (2 approved, 1 edited by itself).'; undefined where none was. */
export const leftAloneInWords = (leftAlone: ChangedSessions['leftAlone']): string | undefined => {
  const reasons = leftAloneReasons(leftAlone)
  if (!reasons) return undefined
  const which = reasons.total === 1 ? '1 session was' : `${reasons.total} sessions were`
  return `${which} left alone (${reasons.words}).`
}

/** `done`, a sentence without its full stop, with what else there is to say of the change. */
export const changeInWords = (done: string, { isPending, leftAlone }: ChangedSessions): string => {
  const more = [isPending ? changeMessages.pending : undefined, leftAloneInWords(leftAlone)].filter(
    (sentence) => sentence !== undefined,
  )
  return more.length === 0 ? done : [`${done}.`, ...more].join(' ')
}
