import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'
import { isPostgresInstalled, TestPostgres } from '#tests/support/server/postgres.ts'
import { checkout } from '#tests/support/server/server-process.ts'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { ensureBuilt } from '../../scripts/lib/build.mjs'

/**
 * Bundles a script as the server is bundled for production. `tsx`, which runs sources, names each function that a
 * request creates; that costs a server of many small functions more than the few lines it is compared with.
 *
 * @returns the bundle's path
 */
const bundleServers = async (script: string): Promise<string> => {
  ensureBuilt(checkout)
  const folder = join(checkout, '.bench/servers', relative(import.meta.dirname, script).replaceAll(/\W/g, '-'))
  await build({
    root: checkout,
    configFile: join(checkout, 'vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, sourcemap: false, rolldownOptions: { input: { servers: script } } },
  })
  // What the build of the server adds to the bundle.
  for (const name of ['database.tar.gz', 'migrations']) {
    cpSync(join(checkout, 'dist/server', name), join(folder, name), { recursive: true })
  }
  return join(folder, 'servers.js')
}

/** By script: both engines use one. */
const bundles = new Map<string, Promise<string>>()

/**
 * Runs a script with the measured servers in a separate process, and ends it afterward. The script sends its parent
 * one message with their ports.
 *
 * @param url a PostgreSQL address, the script's first argument; the default is the embedded database
 * @param more further arguments, after a PostgreSQL address
 */
export const withServers = async <Ports, Result>(
  script: string,
  url: string | undefined,
  measure: (ports: Ports) => Promise<Result>,
  more: readonly string[] = [],
): Promise<Result> => {
  const bundle = bundles.get(script) ?? bundleServers(script)
  bundles.set(script, bundle)
  const child = fork(await bundle, url ? [url, ...more] : [], {
    // Not what runs this process.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const [ports] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The server process ended before the servers started'))),
    ])) as [Ports]
    return await measure(ports)
  } finally {
    child.disconnect()
  }
}

/** The same measurement on the embedded engine and, where it is installed, on PostgreSQL. */
export const onEachEngine = async <Result>(
  measure: (engine: string, url: string | undefined) => Promise<Result>,
  options: Parameters<typeof TestPostgres.create>[0] = {},
): Promise<{ embedded: Result; postgres: Result | undefined }> => {
  const embedded = await measure('embedded', undefined)
  if (!isPostgresInstalled) return { embedded, postgres: undefined }
  const server = await TestPostgres.create(options)
  try {
    return { embedded, postgres: await measure('PostgreSQL', server.url('postgres')) }
  } finally {
    await server.remove()
  }
}
