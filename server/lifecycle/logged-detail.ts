/** What steps of a lifecycle log besides their states: each lifecycle defines its own, beside the code that logs it. */
import type { z } from 'zod'

export interface LoggedDetail<Detail> {
  /** A part of a `Transition`. */
  readonly of: (detail: Detail) => { detail: Record<string, unknown> }
  /** What people read of a logged detail; null if it is only for the server. */
  readonly noteOf: (logged: unknown) => string | null
}

/**
 * @param schema of all that was ever logged: fields that some steps lack are optional
 * @param say one text for each thing that people want to know
 */
export const loggedDetail = <Detail extends Record<string, unknown>>(
  schema: z.ZodType<Detail>,
  say: (detail: Detail) => readonly string[],
): LoggedDetail<Detail> => ({
  of: (detail) => ({ detail }),
  noteOf: (logged) => {
    const texts = logged === null ? [] : say(schema.parse(logged))
    return texts.length > 0 ? texts.join(' · ') : null
  },
})

/** 'Reason: …' if there is one */
export const reasonSaid = (reason: string | null | undefined): string[] => (reason ? [`Reason: ${reason}`] : [])
