import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { followChanges } from '#contract/live.ts'
import { editService } from '#contract/services.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { timedCall } from './turns.ts'

const STREAMS = 1_000
const WRITES = 41
/** The kernel counts processor time in hundredths of a second. */
const MS_PER_TICK = 10
const MS = 'median, ms'
const SLOWEST = 'slowest, ms'

interface Ports {
  port: number
  pid: number
  tokens: readonly string[]
}

const script = fileURLToPath(new URL('live/server.ts', import.meta.url))

const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const processorMsOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

/** Opens a stream. @param hear called with the time of every change */
const openStream = (port: number, token: string, agent: Agent, hear: (at: number) => void) =>
  new Promise<void>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: followChanges.path, headers: { token }, agent }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream got ${response.statusCode}`))
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: changes')) hear(performance.now())
        resolve()
      })
    }).on('error', reject)
  })

const measure = (engine: string, address: string | undefined): Promise<{ rows: Row[]; targets: Target[] }> =>
  withServers(script, address, async ({ port, pid, tokens }: Ports) => {
    const [token = ''] = tokens
    let count = 0
    const write = async () => {
      count += 1
      const body = { id: 1, code: 'OT', description: `Occupational Therapy ${count}` }
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json', token },
        body: JSON.stringify(body),
      }
      return (await timedCall(`http://127.0.0.1:${port}${editService.path}`, request)).ms
    }
    const writes = async (after: (startedAt: number) => Promise<unknown>) => {
      const times: number[] = []
      for (let turn = 0; turn < WRITES; turn += 1) {
        const startedAt = performance.now()
        times.push(await write())
        await after(startedAt)
      }
      return times
    }
    await writes(async () => undefined)
    const alone = await writes(async () => undefined)

    const agent = new Agent({ keepAlive: true, maxSockets: STREAMS })
    const before = megabytesOf(pid)
    let heard: number[] = []
    let tell = () => {}
    const hear = (at: number) => {
      heard.push(at)
      if (heard.length === STREAMS) tell()
    }
    for (let place = 0; place < STREAMS; place += tokens.length) {
      await Promise.all(tokens.map((each) => openStream(port, each, agent, hear)))
    }
    const memory = megabytesOf(pid) - before
    const delays: number[] = []
    const processor = processorMsOf(pid)
    const told = await writes(async (startedAt) => {
      if (heard.length < STREAMS) await new Promise<void>((resolve) => (tell = resolve))
      delays.push(...heard.map((at) => at - startedAt))
      heard = []
    })
    const each = (processorMsOf(pid) - processor) / WRITES
    agent.destroy()
    const rowOf = (name: string, times: readonly number[]): Row => ({
      name: `${name}, ${engine}`,
      values: { [MS]: median(times), [SLOWEST]: Math.max(...times) },
    })
    return {
      rows: [
        rowOf('a write with no streams', alone),
        rowOf(`a write with ${STREAMS} streams`, told),
        rowOf('from the write to the last event', delays),
        { name: `${STREAMS} streams, ${engine}`, values: { 'memory, MB': memory, 'processor per change, ms': each } },
      ],
      targets: [
        { name: `memory of ${STREAMS} streams, ${engine}`, value: memory, unit: 'MB', atMost: 40 },
        {
          name: `slowest of ${STREAMS * WRITES} events, ${engine}`,
          value: Math.max(...delays),
          unit: 'ms',
          atMost: 1_000,
        },
        {
          name: `a write with ${STREAMS} streams against none, ${engine}`,
          value: median(told) / median(alone),
          unit: '×',
          atMost: 4,
        },
      ],
    }
  })

export const bench: Bench = {
  name: `Live changes: ${STREAMS.toLocaleString('en')} open streams`,
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      targets: [...embedded.targets, ...(postgres?.targets ?? [])],
      notes: [
        `${WRITES} writes, each after every stream had heard of the one before; client, server and database share this machine.`,
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
