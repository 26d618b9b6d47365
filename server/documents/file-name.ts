import { isInvisible } from '#domain/text-rules.ts'

/** A name for a file, without what file systems refuse and without characters that change the direction. */
export const safeFileName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replace(/^[.\s]+/, '')

/** File systems allow so many bytes. */
const MAX_NAME = 255

/**
 * The name of an uploaded file as it is stored and offered again: no characters that mislead or that no file system
 * takes, and short enough, with its extension.
 */
export function uploadedFileName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
  const [ending = ''] = /\.\w+$/.exec(plain) ?? []
  const characters = [...new Intl.Segmenter().segment(safeFileName(plain.slice(0, plain.length - ending.length)))]
  let kept = characters.map(({ segment }) => segment).join('')
  while (Buffer.byteLength(kept + ending) > MAX_NAME) {
    characters.pop()
    kept = characters.map(({ segment }) => segment).join('')
  }
  return `${isInvisible(kept) ? 'document' : kept.trimEnd()}${ending}`
}
