import type { ApiClient } from '#contract/api-client.ts'
import { NetworkError } from '#contract/failures.ts'
import type { HttpClientOptions } from './http-client.ts'

/** The client of the API, which loads with its first call: the sign-in page makes none before the user enters something. */
export const createLazyClient = (options: HttpClientOptions): ApiClient => {
  let client: ApiClient | undefined
  const loaded = async (): Promise<ApiClient> => {
    if (client) return client
    const startedAt = performance.now()
    try {
      const { createHttpClient } = await import('./http-client.ts')
      // Calls at the same time share one client, which knows the keys of repeated writes.
      client ??= createHttpClient(options)
      return client
    } catch (cause) {
      options.onAnswer?.(false, startedAt)
      throw new NetworkError('The client did not load', { cause })
    }
  }
  return {
    call: async (...given) => (await loaded()).call(...given),
    download: async (...given) => (await loaded()).download(...given),
    stream: async (...given) => (await loaded()).stream(...given),
  }
}
