/** The preview of a change to sessions, as text. */
import type { Clash } from '#contract/clashes.ts'
import type { PreviewedDate, SessionPreview } from '#contract/session-preview.ts'
import type { EditAnswer, WaitingVersion } from '#contract/waiting-version.ts'
import { formatDate } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import { leftAloneReasons } from './change-outcome.ts'
import { clashInWords } from './clash-words.ts'

export const clashesOf = (date: PreviewedDate): readonly Clash[] => ('clashes' in date ? date.clashes : [])

/** A document that the provider must have is missing or has expired, which is a warning but no double booking. */
export const isLack = ({ kind }: Clash): boolean => kind === 'document'

/** The school is inactive, or a student has left it: also no double booking. */
export const isOutOfPlace = ({ kind }: Clash): boolean => kind === 'inactiveSchool' || kind === 'studentLeft'

/** Sessions of the preview without a document that the provider must have. */
const sessionsWithout = ({ dates }: SessionPreview): number =>
  Math.max(0, ...dates.flatMap(clashesOf).map((clash) => (clash.kind === 'document' ? clash.sessions : 0)))

const sessions = (count: number): string =>
  count === 1 ? '1 session' : count === 0 ? 'No session' : `${count} sessions`

/** The first one becomes the sentence's subject: '36 sessions will be created', '2 changed'. */
const done = ({ counts, dates }: SessionPreview): readonly (readonly [count: number, verb: string])[] => {
  const moved = dates.filter(({ what }) => what === 'moved').length
  const changed = dates.filter(({ what }) => what === 'changed').length
  return [
    [counts.created, 'created'],
    [changed, 'changed'],
    [moved, 'moved'],
    [counts.removed, 'removed'],
  ]
}

/**
 * '36 sessions will be created, 2 left unchanged (1 approved, 1 edited individually), 1 skipped, 3 clashes'. Says so if the
 * change needs an administrator's approval first, and whose school it no longer is.
 */
export const previewInWords = (preview: SessionPreview): string => {
  const { counts, dates } = preview
  const [first = [0, 'changed'] as const, ...others] = done(preview).filter(([count]) => count > 0)
  const once = counts.isPending ? ' once an administrator approves it' : ''
  const skipped = dates.filter(({ what }) => what === 'skipped').length
  const clashing = dates.filter((date) =>
    clashesOf(date).some((clash) => !isLack(clash) && !isOutOfPlace(clash)),
  ).length
  const outOfPlace = dates.flatMap(clashesOf).filter(isOutOfPlace)
  const without = sessionsWithout(preview)
  const reasons = leftAloneReasons(counts.leftAlone)
  return [
    `${sessions(first[0])} will be ${first[1]}${once}`,
    ...others.map(([count, verb]) => `${count} ${verb}`),
    ...(reasons ? [`${reasons.total} left unchanged (${reasons.words})`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(clashing > 0 ? [`${clashing} ${clashing === 1 ? 'clash' : 'clashes'}`] : []),
    ...(without > 0 ? [`${without} without a required document`] : []),
    ...outOfPlace.map(clashInWords),
  ].join(', ')
}

const WHY = {
  approved: 'Unchanged: approved',
  locked: 'Unchanged: locked',
  expired: 'Unchanged: already ended',
  editedAlone: 'Unchanged: edited individually',
  noSuchDate: 'Skipped: no such date',
  deletedAlone: 'Skipped: deleted individually',
} as const

/** What will happen on a date. */
export const dateInWords = (date: PreviewedDate): string => {
  switch (date.what) {
    case 'created':
      return 'New'
    case 'changed':
      return 'Changed'
    case 'moved':
      return `Moved from ${formatDate(date.movedFrom)}`
    case 'removed':
      return 'Removed'
    case 'leftAlone':
    case 'skipped':
      return WHY[date.why]
  }
}

const requested = (changes: readonly string[]): string => inWords(changes) || 'details not shown on the form'

/** The waiting request that a change discards. */
export const replacesInWords = ({ requestedBy, changes, request, isOwn }: WaitingVersion): string => {
  const asked = request ?? `${requestedBy} has asked to change ${requested(changes)}.`
  const told = isOwn ? '' : `, and ${requestedBy} is told`
  return `${asked} This request is waiting for approval. If you continue, it is discarded${told}.`
}

/** What became of a provider's own request. */
export const answerInWords = ({ title, changes, outcome, answeredBy }: EditAnswer): string => {
  const request = `Your request to change ${requested(changes)} of "${title}"`
  switch (outcome) {
    case 'approved':
      return `${request} was approved by ${answeredBy}.`
    case 'rejected':
      return `${request} was rejected by ${answeredBy}.`
    case 'replaced':
      return `${request} was discarded: ${answeredBy} has changed the session.`
    case 'deleted':
      return `${request} was discarded: ${answeredBy} has deleted the session.`
  }
}
