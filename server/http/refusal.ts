import type { FieldError } from '#contract/endpoint.ts'

/** A status that a refusal may have: 202 (wrong current password), 203 (refresh of a deactivated account), the failures. */
export type RefusalStatus =
  | 202
  | 203
  | 204
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 413
  | 415
  | 422
  | 429
  | 500
  | 501
  | 503
  | 507

/**
 * Thrown by a handler to answer with something other than the endpoint's data. It is sent as the envelope; inside a
 * transaction it rolls back, like any other error.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus
  readonly data: unknown
  readonly errors: readonly FieldError[] | undefined
  readonly headers: Readonly<Record<string, string>>

  /**
   * @param message what the user reads
   * @param extras.data the envelope's `data`, null by default
   * @param extras.errors messages for fields of the request
   * @param extras.headers of the HTTP reply
   */
  constructor(
    status: RefusalStatus,
    message: string,
    extras: { data?: unknown; errors?: readonly FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.data = extras.data ?? null
    this.errors = extras.errors
    this.headers = extras.headers ?? {}
  }
}

/** Refuses one field of the form. */
export const refuseField = (path: string, message: string, status: 400 | 403 | 409 = 400): never => {
  throw new Refusal(status, message, { errors: [{ path, message }] })
}
