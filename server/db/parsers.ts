import pg from 'pg'

/** PostgreSQL's type numbers for arrays. pg accepts any number, but its types list only the plain ones. */
const textArray = 1009
const int8Array = 1016
const dateArray = 1182

/** An int8 as a number if it is exact, otherwise as text. */
export function parseInt8(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

/**
 * Sets how values come back from the database, the same on both engines: `date` as 'YYYY-MM-DD' (a local date is not an
 * instant), int8 as a number if it is safe. Others keep pg's defaults: `time` as 'HH:mm:ss', numeric as a string (money
 * is exact), timestamptz as Date. Drizzle reads pg's global table of parsers, so they are set there, once per process.
 */
export function setParsers(): void {
  const { types } = pg
  types.setTypeParser(types.builtins.DATE, (text) => text)
  types.setTypeParser(types.builtins.INT8, parseInt8)
  const parseTexts: (text: string) => (string | null)[] = Reflect.apply(types.getTypeParser, types, [textArray])
  const parseInt8s = (text: string) => parseTexts(text).map((item) => (item === null ? null : parseInt8(item)))
  Reflect.apply(types.setTypeParser, types, [dateArray, parseTexts])
  Reflect.apply(types.setTypeParser, types, [int8Array, parseInt8s])
}
