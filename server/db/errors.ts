/** The SQLSTATEs that the server handles, by PostgreSQL's own names. */
export const sqlState = {
  notNullViolation: '23502',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  checkViolation: '23514',
  exclusionViolation: '23P01',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  diskFull: '53100',
} as const

/** The database is not available: stopped, unreachable, starting, out of connections, or closing. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/**
 * The data folder can't be used: it is locked, unreadable, or contains something else. The message names the folder.
 */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** The database was last updated by a version so old that this one has no migrations for it. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld'

  /** @param oldest the date of the oldest version whose databases can be updated */
  constructor(oldest: string) {
    super(
      `The database is too old: this version can only update databases that were last updated on ${oldest} or later. ` +
        'Start a version from that day on it first, then this one again.',
    )
  }
}

/** The error and its causes, outermost first: Drizzle puts the driver's error into `cause`. */
function* chain(error: unknown): Generator<Error> {
  const seen = new Set<unknown>()
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at)
    yield at
    if (at instanceof AggregateError && at.errors.length > 0) yield* chain(at.errors[0])
  }
}

function textOf(error: Error, field: string): string | undefined {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}

/** The SQLSTATE of a failed statement, or undefined if the error did not come from the database. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const link of chain(error)) {
    const code = textOf(link, 'code')
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && textOf(link, 'severity') !== undefined) return code
  }
  return undefined
}

/** The constraint that a statement violated, by its name in the schema. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const link of chain(error)) {
    const constraint = textOf(link, 'constraint')
    if (constraint !== undefined) return constraint
  }
  return undefined
}

function isViolation(error: unknown, state: string, constraint: string | undefined): boolean {
  return sqlStateOf(error) === state && (constraint === undefined || violatedConstraint(error) === constraint)
}

/** Whether a row violated a unique constraint; only the given one, if any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, sqlState.uniqueViolation, constraint)
}

/** Whether a row referenced a missing row, or a deleted row is still referenced. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, sqlState.foreignKeyViolation, constraint)
}

/** Whether a row violated a CHECK. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, sqlState.checkViolation, constraint)
}

/** Whether retrying the transaction may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  const state = sqlStateOf(error)
  return (
    state === sqlState.serializationFailure ||
    state === sqlState.deadlockDetected ||
    state === sqlState.lockNotAvailable
  )
}

/** Whether there is no space left for what a statement writes. */
export function isDiskFull(error: unknown): boolean {
  return sqlStateOf(error) === sqlState.diskFull
}

/** Whether a statement gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === sqlState.lockNotAvailable
}

/** Whether the database could not be reached, however deep the cause. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const link of chain(error)) if (link instanceof DatabaseUnavailable) return true
  return false
}

/** Node's error codes for a server that can't be reached or went away. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Messages without a code from pg and its pool, when a connection ends, times out, or was given up. */
const lostConnection =
  /^(Connection terminated|timeout e|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/** Class 08 (connection), 57P01 to 57P05 (shut down, crashed, starting), 53300 (too many connections). */
const unavailableState = /^(08|57P0[1-5]$|53300$)/

/**
 * Maps a driver's error for the rest of the server: `DatabaseUnavailable` when the connection failed, with the original
 * as its cause; any other error unchanged.
 */
export function asDatabaseError(error: unknown): unknown {
  if (isDatabaseUnavailable(error)) return error
  const state = sqlStateOf(error)
  let unavailable = state !== undefined && unavailableState.test(state)
  for (const link of chain(error)) {
    unavailable ||= networkCodes.has(textOf(link, 'code') ?? '') || lostConnection.test(link.message)
  }
  if (!unavailable) return error
  const reason = error instanceof Error && error.message !== '' ? error.message : 'no connection'
  return new DatabaseUnavailable(`The database is not available: ${reason}`, { cause: error })
}
