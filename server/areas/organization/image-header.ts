/** What kind of image a file is, by its content. */
import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'

export interface ImageHeader {
  readonly mediaType: 'image/png' | 'image/jpeg'
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export type ImageProblem = 'other' | 'damaged'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

const isSized = ({ width, height }: ImageHeader) => width > 0 && height > 0

/** Walks the chunks up to the last one; each has a checksum. */
function readPng(bytes: Buffer): ImageHeader | undefined {
  let header: ImageHeader | undefined
  let hasPixels = false
  let at = PNG_START.length
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length || bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (header === undefined) {
      if (type !== 'IHDR' || length !== 13) return undefined
      header = { mediaType: 'image/png', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') return hasPixels ? header : undefined
    at = end + 4
  }
  return undefined
}

/** Start of frame, of any coding but hierarchical ones. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc3
const SCAN = 0xda
const END = Buffer.from([0xff, 0xd9])

/** Walks the segments up to the pixels, and looks for the end after them. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  let header: ImageHeader | undefined
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    // Any number of these may come before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (isFrame(marker) && length >= 8) {
      header = { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker === SCAN) return bytes.includes(END, end) ? header : undefined
    at = end
  }
  return undefined
}

/** Values of each pixel, by the color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const HIGHEST_FILTER = 4

/** The parts in which an image is stored: its first pixel, and the distance to the next one, each across and down. */
const WHOLE = [[0, 0, 1, 1]] as const
const INTERLACED = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const inflateAsync = promisify(inflate)

/**
 * Whether a PNG's pixels can be decoded: packed data that is damaged, or unpacks to more than the image has room for,
 * would fail or exhaust whatever prints it.
 *
 * @param content of which `readImageHeader` found the header
 */
export async function hasWholePixels(content: Uint8Array, { mediaType, width, height }: ImageHeader): Promise<boolean> {
  if (mediaType !== 'image/png') return true
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const [bits = 0, colorType = 0, , , interlace = 0] = bytes.subarray(24, 29)
  const pixelBits = bits * (CHANNELS[colorType] ?? 0)
  if (![1, 2, 4, 8, 16].includes(bits) || pixelBits === 0 || interlace > 1) return false
  const rowLengths = (interlace === 1 ? INTERLACED : WHOLE).flatMap(([x, y, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - x) / across))
    const rows = Math.max(0, Math.ceil((height - y) / down))
    return columns === 0 ? [] : Array.from({ length: rows }, () => 1 + Math.ceil((columns * pixelBits) / 8))
  })
  const expected = rowLengths.reduce((sum, length) => sum + length, 0)
  const packed: Buffer[] = []
  let hasPalette = false
  for (let at = PNG_START.length; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'PLTE') hasPalette = true
    if (type === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  }
  if (colorType === 3 && !hasPalette) return false
  const pixels = await inflateAsync(Buffer.concat(packed), { maxOutputLength: expected }).catch(() => undefined)
  if (pixels?.length !== expected) return false
  let row = 0
  return rowLengths.every((length) => {
    const filter = pixels[row] ?? 0
    row += length
    return filter <= HIGHEST_FILTER
  })
}

/** @returns what is wrong if it is not a complete PNG or JPEG image; its pixels are not decoded */
export function readImageHeader(content: Uint8Array): ImageHeader | ImageProblem {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const startsWith = (start: Buffer) => bytes.subarray(0, start.length).equals(start)
  const read = startsWith(PNG_START) ? readPng : startsWith(JPEG_START) ? readJpeg : undefined
  if (!read) return 'other'
  const header = read(bytes)
  return header && isSized(header) ? header : 'damaged'
}
