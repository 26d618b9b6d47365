import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { DataFolderError } from './errors.ts'

const holderSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** When the process started, where the system provides it: the pid alone may have been reused. */
  began: z.string(),
  token: z.string(),
})
type Holder = z.infer<typeof holderSchema>

/**
 * Locks held by this process: its own pid in a lock file means nothing if an earlier process with the same pid left it.
 */
const held = new Set<string>()

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What Linux knows about a process: whether it is a zombie, and its start (boot id and ticks since then). */
function linuxProcess(pid: number): { isZombie: boolean; birth: string } | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name (second field) may contain spaces: count from its closing parenthesis. State is field 3, start time
    // field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isZombie: fields[0] === 'Z' || fields[0] === 'X', birth: `${boot}/${fields[19]}` }
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is running, under another user.
    return hasCode(error, 'EPERM')
  }
}

function isStale(holder: Holder): boolean {
  if (held.has(holder.token)) return false
  // Processes on another machine can't be checked.
  if (holder.host !== hostname()) return false
  if (holder.pid === process.pid || !isRunning(holder.pid)) return true
  const found = linuxProcess(holder.pid)
  return found !== undefined && (found.isZombie || (holder.began !== '' && found.birth !== holder.began))
}

/** Who holds the lock; undefined if it is free, 'unreadable' if we did not write the file. */
function holderIn(path: string): Holder | 'unreadable' | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

function refusal(folder: string, lock: string, holder: Holder): DataFolderError {
  if (holder.host === hostname()) {
    return new DataFolderError(
      `The data folder ${folder} is in use by process ${holder.pid}: two servers cannot share one embedded database.`,
    )
  }
  return new DataFolderError(
    `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}: two servers cannot share one ` +
      `embedded database. If that process is gone for good, delete ${lock}.`,
  )
}

/** Removes a lock whose holder is gone, unless another process was faster. */
function removeStale(path: string, stale: Holder | 'unreadable'): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const taken = holderIn(aside)
  const isTheStaleOne =
    taken === stale || (typeof taken === 'object' && typeof stale === 'object' && taken.token === stale.token)
  if (!isTheStaleOne) {
    try {
      linkSync(aside, path)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
  rmSync(aside, { force: true })
}

/**
 * Locks a data folder for this process. The embedded engine itself does not refuse a second process, and two would
 * corrupt the files. The lock of a killed process is taken over.
 *
 * @returns a function that releases the lock
 * @throws DataFolderError that names the folder and the process that holds it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  const self: Holder = {
    pid: process.pid,
    host: hostname(),
    began: linuxProcess(process.pid)?.birth ?? '',
    token: randomUUID(),
  }
  const written = `${path}.${self.token}`
  writeFileSync(written, `${JSON.stringify(self)}\n`, { mode: 0o600 })
  try {
    for (;;) {
      try {
        // A link appears atomically, with its content.
        linkSync(written, path)
        break
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
      }
      const holder = holderIn(path)
      if (holder === undefined) continue
      if (holder !== 'unreadable' && !isStale(holder)) throw refusal(folder, path, holder)
      removeStale(path, holder)
    }
  } finally {
    rmSync(written, { force: true })
  }
  held.add(self.token)
  return () => {
    if (!held.delete(self.token)) return
    const holder = holderIn(path)
    if (typeof holder === 'object' && holder.token === self.token) rmSync(path, { force: true })
  }
}
