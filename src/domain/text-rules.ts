import { z } from 'zod'

/**
 * Required text, trimmed.
 *
 * @param required the message if it is blank
 * @param most the maximum length
 */
export const requiredText = (required: string, most: number) =>
  z.string().trim().min(1, required).max(most, tooLong(most))

/** The message for text over the limit (spec 3, section 5). */
export const tooLong = (most: number): string => `Maximum of ${most} characters allowed`
