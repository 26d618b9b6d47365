/** 'a, b and c' */
export const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const SHOWN = 3

/** 'a, b, c and 4 more': keeps a sentence short. */
export const firstInWords = (words: readonly string[]): string => {
  const shown = words.slice(0, SHOWN).join(', ')
  return words.length > SHOWN ? `${shown} and ${words.length - SHOWN} more` : shown
}

/** 'Time off' for 'time off' */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** '1 session', '2 sessions', '1,044 sessions' */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** '“Reading”' */
export const quoted = (text: string): string => `“${text}”`

/** Whether the name of a record is in the plural: 'settings'. */
export const isPlural = (noun: string): boolean => noun.endsWith('s')

/** 'this service', 'these settings' */
export const withThis = (noun: string): string => `${isPlural(noun) ? 'these' : 'this'} ${noun}`
