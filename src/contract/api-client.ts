/** The API as those who call it know it; `services/http-client.ts` is the one that there is. */
import type { DataOf, Endpoint, FileEndpoint, RequestOf } from './endpoint.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Sent in place of the session's token; such a call is not renewed on 401. For the session's own calls. */
  readonly token?: string
  /** Sent beside `token`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reports how much of the body has been sent, from 0 to 1; for uploads. A call that is sent again starts at 0. */
  readonly onProgress?: (part: number) => void
}

/** A file that the server answered with. */
export interface DownloadedFile {
  readonly name: string
  readonly content: Blob
}

export interface ApiClient {
  /**
   * Calls an endpoint and returns its data.
   *
   * @throws ApiError for every `statusCode` but 200, for a request that its schema refuses (400, nothing is sent), and
   *   for a reply that can't be read (502)
   * @throws NetworkError when no whole answer came
   * @throws SessionEndedError when a 401 could not be recovered from
   * @throws the signal's reason when it is aborted
   */
  readonly call: <E extends Endpoint>(endpoint: E, request?: RequestOf<E>, options?: CallOptions) => Promise<DataOf<E>>
  /** The same for an endpoint that answers with a file. An empty file counts as a failure. */
  readonly download: <E extends FileEndpoint>(
    endpoint: E,
    request?: RequestOf<E>,
    options?: CallOptions,
  ) => Promise<DownloadedFile>
}
