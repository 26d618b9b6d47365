import { z } from 'zod'

/**
 * Text that has to be there, without the blanks around it.
 *
 * @param required said where there is none, to the letter of the spec
 * @param most characters
 */
export const requiredText = (required: string, most: number) =>
  z.string().trim().min(1, required).max(most, tooLong(most))

/** What a field says of text beyond its limit (spec 3, section 5). */
export const tooLong = (most: number): string => `Maximum of ${most} characters allowed`
