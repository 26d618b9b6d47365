import { fork } from 'node:child_process'
import { once } from 'node:events'
import { isPostgresInstalled, TestPostgres } from '#tests/support/server/postgres.ts'

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
  const child = fork(script, url ? [url, ...more] : [], {
    execArgv: ['--import', 'tsx'],
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
