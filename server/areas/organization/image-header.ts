/** What kind of image a file is, by its content. */
import { crc32 } from 'node:zlib'

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

/** @returns what is wrong if it is not a complete PNG or JPEG image; its pixels are not decoded */
export function readImageHeader(content: Uint8Array): ImageHeader | ImageProblem {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const startsWith = (start: Buffer) => bytes.subarray(0, start.length).equals(start)
  const read = startsWith(PNG_START) ? readPng : startsWith(JPEG_START) ? readJpeg : undefined
  if (!read) return 'other'
  const header = read(bytes)
  return header && isSized(header) ? header : 'damaged'
}
