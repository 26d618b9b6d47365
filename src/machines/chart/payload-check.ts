/** Payloads that a person writes, checked by the JSON schemas of a machine's events (`generated/workflows/*.events.json`). */
import { Validator } from '@cfworker/json-schema'
import { z } from 'zod'

export type Payload = Readonly<Record<string, unknown>>

/** What an event carries besides its type, by that type, as JSON schemas. */
export type EventSchemas = Readonly<Record<string, unknown>>

export type PayloadCheck =
  | { readonly payload: Payload; readonly problems: readonly [] }
  /** A line each, beginning with the path of what does not fit. */
  | { readonly payload: undefined; readonly problems: readonly string[] }

const payloadSchema = z.record(z.string(), z.unknown())
const schemaSchema = z.record(z.string(), z.unknown())

interface Finding {
  readonly path: readonly string[]
  readonly keyword: string
  readonly error: string
}

/** What only says that something further in does not fit. */
const AROUND = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', '$ref'])

/** `#/rows/0/id`, with `~1` and `~0` for strokes and tildes of a key (RFC 6901). */
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
  const words = keyword === 'false' ? 'This is not known here.' : error
  return path.length > 0 ? `${place(path)}: ${words}` : words
}

/** Of a choice of shapes, what the one says that comes nearest: whose mistake lies furthest in. */
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

/** JSON knows no `undefined`, nor what is made by a class; schemas speak of neither. */
const asJson = (payload: unknown): unknown => JSON.parse(JSON.stringify(payload ?? {}))

export const checkPayload = (schemas: EventSchemas, type: string, payload: unknown): PayloadCheck => {
  const found = schemas[type]
  if (found === undefined) return { payload: undefined, problems: [`Nobody sends an event ${type}.`] }
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

/** @param text JSON; nothing at all stands for an event that carries nothing */
export const checkPayloadText = (schemas: EventSchemas, type: string, text: string): PayloadCheck => {
  try {
    return checkPayload(schemas, type, JSON.parse(text.trim() === '' ? '{}' : text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { payload: undefined, problems: [`This is no JSON: ${reason}`] }
  }
}
