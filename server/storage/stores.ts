/** Where files are, and reading one by its name. */
import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { type StoreKind, storedFiles } from '#server/db/schema/stored-files.ts'
import { FolderStorage } from './folder-storage.ts'
import { type S3Settings, S3Storage } from './s3-storage.ts'
import { MissingFile, type Storage, StorageUnavailable } from './storage.ts'
import { TableStorage } from './table-storage.ts'
import { verified } from './verified.ts'

export interface StoreSettings {
  readonly folder?: string | undefined
  readonly s3?: S3Settings | undefined
  /** Where new files go; undefined if the server can't store any. */
  readonly target: Exclude<StoreKind, 'table'> | undefined
}

export type StoredFile = typeof storedFiles.$inferSelect

export class Stores {
  /** Where new files go. */
  readonly target: Storage | undefined
  readonly all: readonly Storage[]
  readonly #db: Pick<Db, 'select' | 'delete'>

  constructor(db: Pick<Db, 'select' | 'delete'>, { folder, s3, target }: StoreSettings) {
    this.#db = db
    const all: Storage[] = [new TableStorage(db)]
    if (folder !== undefined) all.push(new FolderStorage(folder))
    if (s3 !== undefined) all.push(new S3Storage(s3))
    this.all = all
    this.target = this.all.find(({ kind }) => kind === target)
  }

  /** @throws StorageUnavailable if this server has no access to it */
  of(kind: StoreKind): Storage {
    const found = this.all.find((store) => store.kind === kind)
    if (!found) throw new StorageUnavailable(`Documents are in the store ${kind}, for which there are no settings.`)
    return found
  }

  /** The row of a file and its bytes, which are checked while they are read. */
  async open(name: string): Promise<StoredFile & { readonly stream: Readable }> {
    const [file] = await this.#find(name)
    try {
      return await this.#read(name, file)
    } catch (error) {
      // It may have been moved in between.
      const [again] = error instanceof MissingFile ? await this.#find(name) : []
      if (again === undefined || again.store === file?.store) throw error
      return this.#read(name, again)
    }
  }

  #find(name: string): Promise<StoredFile[]> {
    return this.#db.select().from(storedFiles).where(eq(storedFiles.name, name))
  }

  async #read(name: string, file: StoredFile | undefined) {
    if (!file) throw new MissingFile(`No row names the stored file ${name}.`)
    return { ...file, stream: verified(await this.of(file.store).get(name), name, file) }
  }
}
