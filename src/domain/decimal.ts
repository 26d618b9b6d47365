/** Amounts and percentages with two decimals, kept as text so that they never pass through floating point. */
import { z } from 'zod'

const PATTERN = /^\d{1,6}(\.\d{1,2})?$/

/** '85.5' as '85.50'; undefined if the text isn't an amount. */
export const asDecimal = (text: string): string | undefined => {
  const typed = text.trim()
  if (!PATTERN.test(typed)) return undefined
  const [whole = '', cents = ''] = typed.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
}

/** Exact hundredths: '85.50' is 8550. */
export const hundredthsOf = (decimal: string): number => Number((asDecimal(decimal) ?? '0.00').replace('.', ''))

interface Words {
  required: string
  /** For amounts below one, and text that isn't a number with at most two decimals. */
  invalid: string
  /** The maximum, a whole number. */
  most?: number
}

/** Parses an amount of at least 1 into text with two decimals. */
export const decimalSchema = ({ required, invalid, most = 999_999 }: Words) =>
  z
    .string()
    .max(20, invalid)
    .transform((text, context) => {
      if (text.trim() === '') {
        context.addIssue({ code: 'custom', message: required })
        return z.NEVER
      }
      const decimal = asDecimal(text)
      const hundredths = hundredthsOf(text)
      if (decimal === undefined || hundredths < 100 || hundredths > most * 100) {
        context.addIssue({ code: 'custom', message: invalid })
        return z.NEVER
      }
      return decimal
    })
