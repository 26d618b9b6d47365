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
import pg from 'pg'

/** Where Debian's and other packages install PostgreSQL; each folder may contain several releases. */
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

/** The user to run as: PostgreSQL refuses root. */
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

/** The message if none is installed. */
export const postgresMissing = `no PostgreSQL server is installed (looked in ${installations.join(', ')})`

/** A PostgreSQL server only for the tests: reached only by a socket in its folder, so it needs no port. */
export class TestPostgres {
  readonly #folder: string
  readonly #vacuums: boolean

  constructor(folder: string, vacuums = false) {
    this.#folder = folder
    this.#vacuums = vacuums
  }

  /** Creates a server in a new temporary folder and starts it. @param vacuums tidies up by itself, as in production */
  static async create({ vacuums = false } = {}): Promise<TestPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'homeroom-pg-'))
    const user = serverUser()
    if (user) chownSync(folder, user.uid, user.gid)
    const server = new TestPostgres(folder, vacuums)
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
    const vacuum = this.#vacuums ? 'on' : 'off'
    const settings = `-k ${this.#folder} -c listen_addresses= -c fsync=off -c autovacuum=${vacuum} -c max_connections=200`
    await this.#call('pg_ctl', ['start', '-w', '-D', this.#data, '-l', join(this.#folder, 'log'), '-o', settings])
  }

  /** Stops immediately and disconnects its clients, as a crash would. */
  async stop(): Promise<void> {
    await this.#call('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', this.#data])
  }

  /** Stops the server and deletes its folder. */
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
    // The server inherits pg_ctl's output streams, so don't wait for them to end.
    await run(join(folder, program), args, { ...serverUser(), cwd: this.#folder, env: { PATH: '/usr/bin:/bin' } })
  }
}

/** The environment variable with which the test files find the run's folder. */
const runFolderVariable = 'HOMEROOM_TEST_RUN'

/** Creates the run's folder; call it once, before the test files start. */
export function beginTestRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-run-'))
  process.env[runFolderVariable] = folder
  return folder
}

/** Stops the run's server, if any file needed one. */
export async function endTestRun(folder: string): Promise<void> {
  const server = serverOfRun(folder)
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
}

const SERVER = 'postgres'

function serverOfRun(folder: string): TestPostgres | undefined {
  const made = madeInRun(folder, SERVER)
  return made === undefined ? undefined : new TestPostgres(made)
}

function madeInRun(folder: string, name: string): string | undefined {
  const ready = join(folder, `${name}-ready`)
  return existsSync(ready) ? readFileSync(ready, 'utf8') : undefined
}

/** The result of `make`, called by the first file that needs `name`; the other files wait for it. */
async function onceARun(name: string, make: () => Promise<string>): Promise<string> {
  const folder = process.env[runFolderVariable]
  if (folder === undefined)
    throw new Error('No test run has started: tests/support/server/postgres-setup.ts is not set up.')
  try {
    mkdirSync(join(folder, `${name}-begun`))
  } catch {
    return awaitMade(folder, name)
  }
  const made = await make()
  writeFileSync(join(folder, `${name}-unfinished`), made)
  renameSync(join(folder, `${name}-unfinished`), join(folder, `${name}-ready`))
  return made
}

async function awaitMade(folder: string, name: string): Promise<string> {
  const deadline = Date.now() + 200_000
  for (;;) {
    const made = madeInRun(folder, name)
    if (made !== undefined) return made
    if (Date.now() > deadline) throw new Error(`The tests’ ${name} was not ready in time.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The run's PostgreSQL. */
export async function sharedPostgres(): Promise<TestPostgres> {
  return new TestPostgres(await onceARun(SERVER, async () => (await TestPostgres.create()).folder))
}

/**
 * The name of a database of the run's PostgreSQL to copy new ones from, which is ten times as fast as creating the
 * tables.
 *
 * @param contents what is in it: 'tables'
 * @param layOut called once per run with the address of the empty database; must close its connections
 */
export async function sharedTemplate(contents: string, layOut: (url: string) => Promise<void>): Promise<string> {
  const server = await sharedPostgres()
  const name = `template_${contents}`
  return onceARun(name, async () => {
    await layOut(await createDatabase(server, name))
    return name
  })
}

/** Copying the files takes a sixth of the CPU time of the strategy that PostgreSQL 15 introduced as its default. */
async function copying(client: pg.Client, template: string): Promise<string> {
  const { rows } = await client.query<{ release: number }>(
    `select current_setting('server_version_num')::int as release`,
  )
  const isChoice = (rows[0]?.release ?? 0) >= 150_000
  return ` template ${template}${isChoice ? ' strategy file_copy' : ''}`
}

/**
 * Creates a database, empty or as a copy.
 *
 * @returns its address
 */
export async function createDatabase(server: TestPostgres, name: string, template?: string): Promise<string> {
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  try {
    await client.query(`create database ${name}${template === undefined ? '' : await copying(client, template)}`)
  } finally {
    await client.end()
  }
  return server.url(name)
}
