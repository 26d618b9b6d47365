/** Images as the portal shows them: newly encoded, so that nothing but the picture is left. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { fileRefusal } from './file-refusal.ts'

/**
 * The size of a decoded image, in bytes: about 50 million pixels of a photo. Some files can only be decoded as a whole,
 * and turning one takes as much again.
 */
const MAX_DECODED = 160_000_000
/** On the longer side, as shown. */
const SHOWN = 3000

// Only what may be uploaded is ever decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
// Images are looked at now and then; no cache of decoded ones is worth its memory.
sharp.cache(false)
sharp.concurrency(1)

const options = { limitInputPixels: MAX_DECODED, failOn: 'error', sequentialRead: true } as const

/** Decoded, an image takes a hundred times as much memory as in its file. */
const oneAtATime = pLimit(1)

/** In bytes. */
const BYTES_OF_DEPTH: Partial<Record<string, number>> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 }

/** In seconds. */
const TIME_LIMIT = 20

/** @throws Refusal 406 unless the image can be decoded completely; the signal's reason if it aborts before its turn */
export async function checkImage(path: string, signal: AbortSignal): Promise<void> {
  const { width, height, channels, depth } = await sharp(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0, channels: 0, depth: '' }))
  if (width * height * channels * (BYTES_OF_DEPTH[depth] ?? 1) > MAX_DECODED) {
    throw fileRefusal(`The image has ${width} × ${height} pixels, which is too many. Make it smaller and retry.`)
  }
  await oneAtATime(() => {
    signal.throwIfAborted()
    return sharp(path, options).timeout({ seconds: TIME_LIMIT }).stats()
  }).catch(() => {
    signal.throwIfAborted()
    throw fileRefusal('This image is damaged or incomplete. Save it again and retry.')
  })
}

/** Photos stay JPEG; all others become PNG, which keeps what is transparent. */
export const shownType = (mediaType: string): 'image/jpeg' | 'image/png' =>
  mediaType === 'image/jpeg' ? 'image/jpeg' : 'image/png'

/** The picture without metadata, the right way up. */
export function shownImage(stream: Readable, mediaType: string): Promise<Buffer> {
  // It may fail while it waits; reading it reports that.
  stream.on('error', () => {})
  return oneAtATime(async () => {
    const image = sharp(options).autoOrient().resize(SHOWN, SHOWN, { fit: 'inside', withoutEnlargement: true })
    const encoded = shownType(mediaType) === 'image/jpeg' ? image.jpeg({ quality: 88 }) : image.png()
    // To its end, since the client may be slow, and the next image waits.
    const [shown] = await Promise.all([encoded.toBuffer(), pipeline(stream, encoded)])
    return shown
  })
}
