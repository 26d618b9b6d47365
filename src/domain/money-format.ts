/** Apart from money.ts, so that the sign-in page loads nothing that computes. */
import { z } from 'zod'

/** The organization's currency, as in ISO 4217, and the BCP 47 locale in which its amounts are written. */
export const moneyFormatSchema = z.object({ currency: z.string(), locale: z.string() })
export type MoneyFormat = z.infer<typeof moneyFormatSchema>

export const US_DOLLARS: MoneyFormat = { currency: 'USD', locale: 'en-US' }
