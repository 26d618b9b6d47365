import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { z } from 'zod'
import { DataFolderError } from './errors.ts'

/** Written into the lock file, for the message to others only. */
const holderSchema = z.object({ pid: z.int().positive(), host: z.string() })
type Holder = z.infer<typeof holderSchema>

/** Undefined if it can't be read: on Windows, nobody else can read a locked file. */
function holderIn(path: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

function inWords(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process'
  return `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`
}

function writeHolder(file: number): void {
  try {
    ftruncateSync(file)
    writeSync(file, `${JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder)}\n`)
  } catch {
    // A full disk: the lock holds all the same.
  }
}

function lock(file: number, folder: string): boolean {
  try {
    return tryLock(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(`The data folder ${folder} cannot be locked: ${reason}`, { cause: error })
  }
}

/**
 * Locks a data folder for this process. The embedded engine itself does not refuse a second process, and two would
 * corrupt the files. The operating system holds the lock and releases it when the process ends, however it ends; the
 * file stays, since deleting it could release another process's lock.
 *
 * @returns a function that releases the lock
 * @throws DataFolderError that names the folder and the process that holds it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  const file = openSync(path, 'a+', 0o600)
  try {
    if (!lock(file, folder)) {
      throw new DataFolderError(
        `The data folder ${folder} is in use by ${inWords(holderIn(path))}: ` +
          'two servers cannot share one embedded database.',
      )
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
  writeHolder(file)
  let isHeld = true
  return () => {
    if (isHeld) closeSync(file)
    isHeld = false
  }
}
