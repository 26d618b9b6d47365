/**
 * The calls of a page: an endpoint, a function that builds its request from the page's input, and one that converts the
 * reply. Page definitions list them; the generic machines run them.
 */
import { z } from 'zod'
import type { ApiClient, CallOptions, DownloadedFile } from './api-client.ts'
import type { DataOf, Endpoint, FileEndpoint, RequestOf } from './endpoint.ts'
import type { LiveTopic } from './live-topics.ts'
import type { Page, PageSize } from './paging.ts'

export interface Call<Input, Output> {
  /** @throws as `ApiClient.call` does */
  readonly run: (client: ApiClient, input: Input, options?: CallOptions) => Promise<Output>
  /** As its endpoint has it. */
  readonly shows?: readonly LiveTopic[] | undefined
}

/** @param reply converts the reply; by default, the reply is returned unchanged */
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

/** Runs several calls in parallel with the same input. */
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

/** What a list shows, as encoded in its address. */
export interface ListPlace<Filters> {
  filters: Filters
  /** Starts at 1. */
  page: number
  size: PageSize
}

/** An endpoint that returns one page of a list. */
export type ListEndpoint = Endpoint & { readonly data: { readonly _output: Page<unknown> } }

/** A row of such a list. */
export type RowOf<E extends ListEndpoint> = DataOf<E> extends Page<infer Row> ? Row : never

/** Spec 1, section 7 has the page in both parts of one call. */
const hasPageInQuery = ({ query }: ListEndpoint): boolean => query instanceof z.ZodObject && 'pageIndex' in query.shape

/** @param request the request without the page and its size; they are added to the parts of the request that have them */
export const listCallOf = <E extends ListEndpoint, Filters>(
  endpoint: E,
  request: (filters: Filters) => RequestOf<E>,
): Call<ListPlace<Filters>, Page<RowOf<E>>> => ({
  shows: endpoint.shows,
  run: async (client, { filters, page: pageIndex, size: pageSize }, options) => {
    const unpaged = request(filters)
    const page = { pageIndex, pageSize }
    const paged = {
      ...unpaged,
      ...((endpoint.method === 'GET' || hasPageInQuery(endpoint)) && { query: { ...Object(unpaged.query), ...page } }),
      ...(endpoint.method !== 'GET' && { body: { ...Object(unpaged.body), ...page } }),
    }
    return (await client.call(endpoint, paged, options)) as Page<RowOf<E>>
  },
})

/** A file that the server creates for a subject. */
export type FileCall<Subject> = Call<Subject, DownloadedFile>

export const fileCallOf = <E extends FileEndpoint, Subject>(
  endpoint: E,
  request: (subject: Subject) => RequestOf<E>,
): FileCall<Subject> => ({
  run: (client, subject, options) => client.download(endpoint, request(subject), options),
})
