/** Rules that the fields of several forms share. */
import { z } from 'zod'
import { rowId } from './row-id.ts'
import { nameText, tooLong } from './text-rules.ts'
import { localDateSchema } from './time.ts'

/** A select's id; null while nothing is selected. */
export const chosen = (required: string) => rowId.nullable().refine((id) => id !== null, required)

export const optionalText = (most: number) => nameText().max(most, tooLong(most))

export const dateOrBlank = z.union([localDateSchema, z.literal('')], 'Enter Valid Date')

/** Spec 3, section 9. */
const PHONE = /^[\d()+\-. x]{1,15}$/

/** @param required the message if it is blank; without it, the number is optional */
export const phone = (invalid: string, required?: string) => {
  const text = z.string().trim()
  return (required === undefined ? text : text.min(1, required)).refine(
    (typed) => typed === '' || PHONE.test(typed),
    invalid,
  )
}

/** Checks individual fields and reports each one's first issue at its path. */
export const checkFields = (
  fields: Record<string, { schema: z.ZodType; value: unknown }>,
  context: z.RefinementCtx,
) => {
  for (const [name, { schema, value }] of Object.entries(fields)) {
    const message = schema.safeParse(value).error?.issues[0]?.message
    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
  }
}
