/** The same request to the portal and to the raw server, alternating. */
import { envelopeSchema } from '#contract/endpoint.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, median, type Row, type Target } from './bench.ts'
import { onEachEngine } from './server-process.ts'

/** A call's duration in ms, and its data. @param statuses that it may be answered with */
export const timedCall = async (
  url: string,
  request: RequestInit,
  statuses: readonly number[] = [200],
): Promise<{ ms: number; data: unknown }> => {
  const start = performance.now()
  const response = await fetch(url, request)
  const { statusCode, message, data } = envelopeSchema.parse(await response.json())
  if (!statuses.includes(statusCode)) throw new Error(`${url} answered ${statusCode}: ${message}`)
  return { ms: performance.now() - start, data }
}

const SERVERS = ['raw', 'portal'] as const
export type Server = (typeof SERVERS)[number]

const WARM_UPS = 2

/** Two untimed requests to each server. */
export const warmUp = async (ask: (server: Server) => Promise<unknown>): Promise<void> => {
  for (let turn = 0; turn < WARM_UPS; turn += 1) for (const server of SERVERS) await ask(server)
}

/**
 * Medians in ms. The servers take turns, so that other load on the machine affects both.
 *
 * @param ask makes one request and returns its duration in ms
 */
export const takeTurns = async (
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
  /** @param url a PostgreSQL address; the default is the embedded database */
  readonly measure: (engine: string, url: string | undefined) => Promise<{ rows: readonly Row[]; target: Target }>
  /** How it was measured. */
  readonly notes: readonly string[]
}

/** A benchmark that compares one task with a raw server, on each available engine. */
export const comparison = ({ name, measure, notes }: Comparison): Bench => ({
  name,
  run: async () => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      targets: [embedded.target, ...(postgres ? [postgres.target] : [])],
      notes: [...notes, ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`])],
    }
  },
})
