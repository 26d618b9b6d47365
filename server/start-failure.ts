import { type Settings, SettingsError } from './config.ts'
import { DatabaseTooOld, DatabaseUnavailable, DataFolderError } from './db/errors.ts'

/** Errors with messages that are written for the person who starts the server. */
const TOLD = [SettingsError, DataFolderError, DatabaseUnavailable, DatabaseTooOld]

/** Why the server or a command could not start, in one line. */
export function reasonOf(error: unknown, { host, port }: Partial<Settings>): string {
  if (!(error instanceof Error)) return String(error)
  if (TOLD.some((kind) => error instanceof kind)) return error.message
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use by another program; set PORT to a free one.`
  if (code === 'EACCES') return `Port ${port} on ${host} is not allowed for this account; set PORT to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine.`
  const [line = 'unknown error'] = error.message.split('\n')
  return `The server could not start: ${line}`
}
