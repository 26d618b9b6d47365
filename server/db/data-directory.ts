import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const blockSize = 512

type Entry = { name: string; isFolder: boolean; data: Uint8Array }

function textAt(block: Buffer, from: number, length: number): string {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}

/** The files and folders of a tar archive written by the engine: plain entries, short names. */
function* entriesOf(tar: Buffer): Generator<Entry> {
  for (let at = 0; at + blockSize <= tar.length; ) {
    const header = tar.subarray(at, at + blockSize)
    const name = textAt(header, 0, 100)
    if (name === '') return
    const prefix = textAt(header, 345, 155)
    const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
    const from = at + blockSize
    if (!Number.isSafeInteger(size) || from + size > tar.length) throw new Error('The prepared database is damaged.')
    yield {
      name: prefix === '' ? name : `${prefix}/${name}`,
      isFolder: textAt(header, 156, 1) === '5',
      data: tar.subarray(from, from + size),
    }
    at = from + Math.ceil(size / blockSize) * blockSize
  }
}

function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

/**
 * Extracts a prepared data directory as a new cluster. The cluster appears atomically: a process killed halfway leaves
 * a temporary folder that the next start deletes.
 *
 * @param prepared a tar archive, gzipped or not
 */
export function unpackCluster(prepared: Uint8Array, cluster: string): void {
  const bytes = Buffer.from(prepared.buffer, prepared.byteOffset, prepared.byteLength)
  const tar = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  const unfinished = `${cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const folders = new Set([unfinished])
  const files: string[] = []
  const makeFolder = (folder: string) => {
    if (folders.has(folder)) return
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
  }
  for (const { name, isFolder, data } of entriesOf(tar)) {
    const path = join(unfinished, name)
    if (!path.startsWith(unfinished)) throw new Error(`The prepared database names a file outside itself: ${name}`)
    makeFolder(isFolder ? path : dirname(path))
    if (isFolder) continue
    writeFileSync(path, data, { mode: 0o600 })
    files.push(path)
  }
  // Written first and synced afterward: by then the disk has most of it in progress.
  for (const path of [...files, ...folders]) fsyncPath(path)
  renameSync(unfinished, cluster)
  fsyncPath(dirname(cluster))
}
