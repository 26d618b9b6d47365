/**
 * A key for each write, which its repeats share: when it is unknown whether a write was stored, the same write once more
 * gets the same key, and the server answers with the first reply instead of storing it twice.
 */

/** A call as it is sent. */
export interface SentWrite {
  readonly url: string
  readonly method: string
  readonly body?: string | FormData
}

export interface WriteKeys {
  readonly keyOf: (write: SentWrite) => string
  /** It is unknown whether the write was stored. */
  readonly remember: (write: SentWrite, key: string) => void
  readonly stored: (write: SentWrite) => void
  readonly refused: (write: SentWrite) => void
}

/**
 * For how long the same write counts as a repeat, in milliseconds. Later, others may have undone it: then it is meant as
 * a new one.
 */
const REPEAT_WITHIN = 15 * 60_000

/** Works without HTTPS, unlike `crypto.randomUUID`. */
const newKey = (): string => {
  const [a = 0, b = 0, ...rest] = crypto.getRandomValues(new Uint16Array(8))
  const parts = [
    a,
    b,
    rest[0],
    ((rest[1] ?? 0) & 0x0fff) | 0x4000,
    ((rest[2] ?? 0) & 0x3fff) | 0x8000,
    ...rest.slice(3),
  ]
  const hex = parts.map((part) => (part ?? 0).toString(16).padStart(4, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const textOf = (body: SentWrite['body']): string =>
  typeof body === 'string' || body === undefined
    ? (body ?? '')
    : JSON.stringify(
        [...body].map(([name, part]) =>
          typeof part === 'string' ? [name, part] : [name, part.name, part.size, part.lastModified],
        ),
      )

const contentOf = ({ url, method, body }: SentWrite) => `${method} ${url}\n${textOf(body)}`

/** The part of the API: `/api/caseload/`. */
const areaOf = ({ url }: SentWrite) => /\/api\/[^/?]+/.exec(url)?.[0] ?? ''

/** @param clock milliseconds; for tests */
export const createWriteKeys = (clock: () => number = () => performance.now()): WriteKeys => {
  const unsettled = new Map<string, { key: string; area: string; at: number }>()
  return {
    keyOf: (write) => {
      const found = unsettled.get(contentOf(write))
      return found && clock() - found.at < REPEAT_WITHIN ? found.key : newKey()
    },
    remember: (write, key) => {
      const content = contentOf(write)
      unsettled.set(content, { key, area: areaOf(write), at: unsettled.get(content)?.at ?? clock() })
    },
    refused: (write) => {
      unsettled.delete(contentOf(write))
    },
    stored: (write) => {
      // The same write after another one, such as approving again what was reopened, is a new one.
      const area = areaOf(write)
      for (const [content, { area: other }] of unsettled) if (other === area) unsettled.delete(content)
    },
  }
}
