/** Finding rows by what someone typed, however it is spelled (docs/decisions/comparing-names.md). */
import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { nameKey } from '#domain/name-key.ts'
import { containing } from './containing.ts'
import { providerName } from './providers.ts'
import { providers } from './schema/providers.ts'
import { students } from './schema/students.ts'

/** Computing a key takes 10 µs a row, so those of people are stored. */
const STORED: ReadonlyMap<SQLWrapper, SQLWrapper> = new Map<SQLWrapper, SQLWrapper>([
  [students.name, students.nameKey],
  [providerName, providers.nameKey],
])

/** A text as `nameKey` compares it. */
export const nameKeyOf = (text: SQLWrapper): SQL<string> => {
  const stored = STORED.get(text)
  return stored ? sql<string>`${stored}` : sql<string>`name_key(${text})`
}

/** A pattern for `like` that matches the keys of texts with the words. */
export const keyPattern = (words: string): string => {
  const key = nameKey(words)
  // Without a key, only what no key has can be looked for: dashes alone are found nowhere.
  return containing(key === '' ? words.trim() : key)
}

/** Whether one of the texts has the words; nothing to ask for if they are blank. */
export const hasWords = (words: string | undefined, ...texts: readonly SQLWrapper[]): SQL | undefined => {
  if (!words?.trim()) return undefined
  const pattern = keyPattern(words)
  return or(...texts.map((text) => sql`${nameKeyOf(text)} like ${pattern}`))
}
