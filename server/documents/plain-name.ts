/** Characters without width that come along when text is copied: they tell no names apart. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Names and titles match regardless of case, extra spaces, and characters that nobody sees. */
export const plainName = (name: string): string =>
  name.replaceAll(INVISIBLE, '').normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
