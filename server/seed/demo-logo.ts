/** The logo of the demo district: a house, drawn here. */
import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

export const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG file, eight bits to a color. */
export function encodePng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bits, and colors without transparency.
  header.set([8, 2], 8)
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + 3 * width) + 1 + 3 * x)
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const SIZE = 216
const GREEN: Colour = [15, 94, 86]
const WHITE: Colour = [255, 255, 255]

/** Whether a point is on the house, in a square from 0 to 1. */
const isHouse = (x: number, y: number): boolean => {
  const isRoof = y >= 0.2 && y < 0.52 && Math.abs(x - 0.5) <= (y - 0.2) * 1.1
  const isWall = y >= 0.52 && y < 0.8 && Math.abs(x - 0.5) <= 0.25
  const isDoor = y >= 0.6 && Math.abs(x - 0.5) <= 0.07
  return isRoof || (isWall && !isDoor)
}

/** Points in each direction of a pixel, so that slanted edges are smooth. */
const POINTS = 4

const shareOfHouse = (x: number, y: number): number => {
  let inside = 0
  for (let point = 0; point < POINTS * POINTS; point++) {
    const dx = (point % POINTS) / POINTS
    const dy = Math.floor(point / POINTS) / POINTS
    if (isHouse((x + dx) / SIZE, (y + dy) / SIZE)) inside++
  }
  return inside / (POINTS * POINTS)
}

/** A white house on green. */
export const demoLogo = (): Buffer =>
  encodePng(SIZE, SIZE, (x, y) => {
    const share = shareOfHouse(x, y)
    const mix = (at: 0 | 1 | 2) => Math.round(WHITE[at] * share + GREEN[at] * (1 - share))
    return [mix(0), mix(1), mix(2)]
  })
