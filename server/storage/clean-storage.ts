/** Removes bytes that no row names: of uploads that were refused, cut off or killed, and of files that were replaced. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { inBatches, isErrno, type ListedFile, type Storage } from './storage.ts'
import type { Stores } from './stores.ts'

const hourMs = 3_600_000

/** The names that we give (`randomName`): a bucket may have other files. */
const OURS = /^[\w-]{32}(\.[\w-]+\.part)?$/

/** Its upload may still be running, in milliseconds. */
const MAX_AGE = 24 * hourMs

const BATCH = 500

async function removeNameless(db: Pick<Db, 'select'>, storage: Storage, files: readonly ListedFile[]): Promise<number> {
  const names = files.map(({ name }) => name)
  const named = await db.select({ name: storedFiles.name }).from(storedFiles).where(inArray(storedFiles.name, names))
  const kept = new Set(named.map(({ name }) => name))
  const removed = names.filter((name) => !kept.has(name))
  for (const name of removed) await storage.remove(name)
  return removed.length
}

async function* listedBefore(storage: Storage, before: Date): AsyncGenerator<ListedFile> {
  for await (const file of storage.list()) if (file.modifiedAt < before && OURS.test(file.name)) yield file
}

async function cleanStore(db: Pick<Db, 'select'>, storage: Storage, before: Date): Promise<number> {
  let removed = 0
  for await (const old of inBatches(listedBefore(storage, before), BATCH)) {
    removed += await removeNameless(db, storage, old)
  }
  return removed
}

/** Files that were arriving when a server was killed. */
async function cleanSpool(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error
    return []
  })
  for (const name of names) {
    const path = join(folder, name)
    // Another server may have removed it.
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtime < before) await rm(path, { force: true })
  }
}

/** @returns how many files of the stores were removed */
export async function cleanStorage(
  db: Pick<Db, 'select'>,
  stores: Stores,
  spoolFolder: string,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - MAX_AGE)
  await cleanSpool(spoolFolder, before)
  let removed = 0
  for (const storage of stores.all) if (storage.kind !== 'table') removed += await cleanStore(db, storage, before)
  return removed
}
