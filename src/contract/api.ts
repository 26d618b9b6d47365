/** Every endpoint by name. The server doesn't compile without a handler for each; the API docs list them all. */
import { merged } from '#domain/merged.ts'
import * as files from './endpoint-files.ts'

export const api = merged(Object.values(files))

export type Api = typeof api
export type EndpointName = keyof Api
