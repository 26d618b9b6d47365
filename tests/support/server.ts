/**
 * The built server with the demo district, for browser tests: each has a separate process, port, and data folder. The
 * district is created once per build and day and copied after that, so that a start takes a second.
 */
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, localOf } from '#domain/time.ts'
import { checkout, type ServerProcess, startServer } from './server/server-process.ts'

/** The organization's time zone in every browser test. */
export const DEMO_TIME_ZONE = 'America/New_York'

export interface DemoServer {
  /** Without a trailing slash; stays the same across kills and restarts. */
  readonly url: string
  readonly folder: string
  /** The running process's. */
  readonly pid: () => number | undefined
  /** The running process's output so far. */
  readonly output: () => string
  /** Ends the process as a power cut would: SIGKILL. */
  readonly kill: () => Promise<void>
  /** Restarts it after a kill, with the same port and data. */
  readonly restart: () => Promise<void>
  /** Shuts it down cleanly and deletes its folder. */
  readonly stop: () => Promise<void>
}

const output = join(checkout, '.test-output')
const HOUR = 3_600_000

const demo = (folder: string, port: string, env: Record<string, string>): Promise<ServerProcess> =>
  startServer(['--demo', '--port', port, '--data-folder', folder, '--time-zone', DEMO_TIME_ZONE], env)

/** Deletes folders of earlier builds and days, and of interrupted runs. */
function removeOld(): void {
  for (const name of readdirSync(output)) {
    const path = join(output, name)
    if (name.startsWith('demo-') && Date.now() - statSync(path).mtimeMs > HOUR) {
      rmSync(path, { recursive: true, force: true })
    }
  }
}

/** In the data folder: the output of the start that created the demo district. */
export const FIRST_START = 'first-start.txt'

/** The process that creates the folder sets up the district; the others wait for it. */
async function makeTemplate(template: string, daysAgo: number): Promise<void> {
  const making = `${template}.making`
  const deadline = Date.now() + 200_000
  for (;;) {
    if (existsSync(template)) return
    try {
      mkdirSync(making)
      break
    } catch {
      if (Date.now() > deadline) throw new Error(`${making} is left over from an interrupted run. Delete it.`)
      await pause(100)
    }
  }
  try {
    removeOld()
    const clock = { NODE_OPTIONS: `--import ${join(checkout, 'tests/support/server/earlier-clock.mjs')}` }
    const server = await demo(making, '0', daysAgo > 0 ? { ...clock, CLOCK_DAYS_BEHIND: String(daysAgo) } : {})
    await server.stop()
    writeFileSync(join(making, FIRST_START), server.output())
    renameSync(making, template)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/** A stopped server's data folder with the demo district of that day; don't write to it. */
async function demoTemplate(daysAgo: number): Promise<string> {
  const { date } = localOf(Date.now(), DEMO_TIME_ZONE)
  const built = statSync(join(checkout, 'dist/server/main.js')).mtimeMs.toString(36)
  const template = join(output, `demo-${built}-${addDays(date, -daysAgo)}`)
  mkdirSync(output, { recursive: true })
  if (!existsSync(template)) await makeTemplate(template, daysAgo)
  return template
}

/** Copies the stopped server's data folder with the demo district of today, for tests that start the server themselves. */
export async function copyDemoFolder(folder: string, daysAgo = 0): Promise<void> {
  cpSync(await demoTemplate(daysAgo), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/**
 * Starts a separate server for the test.
 *
 * @param env further settings (server/config.ts), such as `{ TOKEN_LIFETIME_SECONDS: '2' }`
 * @param daysAgo when the district was created: no hours after that day are confirmed, and no day is approved
 */
export async function startDemoServer(env: Record<string, string> = {}, daysAgo = 0): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-demo-'))
  await copyDemoFolder(folder, daysAgo)
  let server = await demo(folder, '0', env)
  const { url } = server
  return {
    url,
    folder,
    pid: () => server.process.pid,
    output: () => server.output(),
    kill: () => server.kill(),
    restart: async () => {
      server = await demo(folder, new URL(url).port, env)
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
