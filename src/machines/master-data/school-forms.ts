/** What the tabs of a school's page hold beside `domain/school-form.ts`. */
import type { RateType, ServiceOption } from '#contract/lookups.ts'
import type { RateRow } from '#domain/school-form.ts'

export interface BillingMore {
  schoolId: number
  /** A fee is stored: another can only be planned. */
  isFeeLocked: boolean
}

/** A form's values are an object. */
export type SchoolRates = { rates: RateRow[] }

export interface RatesMore {
  services: readonly ServiceOption[]
  rateTypes: readonly RateType[]
}

/** A stored rate whose history is asked for, and the name of its service. */
export interface RateSubject {
  id: number
  name: string
}
