import { z } from 'zod'
import { tidyName, tidyText } from './tidy-text.ts'
import './schema-messages.ts'

export const textMessages = { control: 'Please remove control characters from this text.' } as const

/**
 * Control characters, those that change the direction of the text around them, and halves of characters, which the
 * database can't store.
 */
const IN_LINE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** The same, but with tabs and line breaks allowed. */
const IN_LINES = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Whether nobody can see the text: spaces, and characters without width. */
export const isInvisible = (text: string): boolean =>
  /^[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2800]*$/u.test(text)

const textWithout = (refused: RegExp, required?: string) =>
  z
    .string(required)
    .refine((text) => !refused.test(text), { error: textMessages.control, abort: true })
    .overwrite((text) => (isInvisible(text) ? '' : text))

/** Text of one line that a person enters, composed. Text that nobody can see is empty. */
export const plainText = () => textWithout(IN_LINE).overwrite(tidyText)

/**
 * The same with several lines: notes, reasons.
 *
 * @param required the message if it is missing
 */
export const plainLines = (required?: string) => textWithout(IN_LINES, required)

/** A name or another short text, trimmed and with single blanks. */
export const nameText = () => plainText().overwrite(tidyName)

/**
 * Required text, trimmed, with single blanks.
 *
 * @param required the message if it is blank
 * @param most the maximum length
 */
export const requiredText = (required: string, most: number) => nameText().min(1, required).max(most, tooLong(most))

/** The message for text over the limit (spec 3, section 5). */
export const tooLong = (most: number): string => `Maximum of ${most} characters allowed`
