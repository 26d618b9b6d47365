/** The released versions whose statecharts are kept; each loads when it is compared. */
import { type Release, releaseSchema } from './release.ts'

/** One file per release, written by `npm run charts -- --release`. */
const FILES = import.meta.glob('./releases/*.json', { import: 'default' })

/** `2026-11-22.2` */
const VERSION = /([^/]+)\.json$/

const READ = new Map(Object.entries(FILES).map(([path, read]) => [VERSION.exec(path)?.[1] ?? path, read]))

/** Newest first. */
export const VERSIONS: readonly string[] = [...READ.keys()].sort((one, other) =>
  other.localeCompare(one, 'en', { numeric: true }),
)

/** Undefined if there is no such version. */
export const loadRelease = async (version: string): Promise<Release | undefined> => {
  const read = READ.get(version)
  return read && releaseSchema.parse(await read())
}
