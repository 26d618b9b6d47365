import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where Debian's packages and others' put PostgreSQL; each may hold several releases. */
const installations = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']

const run = promisify(execFile)

function binariesFolder(): string | undefined {
  for (const installation of installations) {
    if (!existsSync(installation)) continue
    const releases = readdirSync(installation).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    for (const release of releases) {
      const folder = join(installation, release, 'bin')
      if (existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) return folder
    }
  }
  return undefined
}

/** The user as whom to run: PostgreSQL refuses root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres to run the tests’ server as.')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Whether a PostgreSQL server is installed that the tests can start. */
export const isPostgresInstalled = binariesFolder() !== undefined

/** What to say where it is not. */
export const postgresMissing = `no PostgreSQL server is installed (looked in ${installations.join(', ')})`

/** A PostgreSQL server of the tests' own: reached by a socket in its folder alone, so that it takes no port. */
export class TestPostgres {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes a server in a new temporary folder and starts it. */
  static async create(): Promise<TestPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'homeroom-pg-'))
    const user = serverUser()
    if (user) chownSync(folder, user.uid, user.gid)
    const server = new TestPostgres(folder)
    await server.#call('initdb', [
      '--pgdata',
      server.#data,
      '--username=postgres',
      '--auth=trust',
      '--no-sync',
      '-E',
      'UTF8',
    ])
    await server.start()
    return server
  }

  get folder(): string {
    return this.#folder
  }

  /** The address of one of its databases. */
  url(database: string): string {
    return `postgresql://postgres@/${database}?host=${encodeURIComponent(this.#folder)}`
  }

  async start(): Promise<void> {
    const settings = `-k ${this.#folder} -c listen_addresses= -c fsync=off -c max_connections=200`
    await this.#call('pg_ctl', ['start', '-w', '-D', this.#data, '-l', join(this.#folder, 'log'), '-o', settings])
  }

  /** Stops at once, cutting its clients off, as a crash or an impatient administrator would. */
  async stop(): Promise<void> {
    await this.#call('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', this.#data])
  }

  /** Stops and takes every trace away. */
  async remove(): Promise<void> {
    await this.stop().catch(() => {})
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  async #call(program: string, args: string[]): Promise<void> {
    const folder = binariesFolder()
    if (folder === undefined) throw new Error(postgresMissing)
    // pg_ctl leaves the server with its own output: nothing may wait for that to end.
    await run(join(folder, program), args, { ...serverUser(), cwd: this.#folder, env: { PATH: '/usr/bin:/bin' } })
  }
}

/** The environment variable by which the test files of one run find the run's folder. */
const runFolderVariable = 'HOMEROOM_TEST_RUN'

/** Makes the run's folder; to be called once, before the test files start. */
export function beginTestRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-run-'))
  process.env[runFolderVariable] = folder
  return folder
}

/** Ends the run's server, if any file needed one. */
export async function endTestRun(folder: string): Promise<void> {
  const server = serverOfRun(folder)
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
}

function serverOfRun(folder: string): TestPostgres | undefined {
  const ready = join(folder, 'postgres-ready')
  return existsSync(ready) ? new TestPostgres(readFileSync(ready, 'utf8')) : undefined
}

/** The run's PostgreSQL: the first file to ask starts it, the others wait for it. */
export async function sharedPostgres(): Promise<TestPostgres> {
  const folder = process.env[runFolderVariable]
  if (folder === undefined) throw new Error('No test run was begun: server/db/testing-setup.ts is not set up.')
  try {
    mkdirSync(join(folder, 'postgres-starting'))
  } catch {
    return awaitShared(folder)
  }
  const server = await TestPostgres.create()
  writeFileSync(join(folder, 'postgres-unfinished'), server.folder)
  renameSync(join(folder, 'postgres-unfinished'), join(folder, 'postgres-ready'))
  return server
}

async function awaitShared(folder: string): Promise<TestPostgres> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const server = serverOfRun(folder)
    if (server) return server
    if (Date.now() > deadline) throw new Error('The tests’ PostgreSQL did not start within a minute.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
