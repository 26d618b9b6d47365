import { createHash } from 'node:crypto'
import { inspect } from 'node:util'

/** The longest text that a table shows instead of a digest. */
const MAX_LENGTH = 180

/** Prints as its text, without quotes. */
class Bare {
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  [inspect.custom](): string {
    return this.text
  }
}

const isActor = (value: object) => 'sessionId' in value && 'send' in value

/** What XState, a browser or a run adds to a value, such as ids of actors and stacks of errors, is left out. */
const comparable = (value: unknown, around: ReadonlySet<object> = new Set()): unknown => {
  if (typeof value === 'function') return new Bare('function')
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (isActor(value)) return new Bare('actor')
  if (around.has(value)) return new Bare('circular')
  const inner = new Set([...around, value])
  const fields = () => Object.fromEntries(Object.entries(value).map(([key, one]) => [key, comparable(one, inner)]))
  if (Array.isArray(value)) return value.map((one) => comparable(one, inner))
  if (value instanceof Set) return new Set([...value].map((one) => comparable(one, inner)))
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, comparable(one, inner)]))
  if (value instanceof Error) {
    const { name: _, ...own } = fields()
    return new Bare(`${value.name} ${print({ ...own, message: value.message })}`)
  }
  return fields()
}

const print = (value: unknown): string =>
  inspect(value, {
    depth: Number.POSITIVE_INFINITY,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: null,
    maxStringLength: null,
    sorted: true,
  })

/** Contexts share most of their objects from step to step. */
const known = new WeakMap<object, string>()

/** A value as text: the same for equal values, and the same in each run. */
export function readable(value: unknown): string {
  if (typeof value !== 'object' || value === null) return print(comparable(value))
  const text = known.get(value) ?? print(comparable(value))
  known.set(value, text)
  return text
}

/** For telling long texts apart. */
export const digest = (text: string): string => `#${createHash('sha256').update(text).digest('hex').slice(0, 8)}`

/** The same, but with digests in place of long parts: of few parts if that is enough. */
export function brief(value: unknown, length: number = MAX_LENGTH): string {
  const text = readable(value)
  if (text.length <= length) return text
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const share of [1, 2, 4]) {
      const parts = Object.entries(value).map(([key, part]) => `${key}: ${brief(part, length / share)}`)
      const whole = `{ ${parts.join(', ')} }`
      if (parts.length > 0 && whole.length <= length) return whole
    }
  }
  return digest(text)
}
