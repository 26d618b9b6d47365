/** A bucket of Amazon S3 or of any server with the same protocol. */
import { Readable } from 'node:stream'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { isErrno, MissingFile, orFailureOf, type Storage, StorageFull, StorageUnavailable } from './storage.ts'
import { verified } from './verified.ts'

export interface S3Settings {
  /** With the bucket as its path, or as part of the host. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Before every name, for a bucket that is shared: 'homeroom/'. */
  readonly prefix: string
}

/** How many names one request lists. */
const LISTED = 1000

/**
 * Sends a stream as it is. Fetch keeps a copy of every byte in case it must repeat the request, unless it may neither
 * follow a redirect nor ask a user (`window`) for a password.
 */
const STREAMED = { duplex: 'half', redirect: 'error', window: null } as const

const streamingFetch: typeof fetch = (input, init) =>
  fetch(input, init?.body instanceof ReadableStream ? { ...init, ...STREAMED } : init)

function failure(error: unknown): unknown {
  if (error instanceof S3ServiceError) {
    return error.status === 507 || error.serviceCode === 'XMinioStorageFull'
      ? new StorageFull('The store of documents has no space left.', { cause: error })
      : new StorageUnavailable(`The store of documents answered with ${error.status}.`, { cause: error })
  }
  // Fetch reports a lost connection as a TypeError with the reason as its cause.
  const isLost = error instanceof S3NetworkError || (error instanceof TypeError && error.cause instanceof Error)
  return isLost || isErrno(error, 'ECONNRESET', 'UND_ERR_SOCKET')
    ? new StorageUnavailable('The store of documents does not answer.', { cause: error })
    : error
}

const orFailure = orFailureOf(failure)

export class S3Storage implements Storage {
  readonly kind = 's3'
  readonly #client: S3mini
  readonly #prefix: string

  constructor({ prefix, ...settings }: S3Settings) {
    this.#client = new S3mini({ ...settings, fetch: streamingFetch })
    this.#prefix = prefix
  }

  readonly put: Storage['put'] = (name, { stream, size, sha256 }) =>
    orFailure(async () => {
      const body = Readable.toWeb(verified(stream, name, { size, sha256 })) as ReadableStream<Uint8Array>
      // Signed like every header, so that the store itself refuses any other bytes.
      const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }
      const response = await this.#client.putObject(
        this.#prefix + name,
        body,
        'application/octet-stream',
        undefined,
        headers,
        size,
      )
      await response.body?.cancel()
    })

  readonly get: Storage['get'] = (name) =>
    orFailure(async () => {
      const response = await this.#client.getObjectResponse(this.#prefix + name)
      if (!response?.body) throw new MissingFile(`The stored file ${name} is missing from the store of documents.`)
      return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
    })

  readonly head: Storage['head'] = (name) =>
    orFailure(async () => {
      const exists = await this.#client.objectExists(this.#prefix + name)
      return exists === true ? this.#client.getContentLength(this.#prefix + name) : undefined
    })

  readonly remove: Storage['remove'] = (name) =>
    orFailure(async () => {
      await this.#client.deleteObject(this.#prefix + name)
    })

  async *list(): ReturnType<Storage['list']> {
    let token: string | undefined
    do {
      const page = await orFailure(() => this.#client.listObjectsPaged('/', this.#prefix, LISTED, token))
      for (const { Key, LastModified } of page?.objects ?? []) {
        yield { name: Key.slice(this.#prefix.length), modifiedAt: new Date(LastModified) }
      }
      token = page?.nextContinuationToken
    } while (token !== undefined)
  }
}
