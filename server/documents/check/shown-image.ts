/** Images as the portal shows them: newly encoded, so that nothing but the picture is left. */
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { fileRefusal } from './file-refusal.ts'

/** Width times height; a decoded image takes four bytes for each. */
const MAX_PIXELS = 100_000_000
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

const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const

/** @throws Refusal 406 unless the image can be decoded completely */
export async function checkImage(path: string): Promise<void> {
  const { width, height } = await sharp(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  if (width * height > MAX_PIXELS) {
    throw fileRefusal(`The image has ${width} × ${height} pixels, which is too many. Make it smaller and retry.`)
  }
  await sharp(path, options)
    .stats()
    .catch(() => {
      throw fileRefusal('This image is damaged or incomplete. Save it again and retry.')
    })
}

/** Photos stay JPEG; all others become PNG, which keeps what is transparent. */
export const shownType = (mediaType: string): 'image/jpeg' | 'image/png' =>
  mediaType === 'image/jpeg' ? 'image/jpeg' : 'image/png'

/** The picture without metadata, the right way up. */
export function shownImage(stream: Readable, mediaType: string): Readable {
  const image = sharp(options).autoOrient().resize(SHOWN, SHOWN, { fit: 'inside', withoutEnlargement: true })
  const encoded = shownType(mediaType) === 'image/jpeg' ? image.jpeg({ quality: 88 }) : image.png()
  stream.on('error', (error) => encoded.destroy(error))
  return stream.pipe(encoded)
}
