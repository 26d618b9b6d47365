import type { z } from 'zod'
import type { FieldError } from '#contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/** zod's own wording, as against a message that the contract took from the spec. */
const isGeneric = (message: string) => /^(Invalid|Too (big|small)|Unrecognized)/.test(message)

const errorOf = (issue: z.core.$ZodIssue): FieldError => ({
  path: issue.path.map(String).join('.'),
  message: issue.message,
})

/**
 * What is wrong with a request as a 400: an error per field, and as its message the first of the spec's own, or else
 * the first field with what zod says of it.
 */
export function refuseFields(issues: readonly z.core.$ZodIssue[]): Refusal {
  const errors = issues.slice(0, 100).map(errorOf)
  const [first] = errors
  const worded = errors.find(({ message }) => !isGeneric(message))
  const message =
    worded?.message ?? (first ? [first.path, first.message].filter(Boolean).join(': ') : 'Please enter correct data')
  return new Refusal(400, message, { errors })
}
