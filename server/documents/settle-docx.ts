import { unzipSync, zipSync } from 'fflate'

const CORE = 'docProps/core.xml'

const DOCUMENT = 'word/document.xml'

/**
 * Gives a Word file and everything in it the date on which it was issued, so that writing it again gives the same
 * bytes. The library only knows the current time.
 *
 * @param edit changes the document's XML
 */
export const settleDocx = (
  bytes: Uint8Array,
  date: string,
  edit: (document: string) => string,
): Uint8Array<ArrayBuffer> => {
  const files = unzipSync(bytes)
  const change = (path: string, edited: (text: string) => string) => {
    const file = files[path]
    if (!file) throw new Error(`The Word file has no ${path}`)
    files[path] = new TextEncoder().encode(edited(new TextDecoder().decode(file)))
  }
  change(CORE, (core) => core.replaceAll(/>\d{4}-\d\d-\d\dT[\d:.]+Z</g, `>${date}T00:00:00Z<`))
  change(DOCUMENT, edit)
  // Zip files have local times; this is the same one everywhere.
  return new Uint8Array(zipSync(files, { mtime: `${date}T00:00:00` }))
}
