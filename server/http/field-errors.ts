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
