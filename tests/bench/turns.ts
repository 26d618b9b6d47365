/** The same request to the portal and to the raw server, one after the other. */
import { envelopeSchema } from '#contract/endpoint.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, median, type Row, type Target } from './bench.ts'
import { onEachEngine } from './server-process.ts'

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

interface Comparison {
  readonly name: string
  /** @param url of a PostgreSQL; without one the embedded database is measured */
  readonly measure: (engine: string, url: string | undefined) => Promise<{ rows: readonly Row[]; target: Target }>
  /** How the figures were taken. */
  readonly notes: readonly string[]
}

/** A benchmark of one thing beside a raw server, on each engine that there is here. */
export const comparison = ({ name, measure, notes }: Comparison): Bench => ({
  name,
  run: async () => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      targets: [embedded.target, ...(postgres ? [postgres.target] : [])],
      notes: [...notes, ...(postgres ? [] : [`PostgreSQL was left out: ${postgresMissing}.`])],
    }
  },
})
