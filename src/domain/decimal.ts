/** Amounts and percentages with two decimals. They are text everywhere: no floating point ever holds one. */
import { z } from 'zod'

const PATTERN = /^\d{1,6}(\.\d{1,2})?$/

/** '85.5' as '85.50'; undefined where it is no amount. */
export const asDecimal = (text: string): string | undefined => {
  const typed = text.trim()
  if (!PATTERN.test(typed)) return undefined
  const [whole = '', cents = ''] = typed.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
}

/** Hundredths, exact: '85.50' is 8550. */
export const hundredthsOf = (decimal: string): number => Number((asDecimal(decimal) ?? '0.00').replace('.', ''))

interface Words {
  required: string
  /** Below one, or no number with two decimals at most. */
  invalid: string
  /** The most that it may be, in whole ones. */
  most?: number
}

/** An amount of at least 1, as two decimals. */
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
