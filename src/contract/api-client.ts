/** The API client's interface, implemented by `services/http-client.ts`. */
import type { z } from 'zod'
import type { DataOf, Endpoint, FileEndpoint, RequestOf, StreamEndpoint } from './endpoint.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Replaces the session's token; a 401 doesn't trigger a refresh. For the session's own calls. */
  readonly token?: string
  /** Sent in addition to `token`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The page calls by itself: that doesn't keep the session from ending. */
  readonly isUnattended?: boolean
  /** Nobody waits for the reply: other calls go first. */
  readonly isAhead?: boolean
  /** Reports upload progress from 0 to 1; a retry starts over at 0. */
  readonly onProgress?: (part: number) => void
  /** Called with the message of a 200 reply, for pages that show it. */
  readonly onMessage?: (message: string) => void
}

/** A downloaded file. */
export interface DownloadedFile {
  readonly name: string
  readonly content: Blob
}

export interface ApiClient {
  /**
   * Calls an endpoint and returns its data.
   *
   * @throws ApiError for every `statusCode` except 200, for a request that fails its schema (400, nothing is sent), and
   *   for a reply that can't be parsed (502)
   * @throws NetworkError if no complete response arrived
   * @throws SessionEndedError if the session couldn't be refreshed after a 401
   * @throws the signal's reason if it is aborted
   */
  readonly call: <E extends Endpoint>(endpoint: E, request?: RequestOf<E>, options?: CallOptions) => Promise<DataOf<E>>
  /** The same for an endpoint that returns a file. An empty file counts as a failure. */
  readonly download: <E extends FileEndpoint>(
    endpoint: E,
    request?: RequestOf<E>,
    options?: CallOptions,
  ) => Promise<DownloadedFile>
  /** The same for a stream, once it is open. It ends, or fails, when either side ends it. */
  readonly stream: (
    endpoint: StreamEndpoint<Record<string, z.ZodType>>,
    options?: CallOptions,
  ) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}
