/** Reads what `keep-session.ts` stored; apart from it, since the sign-in page finds nothing stored. */
import type { z } from 'zod'
import { type UserAccess, userAccessSchema } from '#contract/acl.ts'
import { type Session, sessionSchema } from '#contract/login.ts'

const parseKept = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null => {
  try {
    return schema.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** Null for a text that is not a session. */
export const parseSession = (text: string | null): Session | null => parseKept(sessionSchema, text)

/** Null for a text that is not an access list. */
export const parseAccess = (text: string | null): UserAccess | null => parseKept(userAccessSchema, text)
