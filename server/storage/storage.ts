/** Places where the bytes of documents are kept (docs/decisions/documents.md). */
import type { Readable } from 'node:stream'
import type { StoreKind } from '#server/db/schema/stored-files.ts'

export interface Content {
  readonly stream: Readable
  /** In bytes. */
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
}

export interface ListedFile {
  readonly name: string
  readonly modifiedAt: Date
}

/**
 * Keeps files by their random names. Every method throws StorageUnavailable if the place does not answer, and
 * StorageFull if it has no space left.
 */
export interface Storage {
  readonly kind: StoreKind
  /** Stores a file for good before it resolves; a failed one leaves nothing under the name. Repeating it is safe. */
  readonly put: (name: string, content: Content) => Promise<void>
  /** @throws MissingFile */
  readonly get: (name: string) => Promise<Readable>
  /** The size in bytes; undefined if there is no such file. */
  readonly head: (name: string) => Promise<number | undefined>
  /** Does nothing if there is no such file. */
  readonly remove: (name: string) => Promise<void>
  readonly list: () => AsyncIterable<ListedFile>
}

/** The place does not answer, or refuses us. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** A file that a row names is gone: never expected. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile'
}

/** The bytes are not those that were stored. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

/**
 * Runs work of a store, and throws its failures as the interface names them.
 *
 * @param toFailure translates an error, or returns it as it is
 */
export const orFailureOf =
  (toFailure: (error: unknown) => unknown) =>
  async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw toFailure(error)
    }
  }

/** Collects what comes one by one. @param most the size of all batches but the last */
export async function* inBatches<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

export const isErrno = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
