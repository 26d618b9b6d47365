/** How names and other texts of one line are stored (docs/decisions/comparing-names.md). */

/** Characters that nobody sees and no script needs: blanks without width, soft hyphens, and marks of the text's direction. */
const STRAY = /[\u00ad\u200b\u200e\u200f\u2060-\u2065\ufeff\ufff0-\ufffb]/g

/**
 * Others are needed in some scripts and between emoji, but not after a Latin letter, a digit, or a blank, where they only
 * hide that two names differ. U+20E3 makes a key of what comes before it, an emoji.
 */
const STRAY_AFTER_LATIN = /(?<=^|[\p{Script=Latin}\p{ASCII}])\p{Default_Ignorable_Code_Point}+(?!\u20e3)/gu

/** Any blank, and U+2800, a Braille pattern that looks like one. */
const BLANKS = /[\s\u2800]+/g

/** A text of one line, composed, without characters that nobody sees; blanks stay as they are. */
export const tidyText = (text: string): string =>
  text.normalize('NFC').replace(STRAY, '').replace(STRAY_AFTER_LATIN, '').normalize('NFC')

/** The same with single blanks. */
export const tidyName = (name: string): string => tidyText(name).replace(BLANKS, ' ').trim()
