/** 'Ana María Cruz' as 'A. M. C.'; a script without capitals keeps its letters. */
export const initialsOf = (name: string): string =>
  [...name.normalize('NFC').matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu)]
    .map(([word]) => `${[...word][0]?.toLocaleUpperCase('en') ?? ''}.`)
    .join(' ')
