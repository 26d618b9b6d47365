/** How names and other texts of one line are stored (docs/decisions/comparing-names.md). */

/** Characters that nobody sees and no script needs: blanks without width, soft hyphens, and marks of the text's direction. */
const STRAY = /[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff]/g

/** Composed, without characters that nobody sees, with single blanks. */
export const tidyName = (name: string): string => name.normalize('NFC').replace(STRAY, '').replace(/\s+/g, ' ').trim()

/** The same for any text of one line: blanks stay as they are. */
export const tidyText = (text: string): string => text.normalize('NFC').replace(STRAY, '')
