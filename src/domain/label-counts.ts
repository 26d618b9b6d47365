/** Whether the minutes of a session with a tracking label count (docs/decisions/labels-that-mean-absence.md). */
import { z } from 'zod'

/** As stored and sent. */
export const COUNTS_AS = { delivered: 1, absent: 2, makeUpDue: 3 } as const
export type CountsAs = (typeof COUNTS_AS)[keyof typeof COUNTS_AS]

export const COUNTS_AS_OPTIONS = [
  { id: COUNTS_AS.delivered, name: 'Delivered' },
  { id: COUNTS_AS.absent, name: 'Absent' },
  { id: COUNTS_AS.makeUpDue, name: 'Make-up due' },
] as const

export const countsAsWord = (countsAs: CountsAs): string =>
  COUNTS_AS_OPTIONS.find(({ id }) => id === countsAs)?.name ?? ''

const required = 'Minutes Count As Is Required.'
export const countsAsSchema = z.union(
  [z.literal(COUNTS_AS.delivered), z.literal(COUNTS_AS.absent), z.literal(COUNTS_AS.makeUpDue)],
  required,
)

const ABSENT = /(^|[^a-z])(absen|refus|cancel|no[ -]?show)/
const MAKE_UP = /(^|[^a-z])make[ -]?up/
/** It makes up for an earlier session. */
const MADE_UP = /make[ -]?up (session|held|given|done|completed|delivered)/

/** For a label that doesn't say what it counts as: worked out from its name and description. */
export const countsAsByName = (trackingLabel: string, description: string): CountsAs => {
  const words = `${trackingLabel} ${description}`.toLowerCase()
  if (MAKE_UP.test(words) && !MADE_UP.test(words)) return COUNTS_AS.makeUpDue
  return ABSENT.test(words) ? COUNTS_AS.absent : COUNTS_AS.delivered
}
