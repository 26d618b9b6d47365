/**
 * Masks the data in machines. Whatever isn't known to be harmless is masked, numbers, dates and names of fields
 * included, so that new machines are masked by default.
 */

import { isKnown, wordsOf } from './known-words.ts'
import type { ShownValue } from './watched.ts'

export const MASK = '••••'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Values under these names are secrets: they are masked and not even recorded. */
const SECRET = /passw|token|secret|credential|ssn|webcal|^address$|^otp$/i
/** Values under names with one of these words are personal data. */
const PERSONAL = setOf(
  'birth birthday dob gender phone mobile cell fax zip address email salary pay fee rate grade age balance latitude longitude',
)
/** What the last word of a name must be for its numbers to be shown, such as `providerId`. */
const NUMBERS = setOf(
  'id ids count counts total page pages size part index hours minutes seconds step steps done until chosen status limit rows added selected days weeks months version',
)
/** The same for dates and times, such as `startTime`. */
const DATES = setOf('date dates time times day days week month from to start end at on until utc pending when today')
/** Values under these names are code identifiers, such as `week` or `pending`. */
const WORDS = setOf(
  'type status view mode kind purpose step tab field sort sortBy order direction column what scope decision source place naming actorId',
)
const CODE_WORD = /^[a-z][A-Za-z.-]{0,59}$/
/** An event's type is code; other data has none with a dot. */
const EVENT_TYPE = /^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/
const DATE_OR_TIME =
  /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$|^\d{2}:\d{2}(:\d{2})?$/
/** Keys from code start in lowercase, and count at most to 99; any other key may be data. */
const CODE_KEY = /^[a-z_$][A-Za-z_$]*\d{0,2}$/
/** Ids. A longer number may be a phone number. */
const NUMBER_KEY = /^\d{1,6}$/
const ERRORS = setOf('Error TypeError RangeError AbortError ApiError NetworkError ZodError RunFileError')
const PATH_WORD = /^[A-Za-z]+(-[A-Za-z]+)*$/
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]{1,80}$/

const MAX_ITEMS = 20
const MAX_KEYS = 60
const MAX_DEPTH = 8

const isPersonal = (name: string): boolean => wordsOf(name).some((word) => PERSONAL.has(word))

/** Whether every word of the name is known, none is personal, and the last one says what it is. */
const isHarmless = (name: string, endings: ReadonlySet<string>): boolean =>
  isKnown(name) && !isPersonal(name) && endings.has(wordsOf(name).at(-1) ?? '')

const isEventType = (value: string, name: string, depth: number): boolean =>
  name === 'type' && depth === 1 && EVENT_TYPE.test(value)

const textOf = (value: string, name: string, depth: number): string => {
  if (value === '') return '(empty)'
  if (DATE_OR_TIME.test(value)) return isHarmless(name, DATES) ? value : MASK
  if (isEventType(value, name, depth)) return value
  return WORDS.has(name) && CODE_WORD.test(value) && isKnown(value) ? value : MASK
}

/** Shows dates of a calendar's days and ids; any other key that isn't of known words may be a person's name. */
const keyText = (key: string, name: string): string => {
  if (NUMBER_KEY.test(key) || (CODE_KEY.test(key) && isKnown(key))) return key
  return DATE_OR_TIME.test(key) && isHarmless(name, DATES) ? key : MASK
}

const isActor = (value: object): value is { readonly sessionId: string } =>
  'sessionId' in value && typeof value.sessionId === 'string' && 'send' in value && 'getSnapshot' in value

const countText = (what: string, count: number): string => `${what} (${count})`

/** Reading a property may throw; its value is then not shown. */
const read = (value: object, key: string): unknown => {
  try {
    return Reflect.get(value, key)
  } catch {
    return undefined
  }
}

/** A page's path without parts that may contain a name or a secret key. */
export const shownPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part === '' || (PATH_WORD.test(part) && isKnown(part)) || NUMBER_KEY.test(part) ? part : MASK))
    .join('/')

type Entry = readonly [key: string, name: string, value: unknown]

/** An object's entries: the displayed key, the name used for masking, and the value. Dates and ids name nothing. */
const entriesOf = (value: object, name: string): { what: string; count: number; limit: number; entries: Entry[] } => {
  if (Array.isArray(value)) {
    const entries = value.slice(0, MAX_ITEMS).map((each, index): Entry => [String(index), name, each])
    return { what: 'list', count: value.length, limit: MAX_ITEMS, entries }
  }
  if (value instanceof Set) {
    const entries = [...value].slice(0, MAX_ITEMS).map((each, index): Entry => [String(index), name, each])
    return { what: 'set', count: value.size, limit: MAX_ITEMS, entries }
  }
  if (value instanceof Map) {
    const entries = [...value].slice(0, MAX_ITEMS).map(([key, each]): Entry => {
      const shown = typeof key === 'string' ? key : String(typeof key === 'number' ? key : MASK)
      // A word from a map is data, not code.
      return [/^\d/.test(shown) ? keyText(shown, name) : MASK, name, each]
    })
    return { what: 'map', count: value.size, limit: MAX_ITEMS, entries }
  }
  const keys = Object.keys(value)
  return {
    what: '',
    count: keys.length,
    limit: MAX_KEYS,
    entries: keys
      .slice(0, MAX_KEYS)
      .map((key): Entry => [keyText(key, name), /^\d/.test(key) ? name : key, read(value, key)]),
  }
}

const errorOf = (error: Error, show: (value: unknown, name: string) => ShownValue): ShownValue => {
  // The message may quote user input; the name and status are enough.
  const facts = Object.keys(error).filter((key) => key !== 'name' && key !== 'message')
  return {
    text: ERRORS.has(error.name) ? error.name : 'Error',
    entries: [
      { key: 'message', value: { text: MASK } },
      ...facts.map((key) => ({ key: keyText(key, ''), value: show(read(error, key), key) })),
      ...(error.cause === undefined ? [] : [{ key: 'cause', value: show(error.cause, 'cause') }]),
    ],
  }
}

const fileOf = (file: Blob): ShownValue => ({
  text: `file, ${file.size} bytes${MEDIA_TYPE.test(file.type) ? `, ${file.type}` : ''}`,
})

const plainText = (value: unknown, name: string, depth: number): string | undefined => {
  if (value === null || value === undefined) return String(value)
  if (SECRET.test(name) || isPersonal(name)) return MASK
  switch (typeof value) {
    case 'string':
      return textOf(value, name, depth)
    case 'number':
    case 'bigint':
      return isHarmless(name, NUMBERS) ? String(value) : MASK
    case 'boolean':
      return isKnown(name) ? String(value) : MASK
    case 'object':
      return undefined
    default:
      return typeof value
  }
}

/**
 * A value that is safe to show to anyone who may see the workflows.
 *
 * @param name the value's key, which decides whether text and numbers are shown
 */
export const mask = (value: unknown, name = ''): ShownValue => {
  const around = new Set<object>()
  const show = (each: unknown, key: string, depth: number): ShownValue => {
    const text = plainText(each, key, depth)
    if (text !== undefined || typeof each !== 'object' || each === null) return { text: text ?? MASK }
    if (around.has(each)) return { text: '(the same as around it)' }
    if (each instanceof Date)
      return { text: isHarmless(key, DATES) && !Number.isNaN(each.valueOf()) ? each.toISOString() : MASK }
    if (each instanceof Blob) return fileOf(each)
    if (isActor(each)) return { text: `machine ${each.sessionId}` }
    if (ArrayBuffer.isView(each) || each instanceof ArrayBuffer) return { text: `${each.byteLength} bytes` }
    if (depth >= MAX_DEPTH) return { text: '…' }
    around.add(each)
    try {
      const deeper = (inner: unknown, innerKey: string) => show(inner, innerKey, depth + 1)
      if (each instanceof Error) return errorOf(each, deeper)
      const { what, count, limit, entries } = entriesOf(each, key)
      return {
        text: what === '' ? '' : countText(what, count),
        entries: entries.map(([shown, inner, content]) => ({ key: shown, value: deeper(content, inner) })),
        ...(count > limit && { more: count - limit }),
      }
    } finally {
      around.delete(each)
    }
  }
  return show(value, name, 0)
}

/** Limits of the search for secrets: depth, and rows per list. */
const SECRETS_DEPTH = 6
const SECRETS_ROWS = 5

const isData = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype || value instanceof Error)

/** Data in machines is immutable, so each object is searched only once. */
const clean = new WeakSet<object>()

const holdsSecret = (value: unknown, depth: number): boolean => {
  if (depth > SECRETS_DEPTH || !isData(value) || clean.has(value)) return false
  const holds = Array.isArray(value)
    ? value.slice(0, SECRETS_ROWS).some((row) => holdsSecret(row, depth + 1))
    : Object.keys(value).some((key) => {
        const inner = read(value, key)
        return (SECRET.test(key) && inner !== null && inner !== undefined) || holdsSecret(inner, depth + 1)
      })
  if (!holds) clean.add(value)
  return holds
}

/** What is recorded in place of a value that contains secrets. */
export class Withheld {
  readonly shown: ShownValue
  constructor(shown: ShownValue) {
    this.shown = shown
  }
}

/** The value itself if it contains no password, token or other secret, else its masked form. */
export const withoutSecrets = (value: unknown): unknown => (holdsSecret(value, 0) ? new Withheld(mask(value)) : value)

export const shownOf = (kept: unknown): ShownValue => (kept instanceof Withheld ? kept.shown : mask(kept))
