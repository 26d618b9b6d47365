/** When something happens, and the organization's day then. */
import type { LocalDate } from '#domain/time.ts'
import type { Clock } from '#server/http/handler.ts'

export interface LocalClock extends Clock {
  readonly today: LocalDate
}
