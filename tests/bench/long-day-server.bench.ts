/** Half an hour of the built server at 80 % of what it can serve: does anything grow, or get slower? */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCaseloads } from '#contract/caseloads.ts'
import { followChanges } from '#contract/live.ts'
import { getNeedsYou } from '#contract/needs-you.ts'
import {
  type CalendarEvent,
  getScheduleEventById,
  getScheduleEvents,
  getScheduleEventsPerDay,
  getWeeklyScheduleEvents,
  updateEventNote,
  updateRecurrenceFeedback,
} from '#contract/schedule.ts'
import { DEMO_ACCOUNTS, DEMO_ADMINISTRATOR, DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { checkout, type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { copyDemoFolder, DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { type Bench, type BenchResult, median, percentile, type Row, type Target } from './bench.ts'
import { growthOf, MEGABYTE, PART } from './long-day/day.ts'
import { askAs, type OtherClient, openSessions, signInOther, weekFromNow } from './long-day/other-client.ts'
import { serve } from './long-day/steady-load.ts'
import { onEachEngine } from './server-process.ts'

const MINUTES = 30
/** With a shorter day, minutes are shorter. */
const SECONDS = Math.max(5, 60 * PART)
const CONNECTIONS = 16
const LOAD = 0.8
const P95 = 'p95, ms'
/** Streams of each account that stay open all along. */
const STREAMS = 4

/** A request of each kind, in turn, over and over. */
const requestsOf = (admin: OtherClient, provider: OtherClient, sessions: readonly CalendarEvent[]) => {
  let count = 0
  const sessionNow = () => sessions[count % sessions.length]?.id
  const weekNow = () => weekFromNow((count % 9) - 4)
  const today = weekFromNow(0).fromDateTime
  const shownDay = () => ({ fromDateTime: today, toDateTime: today })
  const openAndLeave = async () => {
    const abort = new AbortController()
    const { url, token } = provider
    const { body } = await fetch(`${url}${followChanges.path}`, { headers: { token }, signal: abort.signal })
    await body?.getReader().read()
    abort.abort()
  }
  const kinds: readonly (() => Promise<void>)[] = [
    () => askAs(admin, getScheduleEvents.path, weekNow()),
    () => askAs(provider, getScheduleEventsPerDay.path, shownDay()),
    () => askAs(admin, getWeeklyScheduleEvents.path, weekNow()),
    () => askAs(admin, getNeedsYou.path),
    () => askAs(admin, getScheduleEventById.path, { id: sessionNow() }),
    () => askAs(admin, updateEventNote.path, { id: sessionNow(), trackingFeedback: `Note ${count}` }),
    () => askAs(provider, getNeedsYou.path),
    () => askAs(provider, getWeeklyScheduleEvents.path, weekNow()),
    () => askAs(admin, `${getCaseloads.path}?page=${1 + (count % 5)}&pageSize=20&studentName=${'aeiou'[count % 5]}`),
    () => askAs(admin, updateRecurrenceFeedback.path, { id: sessionNow(), trackingLabels: count % 2 ? 'PRE' : '' }),
    openAndLeave,
  ]
  return async () => {
    count += 1
    await kinds[count % kinds.length]?.()
  }
}

/** Opens streams that are read until the server ends them. */
const keepStreams = async (clients: readonly OtherClient[]) => {
  for (const { url, token } of clients.flatMap((client) => Array.from({ length: STREAMS }, () => client))) {
    const { body } = await fetch(`${url}${followChanges.path}`, { headers: { token } })
    body?.pipeTo(new WritableStream()).catch(() => undefined)
  }
}

/** The server process with the demo district, and a reader of its memory. */
const startMeasured = async (folder: string, url: string | undefined) => {
  const memoryFile = join(folder, 'memory')
  const data = url === undefined ? ['--data-folder', folder] : []
  if (url === undefined) await copyDemoFolder(folder)
  const server: ServerProcess = await startServer(['--demo', '--port', '0', '--time-zone', DEMO_TIME_ZONE, ...data], {
    ...(url !== undefined && { DATABASE_URL: url }),
    MEMORY_FILE: memoryFile,
    NODE_OPTIONS: `--import ${join(checkout, 'tests/bench/long-day/heap-on-signal.mjs')}`,
    TOKEN_LIFETIME_SECONDS: '86400',
  })
  const written = () => statSync(memoryFile, { throwIfNoEntry: false })?.mtimeMs
  const readMemory = async (): Promise<Row['values']> => {
    const before = written()
    server.process.kill('SIGUSR2')
    while (written() === before) await new Promise((resolve) => setTimeout(resolve, 50))
    const { rss, heapUsed }: { rss: number; heapUsed: number } = JSON.parse(readFileSync(memoryFile, 'utf8'))
    return { 'RSS, MB': rss / MEGABYTE, 'heap, MB': heapUsed / MEGABYTE }
  }
  return { server, readMemory }
}

const medianOf = (rows: readonly Row[], column: string) =>
  median(rows.map(({ values }) => values[column] ?? Number.NaN))

/** The medians of minutes. */
const mediansOf = (rows: readonly Row[]): Row['values'] =>
  Object.fromEntries(['RSS, MB', 'heap, MB', P95].map((column) => [column, medianOf(rows, column)]))

const measure = async (engine: string, url: string | undefined): Promise<{ rows: Row[]; targets: Target[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-long-'))
  const { server, readMemory } = await startMeasured(folder, url)
  try {
    const clients = await Promise.all(DEMO_ACCOUNTS.map((account) => signInOther(server.url, account)))
    const admin = await signInOther(server.url, DEMO_ADMINISTRATOR)
    const provider = await signInOther(server.url, DEMO_PROVIDER)
    await keepStreams(clients)
    const ask = requestsOf(admin, provider, await openSessions(admin))
    const most = await serve(ask, { connections: CONNECTIONS, seconds: SECONDS })
    const perSecond = most.perSecond * LOAD
    const rows: Row[] = []
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const served = await serve(ask, { connections: CONNECTIONS, seconds: SECONDS, perSecond })
      rows.push({
        name: `minute ${minute}, ${engine}`,
        values: {
          ...(await readMemory()),
          [P95]: percentile(served.times, 0.95),
          'requests per second': served.perSecond,
          'left out': served.leftOut,
        },
      })
    }
    return {
      rows: [{ name: `at most, ${engine}`, values: { 'requests per second': most.perSecond } }, ...rows],
      targets: growthOf(
        `the last five minutes against minutes 6 to 10, ${engine}`,
        mediansOf(rows.slice(5, 10)),
        mediansOf(rows.slice(-5)),
      ),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const bench: Bench = {
  name: 'Half an hour of the server at 80 % of what it can serve',
  lasts: 'half an hour for each database',
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure, { vacuums: true })
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      targets: [...embedded.targets, ...(postgres?.targets ?? [])],
      notes: [
        `${MINUTES} minutes of ${SECONDS} s after one at full speed, with ${STREAMS * DEMO_ACCOUNTS.length} open streams; heap and RSS after a collection. Times are from when a request was due.`,
        'Weeks, days, details, counts, a list, notes, labels, and streams that are opened and left; client, server and database share this machine.',
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
