/** The ways a call can fail, as thrown by the client and read from machines' `error` events. */
import type { FieldError } from './endpoint.ts'

/**
 * A reply whose `statusCode` isn't 200. `status` is that code (including 203 and 204, which mean something in some
 * replies), `message` is for the user, `data` is unparsed.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly data: unknown

  constructor(status: number, message: string, errors: readonly FieldError[] = [], data: unknown = null) {
    super(message)
    this.status = status
    this.errors = errors
    this.data = data
  }
}

/** No response. It is logged but not shown (spec 1, section 8), except for the offline banner. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The session ended during the call: expired, deactivated or signed out. The shell informs the user. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** Statuses of a server or proxy that can't decide now. */
const BUSY = [408, 409, 425, 429]

/** Whether the failure says nothing about the call itself: the same one may succeed in a moment. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || BUSY.includes(error.status)))

/** The message to show for a failed call; undefined if there is none. */
export const failureMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.message : undefined

/** Field errors by path; empty for any other failure. */
export const fieldMessages = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {}
