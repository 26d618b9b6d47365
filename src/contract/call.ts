/**
 * What a page asks of the server: an endpoint, how the request is made from what the page holds, and what the page makes
 * of the reply. Pages are defined with these; the generic machines run them.
 */
import type { ApiClient, CallOptions, DownloadedFile } from './api-client.ts'
import type { DataOf, Endpoint, FileEndpoint, RequestOf } from './endpoint.ts'
import type { Page, PageSize } from './paging.ts'

export interface Call<Input, Output> {
  /** @throws as `ApiClient.call` does */
  readonly run: (client: ApiClient, input: Input, options?: CallOptions) => Promise<Output>
}

/** @param reply what the page makes of the reply; left out, the reply as it is */
export function callOf<E extends Endpoint, Input>(
  endpoint: E,
  request: (input: Input) => RequestOf<E>,
): Call<Input, DataOf<E>>
export function callOf<E extends Endpoint, Input, Output>(
  endpoint: E,
  request: (input: Input) => RequestOf<E>,
  reply: (data: DataOf<E>, input: Input) => Output,
): Call<Input, Output>
export function callOf<E extends Endpoint, Input, Output>(
  endpoint: E,
  request: (input: Input) => RequestOf<E>,
  reply?: (data: DataOf<E>, input: Input) => Output,
): Call<Input, DataOf<E> | Output> {
  return {
    run: async (client, input, options) => {
      const data = await client.call(endpoint, request(input), options)
      return reply ? reply(data, input) : data
    },
  }
}

/** Several calls at the same time, each with the same input. */
export const allOf = <Input, Outputs extends object>(
  calls: {
    readonly [Name in keyof Outputs]: Call<Input, Outputs[Name]>
  },
): Call<Input, Outputs> => ({
  run: async (client, input, options) => {
    const names = Object.keys(calls) as (keyof Outputs)[]
    const outputs = await Promise.all(names.map((name) => calls[name].run(client, input, options)))
    return Object.fromEntries(names.map((name, index) => [name, outputs[index]])) as Outputs
  },
})

/** What a list shows, and what its address says. */
export interface ListPlace<Filters> {
  filters: Filters
  /** From 1. */
  page: number
  size: PageSize
}

/** An endpoint that answers with one page of a list. */
export type ListEndpoint = Endpoint & { readonly data: { readonly _output: Page<unknown> } }

/** A row of such a list. */
export type RowOf<E extends ListEndpoint> = DataOf<E> extends Page<infer Row> ? Row : never

/** The request of a list without the part that says which page: that is filled in, in the query of a GET, else in the body. */
export const listCallOf = <E extends ListEndpoint, Filters>(
  endpoint: E,
  request: (filters: Filters) => RequestOf<E>,
): Call<ListPlace<Filters>, Page<RowOf<E>>> => ({
  run: async (client, { filters, page: pageIndex, size: pageSize }, options) => {
    const asked = request(filters)
    const part = endpoint.method === 'GET' ? 'query' : 'body'
    const paged = { ...asked, [part]: { ...Object(asked[part]), pageIndex, pageSize } }
    return (await client.call(endpoint, paged, options)) as Page<RowOf<E>>
  },
})

/** A file that the server makes of a subject. */
export type FileCall<Subject> = Call<Subject, DownloadedFile>

export const fileCallOf = <E extends FileEndpoint, Subject>(
  endpoint: E,
  request: (subject: Subject) => RequestOf<E>,
): FileCall<Subject> => ({
  run: (client, subject, options) => client.download(endpoint, request(subject), options),
})
