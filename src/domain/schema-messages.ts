/**
 * The words for what a schema refuses without words of its own, in browser and server: no message of the schema library
 * reaches a user. Modules that define schemas for everyone import this one.
 */
import { z } from 'zod'

const GENERAL = 'This value'

/** Whether the message is one of these, which name no field, as opposed to a schema's own. */
export const isGeneralMessage = (message: string): boolean => message.startsWith(GENERAL)

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

const limit = (kind: 'at least' | 'at most', origin: string, bound: number | bigint) => {
  const unit = UNITS[origin]?.[Number(bound) === 1 ? 0 : 1]
  return unit ? `must have ${kind} ${bound} ${unit}` : `must be ${kind} ${bound}`
}

const inWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'is required'
      return TYPES[issue.expected] ? `must be ${TYPES[issue.expected]}` : 'is not valid'
    case 'too_big':
      return limit('at most', issue.origin, issue.maximum)
    case 'too_small':
      return limit('at least', issue.origin, issue.minimum)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return 'has the wrong format'
    case 'invalid_value':
      return 'is not one of the options'
    case 'unrecognized_keys':
      return 'has unknown fields'
    default:
      return 'is not valid'
  }
}

z.config({ customError: (issue) => `${GENERAL} ${inWords(issue)}.` })
