/** Checks payloads written by hand against the JSON schemas of a machine's events (`generated/event-schemas/`). */
import { type OutputUnit, Validator } from '@cfworker/json-schema'
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
  /** What the schema says there: a type, the allowed values. */
  readonly rule: unknown
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

const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
])

/** In our own words: the validator's are for developers. */
const wordsOf = ({ keyword, rule }: Finding): string => {
  if (keyword === 'false') return 'Unknown property.'
  if (keyword === 'required') return 'This value is required.'
  if (keyword === 'enum' || keyword === 'const')
    return `This value must be ${[rule]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(' or ')}.`
  const type = keyword === 'type' ? [rule].flat().map((name) => TYPES.get(name) ?? name) : []
  return type.length > 0 ? `This value must be ${type.join(' or ')}.` : 'This value is not valid.'
}

const lineOf = (finding: Finding): string =>
  finding.path.length > 0 ? `${place(finding.path)}: ${wordsOf(finding)}` : wordsOf(finding)

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
  return [...new Set(mistakes.filter(isNearest).map(lineOf))]
}

/** JSON has no `undefined` and no class instances, so the schemas don't cover them. */
const asJson = (payload: unknown): unknown => JSON.parse(JSON.stringify(payload ?? {}))

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )

const isMissing = (value: unknown, key: unknown): boolean =>
  typeof key === 'string' && typeof value === 'object' && value !== null && !(key in value)

const findingsOf = (schema: unknown, json: unknown, { instanceLocation, keyword, keywordLocation }: OutputUnit) => {
  const path = pathOf(instanceLocation)
  const rule = valueAt(schema, pathOf(keywordLocation))
  if (keyword !== 'required') return [{ path, keyword, rule }]
  const missing = [rule].flat().filter((key) => isMissing(valueAt(json, path), key))
  return missing.map((key) => ({ path: [...path, String(key)], keyword, rule }))
}

export const checkPayload = (schemas: EventSchemas, type: string, payload: unknown): PayloadCheck => {
  const found = schemas[type]
  if (found === undefined) return { payload: undefined, problems: [`The event ${type} is never sent.`] }
  const [schema, json] = [schemaSchema.parse(found), asJson(payload)]
  const { errors } = new Validator(schema, '7', false).validate(json)
  return errors.length === 0
    ? { payload: payloadSchema.parse(payload), problems: [] }
    : { payload: undefined, problems: problemsOf(errors.flatMap((error) => findingsOf(schema, json, error))) }
}

/** @param text JSON; empty for an event without payload */
export const checkPayloadText = (schemas: EventSchemas, type: string, text: string): PayloadCheck => {
  let payload: unknown
  try {
    payload = JSON.parse(text.trim() === '' ? '{}' : text)
  } catch {
    return { payload: undefined, problems: ['This is not valid JSON.'] }
  }
  return checkPayload(schemas, type, payload)
}
