/** The bytes of an uploaded file while its request is handled: in memory, or in a temporary file if there may be many. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Measure } from '#server/storage/verified.ts'

/** Where files are written while they arrive. */
export interface Spool {
  readonly folder: string
  /** The maximum size of a spooled file in bytes, if it is less than its rule's. */
  readonly maxBytes: number
}

export interface Spooled {
  /** The temporary file's. */
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
}

export class HeldFile {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }

  get size(): number {
    return this.bytes.length
  }
}

export async function holdFile(stream: Readable): Promise<HeldFile> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return new HeldFile(new Uint8Array(Buffer.concat(pieces)))
}

/** Reads a file to its end and forgets it, for one that is refused in any case. */
export async function skipFile(stream: Readable): Promise<HeldFile> {
  for await (const _ of stream);
  return new HeldFile(new Uint8Array())
}

export const removeSpooled = ({ path }: Pick<Spooled, 'path'>): Promise<void> => rm(path, { force: true })

export async function spoolFile(stream: Readable, folder: string): Promise<Spooled> {
  const path = join(folder, randomUUID())
  const measure = new Measure()
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    stream.destroy()
    await removeSpooled({ path }).catch(() => {})
    throw error
  }
  return { path, size: measure.size, sha256: measure.sha256() }
}
