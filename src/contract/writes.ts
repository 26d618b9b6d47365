import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { ApiError, SessionEndedError } from './failures.ts'

/** Calls that only read, by path: the API reads with POST, too, and changes a status with GET. */
const READS =
  /\/(get-|edit-schedule-event-(recurrence-)?by-id$|preview-|download-)|^\/api\/(login\/(?!change-password$|password-recovery-confirm$)|user|graphql)|^\/(calendar|embed)\/|\/health$/

/** Whether the call changes records. Sign-in and its tokens don't count. */
export const isWrite = ({ path, contentType, onlyReads }: Endpoint): boolean =>
  !(onlyReads || contentType !== undefined || READS.test(path))

/** Names one action of a user, so that a repeat of its call is recognized: a UUID. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

/** The data of a 409 for a repeat that came while the first call was still being processed. */
export const stillProcessing = { isStillProcessing: true } as const
const stillProcessingSchema = z.object({ isStillProcessing: z.literal(true) })

/** Whether a failed write may have been stored all the same. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 || (error.status === 409 && stillProcessingSchema.safeParse(error.data).success)
    : !(error instanceof SessionEndedError)
