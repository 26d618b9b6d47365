/** The database itself: only for files that earlier versions or the demo district put there, until a server moves them. */
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { storedFileContents, storedFiles } from '#server/db/schema/stored-files.ts'
import { MissingFile, type Storage } from './storage.ts'

export class TableStorage implements Storage {
  readonly kind = 'table'
  readonly #db: Pick<Db, 'select' | 'delete'>

  constructor(db: Pick<Db, 'select' | 'delete'>) {
    this.#db = db
  }

  readonly put: Storage['put'] = () => Promise.reject(new Error('Nothing new is stored in the table'))

  readonly get: Storage['get'] = async (name) => {
    const [found] = await this.#db
      .select({ content: storedFileContents.content })
      .from(storedFileContents)
      .where(eq(storedFileContents.name, name))
    if (!found) throw new MissingFile(`The stored file ${name} is missing from the database.`)
    return Readable.from([found.content])
  }

  readonly head: Storage['head'] = async (name) => {
    const [found] = await this.#db
      .select({ size: sql<number>`octet_length(${storedFileContents.content})` })
      .from(storedFileContents)
      .where(eq(storedFileContents.name, name))
    return found?.size
  }

  readonly remove: Storage['remove'] = async (name) => {
    await this.#db.delete(storedFileContents).where(eq(storedFileContents.name, name))
  }

  /** As old as their rows: the database removes the bytes together with them. */
  async *list(): ReturnType<Storage['list']> {
    const rows = await this.#db
      .select({ name: storedFiles.name, modifiedAt: storedFiles.createdAt })
      .from(storedFileContents)
      .innerJoin(storedFiles, eq(storedFiles.name, storedFileContents.name))
    yield* rows
  }
}
