import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * The secret that an embedded demo signs its tokens with: created at the first start, in its data folder and readable
 * only by the owner, so a restart leaves everyone signed in. Lock the folder first.
 */
export function keptSecret(folder: string): string {
  const path = join(folder, 'token-secret')
  try {
    const kept = readFileSync(path, 'utf8').trim()
    if (kept.length >= 32) return kept
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const secret = randomBytes(32).toString('hex')
  const descriptor = openSync(path, 'w', 0o600)
  try {
    writeSync(descriptor, `${secret}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return secret
}
