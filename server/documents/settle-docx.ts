import { unzipSync, zipSync } from 'fflate'

const CORE = 'docProps/core.xml'

/**
 * Gives a Word file and everything in it the date on which it was issued, so that writing it again gives the same
 * bytes. The library only knows the current time.
 */
export const settleDocx = (bytes: Uint8Array, date: string): Uint8Array<ArrayBuffer> => {
  const files = unzipSync(bytes)
  const core = files[CORE]
  if (!core) throw new Error(`The Word file has no ${CORE}`)
  const dated = new TextDecoder().decode(core).replaceAll(/>\d{4}-\d\d-\d\dT[\d:.]+Z</g, `>${date}T00:00:00Z<`)
  files[CORE] = new TextEncoder().encode(dated)
  // Zip files have local times; this is the same one everywhere.
  return new Uint8Array(zipSync(files, { mtime: `${date}T00:00:00` }))
}
