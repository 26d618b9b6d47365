/** How a call can fail, as the client throws it and machines read it from `error` events. */
import { z } from 'zod'
import type { FieldError } from './endpoint.ts'

/**
 * The server answered, and its `statusCode` was not 200. `status` is that code (204 and 203 included: some replies mean
 * something by them), `message` is for the user, `data` is unparsed.
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

/** No answer came. It is logged and nothing is shown for it (spec 1, section 8), save the quiet offline banner. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The call was given up because the session ended: expired, deactivated or signed out. The shell tells the user. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** What to show for a failed call; undefined where nothing is to be shown. */
export const failureMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.message : undefined

/** The messages that belong to fields of the request, by field path; empty for any other failure. */
export const fieldMessages = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {}

/** What a failure says line by line, where it does: mistakes of a file, records that were left alone. */
export const failureLines = (error: unknown): readonly string[] =>
  error instanceof ApiError ? (z.array(z.string()).safeParse(error.data).data ?? []) : []
