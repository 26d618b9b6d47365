/** Measures the real size of a ZIP file's parts, so that a small file can't fill the memory. */
import { inflateRawSync } from 'node:zlib'
import { SheetRefusal } from './sheet.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const PART = 0x04034b50
const STORED = 0
const DEFLATED = 8

const damaged = () => new SheetRefusal('The file is damaged: it can’t be unpacked.')

/** The directory is at the end of the file, followed by a comment of up to 64 kB. */
function findEnd(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at -= 1) {
    if (file.readUInt32LE(at) === END) return at
  }
  throw damaged()
}

/** The packed bytes of a part, at the position given in the directory. */
function packedPart(file: Buffer, place: number, length: number): Buffer {
  if (file.readUInt32LE(place) !== PART) throw damaged()
  const start = place + 30 + file.readUInt16LE(place + 26) + file.readUInt16LE(place + 28)
  return file.subarray(start, start + length)
}

/** Unpacks a part to measure it: the size that it claims may be wrong. */
function unpackedLength(packed: Buffer, most: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: most }).length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return most + 1
    throw damaged()
  }
}

/**
 * The names of a ZIP file's parts.
 *
 * @param limit the maximum total size in bytes
 * @throws SheetRefusal for a damaged file, and for one over the limit
 */
export function checkedParts(bytes: Uint8Array, limit: number): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  let left = limit
  try {
    const end = findEnd(file)
    const count = file.readUInt16LE(end + 10)
    let at = file.readUInt32LE(end + 16)
    for (let index = 0; index < count; index += 1) {
      if (file.readUInt32LE(at) !== ENTRY) throw damaged()
      const method = file.readUInt16LE(at + 10)
      const packed = packedPart(file, file.readUInt32LE(at + 42), file.readUInt32LE(at + 20))
      if (method !== STORED && method !== DEFLATED) throw damaged()
      left -= method === STORED ? packed.length : unpackedLength(packed, left)
      if (left < 0) throw new SheetRefusal('The file is too large when unpacked.')
      const nameLength = file.readUInt16LE(at + 28)
      names.push(file.toString('utf8', at + 46, at + 46 + nameLength))
      at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
  } catch (error) {
    // Positions outside the file.
    throw error instanceof RangeError ? damaged() : error
  }
  return names
}
