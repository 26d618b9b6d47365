import { type DestinationStream, type Logger, pino } from 'pino'
import { sqlStateOf } from './db/errors.ts'

const textAt = (error: Error, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}

/** Drizzle puts the statement's values into its message, PostgreSQL quotes them: neither may be logged. */
function messageOf(error: Error): string {
  const statement = textAt(error, 'query')
  if (statement !== undefined) return `Failed query: ${statement}`
  return sqlStateOf(error) === undefined ? error.message : error.message.replaceAll(/"[^"]*"/g, '"…"')
}

/** The lines of a stack with locations, without the message above them. */
const placesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    message: messageOf(error),
    code: textAt(error, 'code'),
    table: textAt(error, 'table'),
    constraint: textAt(error, 'constraint'),
    stack: placesOf(error),
    ...(error.cause !== undefined && depth < 4 && { cause: describeError(error.cause, depth + 1) }),
  }
}

/**
 * The server's log: one JSON line per entry.
 *
 * @param level of pino: trace, debug, info, warn, error, fatal or silent
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = { level, serializers: { err: (error: unknown) => describeError(error) } }
  return stream ? pino(options, stream) : pino(options)
}
