import type { z } from 'zod'
import type { FieldError } from '#contract/endpoint.ts'
import { isGeneralMessage } from '#domain/schema-messages.ts'
import { Refusal } from './refusal.ts'

const errorOf = (issue: z.core.$ZodIssue): FieldError => ({
  path: issue.path.map(String).join('.'),
  message: issue.message,
})

/**
 * An invalid request as a 400: an error per field, and as its message the first one worded by the contract, or else the
 * first field with its general message.
 */
export function refuseFields(issues: readonly z.core.$ZodIssue[]): Refusal {
  const errors = issues.slice(0, 100).map(errorOf)
  const [first] = errors
  const worded = errors.find(({ message }) => !isGeneralMessage(message))
  const message =
    worded?.message ?? (first ? [first.path, first.message].filter(Boolean).join(': ') : 'Please enter correct data')
  return new Refusal(400, message, { errors })
}

/**
 * Checks what the endpoint's schema couldn't: rules that need today's date, say, or a query's arguments.
 *
 * @throws Refusal 400 with an error per field
 */
export const parseFields = <Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  return parsed.data
}
