/** The same request to the portal and to the raw server, one after the other. */
import { envelopeSchema } from '#contract/endpoint.ts'
import { median } from './bench.ts'

/** How long a call took, in ms, and its data. */
export const timedCall = async (url: string, request: RequestInit): Promise<{ ms: number; data: unknown }> => {
  const start = performance.now()
  const response = await fetch(url, request)
  const { statusCode, message, data } = envelopeSchema.parse(await response.json())
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${message}`)
  return { ms: performance.now() - start, data }
}

const SERVERS = ['raw', 'portal'] as const
export type Server = (typeof SERVERS)[number]

const WARM_UPS = 2

/** Two requests to each, which nobody times. */
export const warmUp = async (ask: (server: Server) => Promise<unknown>): Promise<void> => {
  for (let turn = 0; turn < WARM_UPS; turn += 1) for (const server of SERVERS) await ask(server)
}

/**
 * Medians in ms. The servers take turns, so that whatever else the machine does falls on both.
 *
 * @param ask how long one request took, in ms
 */
export const turnAndTurnAbout = async (
  turns: number,
  ask: (server: Server) => Promise<number>,
): Promise<Record<Server, number>> => {
  const times: Record<Server, number[]> = { portal: [], raw: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const server of SERVERS) times[server].push(await ask(server))
  }
  return { portal: median(times.portal), raw: median(times.raw) }
}
