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

const tooLarge = () => new SheetRefusal('The file is too large when unpacked.')

/** Unpacks a part to measure it: the size that it claims may be wrong. */
function unpack(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}

/**
 * Rows, cells and texts of all sheets, empty ones among them, which people's files have by the ten thousand. The largest table that
 * an import takes has far fewer; reading a million takes ten seconds.
 */
const MAX_CELLS = 750_000
const TOO_MANY_CELLS =
  'The file has too many cells, most of them empty. Delete the empty rows and columns, and save it again.'
const CELL = /<(?:\w+:)?(?:c|row|si)[\s/>]/g

function countCells(part: Buffer): number {
  let count = 0
  for (const _ of part.toString('latin1').matchAll(CELL)) count += 1
  return count
}

/**
 * The names of a ZIP file's parts.
 *
 * @param limit the maximum total size in bytes
 * @throws SheetRefusal for a damaged file, and for one over the limit or with too many cells
 */
export function checkedParts(bytes: Uint8Array, limit: number): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  let left = limit
  let cells = 0
  try {
    const end = findEnd(file)
    const count = file.readUInt16LE(end + 10)
    let at = file.readUInt32LE(end + 16)
    for (let index = 0; index < count; index += 1) {
      if (file.readUInt32LE(at) !== ENTRY) throw damaged()
      const method = file.readUInt16LE(at + 10)
      const packed = packedPart(file, file.readUInt32LE(at + 42), file.readUInt32LE(at + 20))
      if (method !== STORED && method !== DEFLATED) throw damaged()
      if (method === STORED && packed.length > left) throw tooLarge()
      const part = method === STORED ? packed : unpack(packed, left)
      left -= part.length
      cells += countCells(part)
      if (cells > MAX_CELLS) throw new SheetRefusal(TOO_MANY_CELLS)
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
