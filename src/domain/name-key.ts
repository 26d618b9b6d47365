/** How names are compared (docs/decisions/comparing-names.md). The database has the same as `name_key`. */

/** Accents, once they are taken apart from their letters. */
const MARKS = /[\u0300-\u036f]/g

const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u180b-\u180e]|[\ufe00-\ufe0f]/g

/** These are not letters with a mark that could be taken off. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ı: 'i' },
}

/**
 * What a name is compared by, and searched for: without case, accents, apostrophes, periods and what nobody sees; dashes,
 * commas and any blanks are single blanks. 'O’Neil-Núñez' is 'oneil nunez'.
 */
export const nameKey = (name: string): string =>
  name
    .replace(/['’‘ʼ`´ʹ′.]/g, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(/[ßæœþøđðłħı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[-‐‑‒–—―,\s]+/g, ' ')
    .trim()

/** Whether a name has what someone typed to find it. */
export const hasWords = (name: string, words: string): boolean => {
  const key = nameKey(words)
  return key === '' ? name.includes(words.trim()) : nameKey(name).includes(key)
}
