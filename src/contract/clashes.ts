/** Conflicts of a session with others, time off, and the school year. They warn but never block (DESIGN, section 4). */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { id } from './endpoint.ts'

const overlapping = {
  occurrenceId: id,
  title: z.string(),
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  /** It is at this time only if a waiting change of it is approved. */
  isWaiting: z.literal(true).optional(),
}

/** A conflict to review before scheduling a session on a date. */
export const clashSchema = z.discriminatedUnion('kind', [
  /** Another session of the same provider at the same time. */
  z.object({
    kind: z.literal('providerSession'),
    ...overlapping,
    schoolName: z.string(),
    providerName: z.string(),
    /** The students who are in both sessions. */
    studentNames: z.array(z.string()),
  }),
  /** Some of the students have a session with another provider at the same time. */
  z.object({
    kind: z.literal('studentSession'),
    ...overlapping,
    /** Null if the caller can't see that session; shown as 'with another provider'. */
    occurrenceId: id.nullable(),
    title: z.string().nullable(),
    providerName: z.string().nullable(),
    studentNames: z.array(z.string()).min(1),
  }),
  /** The provider's accepted time off. */
  z.object({ kind: z.literal('timeOff'), startTime: localTimeSchema, endTime: localTimeSchema }),
  z.object({ kind: z.literal('afterSchoolYear'), schoolYearEndsOn: localDateSchema }),
  /** A document that the provider must have; only on the first of the days that it concerns. */
  z.object({
    kind: z.literal('document'),
    documentType: z.string(),
    /** The last day on which it is valid, before the date; null if it is missing. */
    expiryDate: localDateSchema.nullable(),
    /** How many of the new sessions are without it, with this one. */
    sessions: z.int().positive(),
  }),
  /** The school of the sessions is inactive; only on the first of the days, like what follows. */
  z.object({ kind: z.literal('inactiveSchool'), schoolName: z.string() }),
  /** A student of the sessions who no longer belongs there. */
  z.object({
    kind: z.literal('studentLeft'),
    studentName: z.string(),
    status: z.enum(['elsewhere', 'inactive', 'deleted']),
    /** Where the student is now. */
    schoolName: z.string(),
  }),
])
export type Clash = z.infer<typeof clashSchema>

/** The conflicts of a date. */
export const datedClashesSchema = z.object({ date: localDateSchema, clashes: z.array(clashSchema).min(1) })
export type DatedClashes = z.infer<typeof datedClashesSchema>
