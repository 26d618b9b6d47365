/** When something happens, and the organization's day then. */
import type { LocalDate } from '#domain/time.ts'

export interface Clock {
  readonly today: LocalDate
  readonly now: Date
  readonly timeZone: string
}
