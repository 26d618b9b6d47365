/** The built server in a separate process, for tests of starting, stopping, killing and restarting it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const checkout = fileURLToPath(new URL('../../..', import.meta.url))

const built = 'dist/server/'

/** How long a start may take, in milliseconds; creating the demo district on a busy machine takes the longest. */
const PATIENCE = 180_000

export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Its output so far. */
  readonly output: () => string
  /** Sends SIGTERM and waits for the exit. */
  readonly stop: () => Promise<number | null>
  /** Sends SIGKILL and waits for the exit. */
  readonly kill: () => Promise<void>
}

export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Without the settings that the tests themselves were started with. */
const cleanEnvironment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  ...env,
})

/**
 * In tests, the embedded database's code is compiled only where it runs, and not optimized: a start takes 3 s of CPU time
 * instead of 5, and even creating the demo district takes less. Benchmarks measure the server as it is.
 */
const nodeOptions = process.env.VITEST ? ['--liftoff-only', '--wasm-lazy-compilation'] : []

function launch(args: readonly string[], env: Record<string, string>, script = 'main.js') {
  const options = { cwd: checkout, env: cleanEnvironment(env) }
  const child = spawn(process.execPath, [...nodeOptions, `${built}${script}`, ...args], options)
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  // `close` comes once all output is in, `exit` may come before.
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return { child, ended, output: () => output }
}

/** Runs the server, or another command of it, until it exits. */
export async function runServer(
  args: readonly string[],
  env: Record<string, string> = {},
  script?: string,
): Promise<Ended> {
  const { ended, output } = launch(args, env, script)
  return { code: await ended, output: output() }
}

/** @throws Error with the server's output when it ends, or takes too long, before it listens */
export async function startServer(args: readonly string[], env: Record<string, string> = {}): Promise<ServerProcess> {
  const { child, ended, output } = launch(args, env)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${output()}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('did not start in time')
    }, PATIENCE)
    child.stdout?.on('data', () => {
      const [, found] = /Homeroom is running at (\S+)\n/.exec(output()) ?? []
      if (found === undefined) return
      clearTimeout(timer)
      resolve(found)
    })
    void ended.then((code) => {
      clearTimeout(timer)
      fail(`ended with code ${code}`)
    })
  })
  return {
    url,
    process: child,
    output,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
