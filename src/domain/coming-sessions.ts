/**
 * What becomes of the sessions to come of a student who moves to another school or is deactivated or deleted, and at a
 * school that is deactivated (docs/decisions/coming-sessions.md).
 */
import { z } from 'zod'
import { localDateSchema } from './time.ts'

/** End: they are removed, or the student is taken out of them. Move: they go to the student's new school. */
export const FATES = ['end', 'move', 'keep'] as const
export const fateSchema = z.enum(FATES, 'Choose what becomes of the sessions.')
export type Fate = z.infer<typeof fateSchema>

/** What happens to the student or the school. */
export const DEPARTURES = ['move', 'deactivate', 'delete'] as const
export type Departure = (typeof DEPARTURES)[number]

interface Movable {
  /** Students who are in the sessions, too, and stay. */
  readonly others: readonly string[]
  /** Why the sessions can't take place at the new school; null if they can. */
  readonly obstacle: string | null
}

/** The choices for a row of the question. */
export const fatesOf = (departure: Departure, { others, obstacle }: Movable): readonly Fate[] => {
  if (departure === 'delete') return ['end']
  const canMove = others.length === 0 && obstacle === null
  return FATES.filter((fate) => fate !== 'move' || (departure === 'move' && canMove))
}

/** `key` names exactly what was shown, '' if that was nothing; each row of it has a choice. */
export const comingAnswerSchema = z.object({
  key: z.string().regex(/^[\w-]{0,100}$/, 'Review the sessions to come, and save again.'),
  /** The first day on which a student is at the new school; earlier sessions stay as they are. */
  from: localDateSchema.optional(),
  choices: z.array(z.object({ key: z.string().regex(/^[\w/]{1,100}$/), fate: fateSchema })).max(5000),
})
export type ComingAnswer = z.infer<typeof comingAnswerSchema>

export const comingMessages = {
  changed: 'Nothing was saved, because the sessions to come have changed. Please review them.',
  notChosen: 'Choose what becomes of each session to come.',
  notOffered: 'What was chosen for a session is not possible. Please review the sessions to come.',
  fromPast: 'The day must be today or later.',
} as const
