/** Amounts and percentages with two decimals, kept as text so that they never pass through floating point. */
import { z } from 'zod'

/** The largest amount, in whole units. */
export const MAX_AMOUNT = 999_999

const PATTERN = /^\d{1,6}(\.\d{1,2})?$/

/** A number with more digits than fit. */
const LONG = /^0*[1-9]\d{6,}(\.\d{1,2})?$/

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
  /** Zero counts as missing, and gets the same message. */
  isNonzero?: boolean
  /** For amounts below the minimum, and text that isn't a number with at most two decimals. */
  invalid: string
  tooLarge: string
  /** The minimum, in hundredths; one whole by default. */
  least?: number
  /** The maximum, a whole number. */
  most?: number
}

/** Parses an amount into text with two decimals. */
export const decimalSchema = ({
  required,
  isNonzero = false,
  invalid,
  tooLarge,
  least = 100,
  most = MAX_AMOUNT,
}: Words) =>
  z.string().transform((text, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (text.trim() === '') return refuse(required)
    const decimal = asDecimal(text)
    if (decimal === undefined) return refuse(LONG.test(text.trim()) ? tooLarge : invalid)
    const hundredths = hundredthsOf(text)
    if (isNonzero && hundredths === 0) return refuse(required)
    if (hundredths > most * 100) return refuse(tooLarge)
    return hundredths < least ? refuse(invalid) : decimal
  })
