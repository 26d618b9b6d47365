/** Moves the bytes of stored files to the store where new ones go, while servers read and write them. */
import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { type StoreKind, storedFiles } from '#server/db/schema/stored-files.ts'
import { DamagedFile, inBatches, MissingFile, type Storage } from './storage.ts'
import type { StoredFile, Stores } from './stores.ts'
import { verified } from './verified.ts'

/** How many names one query reads. */
const BATCH = 100

type MovingDb = Pick<Db, 'select' | 'update'>

export interface Moved {
  readonly moved: number
  /** Names of files that are missing or damaged. They stay as they are. */
  readonly unread: readonly string[]
}

/** @returns whether this call moved it */
async function moveFile(db: MovingDb, stores: Stores, target: Storage, file: StoredFile): Promise<boolean> {
  const { name, size } = file
  const source = stores.of(file.store)
  await target.put(name, { ...file, stream: verified(await source.get(name), name, file) })
  if ((await target.head(name)) !== size) throw new Error(`${name} was not stored completely`)
  const moved = await db
    .update(storedFiles)
    .set({ store: target.kind })
    .where(and(eq(storedFiles.name, name), eq(storedFiles.store, file.store)))
    .returning({ name: storedFiles.name })
  if (moved.length > 0) await source.remove(name)
  return moved.length > 0
}

/** Whether someone else has moved or removed it in the meantime. */
async function isElsewhere(db: MovingDb, { name, store }: StoredFile): Promise<boolean> {
  const [file] = await db.select().from(storedFiles).where(eq(storedFiles.name, name))
  return file?.store !== store
}

/** Removes the copies that a mover left in a source when it was killed between moving the row and the bytes. */
async function sweep(db: MovingDb, source: Storage, target: Storage): Promise<void> {
  for await (const files of inBatches(source.list(), BATCH)) {
    const names = files.map(({ name }) => name)
    const moved = await db
      .select({ name: storedFiles.name })
      .from(storedFiles)
      .where(and(inArray(storedFiles.name, names), eq(storedFiles.store, target.kind)))
    for (const { name } of moved) await source.remove(name)
  }
}

/**
 * Moves every file that is elsewhere, one after the other. Running it twice at once, or again after a crash, is safe, but
 * not in both directions at once.
 *
 * @param from only files of these stores
 * @param tell called after each file with the number of files so far
 * @param signal ends it between two files
 * @throws StorageUnavailable, StorageFull
 */
export async function moveFiles(
  db: MovingDb,
  stores: Stores,
  target: Storage,
  {
    from,
    tell = () => {},
    signal,
  }: { from: readonly StoreKind[]; tell?: (moved: number) => void; signal?: AbortSignal },
): Promise<Moved> {
  const sources = stores.all.filter(({ kind }) => kind !== target.kind && from.includes(kind))
  const kinds = sources.map(({ kind }) => kind)
  const unread: string[] = []
  let moved = 0
  let last = ''
  while (true) {
    const batch = await db
      .select()
      .from(storedFiles)
      .where(and(inArray(storedFiles.store, kinds), ne(storedFiles.store, target.kind), gt(storedFiles.name, last)))
      .orderBy(asc(storedFiles.name))
      .limit(BATCH)
    if (batch.length === 0) break
    for (const file of batch) {
      signal?.throwIfAborted()
      last = file.name
      try {
        if (await moveFile(db, stores, target, file)) tell(++moved)
      } catch (error) {
        if (!(error instanceof MissingFile || error instanceof DamagedFile)) throw error
        if (!(await isElsewhere(db, file))) unread.push(file.name)
      }
    }
  }
  for (const source of sources) await sweep(db, source, target)
  return { moved, unread }
}
