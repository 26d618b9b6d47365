/** Checks payloads written by hand against the JSON schemas of a machine's events (`generated/workflows/*.events.json`). */
import { Validator } from '@cfworker/json-schema'
import { z } from 'zod'

export type Payload = Readonly<Record<string, unknown>>

/** Event payloads without their type, as JSON schemas by event type. */
export type EventSchemas = Readonly<Record<string, unknown>>

export type PayloadCheck =
  | { readonly payload: Payload; readonly problems: readonly [] }
  /** One line per problem, starting with its path. */
  | { readonly payload: undefined; readonly problems: readonly string[] }

const payloadSchema = z.record(z.string(), z.unknown())
const schemaSchema = z.record(z.string(), z.unknown())

interface Finding {
  readonly path: readonly string[]
  readonly keyword: string
  readonly error: string
}

/** Errors that only say that something nested is invalid. */
const AROUND = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', '$ref'])

/** Parses `#/rows/0/id`; keys escape slashes and tildes as `~1` and `~0` (RFC 6901). */
const pathOf = (location: string): string[] =>
  location
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))

const place = (path: readonly string[]): string =>
  path.reduce((text, key) => (/^\d+$/.test(key) ? `${text}[${key}]` : `${text}${text && '.'}${key}`), '')

const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.every((key, index) => path[index] === key)

const wordsOf = ({ path, keyword, error }: Finding): string => {
  const words = keyword === 'false' ? 'Unknown property.' : error
  return path.length > 0 ? `${place(path)}: ${words}` : words
}

/** In a union, the error of the closest match: the one whose problem is nested deepest. */
const problemsOf = (findings: readonly Finding[]): string[] => {
  const choices = findings.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const mistakes = findings.filter(({ keyword }) => !AROUND.has(keyword))
  const isNearest = ({ path }: Finding): boolean =>
    choices
      .filter((choice) => isWithin(path, choice.path))
      .every((choice) =>
        mistakes.every((other) => !isWithin(other.path, choice.path) || other.path.length <= path.length),
      )
  return [...new Set(mistakes.filter(isNearest).map(wordsOf))]
}

/** JSON has no `undefined` and no class instances, so the schemas don't cover them. */
const asJson = (payload: unknown): unknown => JSON.parse(JSON.stringify(payload ?? {}))

export const checkPayload = (schemas: EventSchemas, type: string, payload: unknown): PayloadCheck => {
  const found = schemas[type]
  if (found === undefined) return { payload: undefined, problems: [`The event ${type} is never sent.`] }
  const { errors } = new Validator(schemaSchema.parse(found), '7', false).validate(asJson(payload))
  return errors.length === 0
    ? { payload: payloadSchema.parse(payload), problems: [] }
    : {
        payload: undefined,
        problems: problemsOf(
          errors.map(({ instanceLocation, keyword, error }) => ({ path: pathOf(instanceLocation), keyword, error })),
        ),
      }
}

/** @param text JSON; empty for an event without payload */
export const checkPayloadText = (schemas: EventSchemas, type: string, text: string): PayloadCheck => {
  try {
    return checkPayload(schemas, type, JSON.parse(text.trim() === '' ? '{}' : text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { payload: undefined, problems: [`Invalid JSON: ${reason}`] }
  }
}
