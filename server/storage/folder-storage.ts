/** A folder on this machine, or one that several servers share. */
import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isErrno, MissingFile, orFailureOf, type Storage, StorageFull, StorageUnavailable } from './storage.ts'
import { verified } from './verified.ts'

/** Files are in subfolders by the start of their names, since some file systems are slow with large folders. */
const FANOUT = 2
const NAME = /^[\w-]{8,100}$/

const failure = (error: unknown): unknown =>
  isErrno(error, 'ENOSPC', 'EDQUOT')
    ? new StorageFull('The folder of documents has no space left.', { cause: error })
    : isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'EIO', 'ENOTDIR', 'ENOENT', 'ESTALE', 'EMFILE')
      ? new StorageUnavailable('The folder of documents cannot be used.', { cause: error })
      : error

const orFailure = orFailureOf(failure)

/** A rename is on disk only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export class FolderStorage implements Storage {
  readonly kind = 'folder'
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  readonly put: Storage['put'] = (name, { stream, ...content }) =>
    orFailure(async () => {
      const folder = this.#folderOf(name)
      const path = join(folder, name)
      // Two servers may store the same file at once.
      const partial = `${path}.${randomUUID()}.part`
      try {
        if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(this.#root)
        await pipeline(verified(stream, name, content), createWriteStream(partial, { mode: 0o600, flush: true }))
        await rename(partial, path)
        await syncFolder(folder)
      } catch (error) {
        stream.destroy()
        await rm(partial, { force: true }).catch(() => {})
        throw error
      }
    })

  readonly get: Storage['get'] = (name) =>
    orFailure(async () => {
      const path = join(this.#folderOf(name), name)
      try {
        await access(path, constants.R_OK)
      } catch (error) {
        if (isErrno(error, 'ENOENT')) await this.#throwMissing(name)
        throw error
      }
      return createReadStream(path)
    })

  readonly head: Storage['head'] = (name) =>
    orFailure(async () => {
      try {
        return (await stat(join(this.#folderOf(name), name))).size
      } catch (error) {
        if (!isErrno(error, 'ENOENT')) throw error
        return undefined
      }
    })

  readonly remove: Storage['remove'] = (name) => orFailure(() => rm(join(this.#folderOf(name), name), { force: true }))

  async *list(): ReturnType<Storage['list']> {
    try {
      for await (const folder of await opendir(this.#root)) {
        if (!folder.isDirectory() || folder.name.length !== FANOUT) continue
        for await (const file of await opendir(join(this.#root, folder.name))) {
          const found = await stat(join(this.#root, folder.name, file.name)).catch((error: unknown) => {
            if (!isErrno(error, 'ENOENT')) throw error
          })
          // It may be one that a server was writing when it was killed.
          if (found) yield { name: file.name, modifiedAt: found.mtime }
        }
      }
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw failure(error)
    }
  }

  #folderOf(name: string): string {
    if (!NAME.test(name.replace(/\.[\w-]+\.part$/, '')))
      throw new RangeError(`${name} is not the name of a stored file`)
    return join(this.#root, name.slice(0, FANOUT))
  }

  /** An unmounted disk is not a lost file. */
  async #throwMissing(name: string): Promise<void> {
    await stat(this.#root)
    throw new MissingFile(`The stored file ${name} is missing from the folder of documents.`)
  }
}
