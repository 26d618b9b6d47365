/** A way to PostgreSQL whose connections are cut while they commit. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `before`: PostgreSQL never gets the commit. `after`: it commits, and its answer is lost. */
export type Cut = 'before' | 'after'

const SOCKET = '.s.PGSQL.5432'

/** @param url of a database that is reached by a socket in a folder */
export async function cuttableConnection(url: string) {
  const host = /(?<=host=).+/
  const real = join(decodeURIComponent(host.exec(url)?.[0] ?? ''), SOCKET)
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-cut-'))
  let next: Cut | undefined
  const proxy = createServer((client) => {
    const server = connect(real)
    const end = () => {
      client.destroy()
      server.destroy()
    }
    let isCutting = false
    client.on('data', (bytes) => {
      if (next === undefined || !bytes.includes('commit')) return void server.write(bytes)
      isCutting = true
      if (next === 'before') end()
      else server.write(bytes)
      next = undefined
    })
    server.on('data', (bytes) => (isCutting ? end() : client.write(bytes)))
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => proxy.listen(join(folder, SOCKET), resolve))
  return {
    url: url.replace(host, encodeURIComponent(folder)),
    /** Cuts the next commit. */
    cut: (when: Cut) => {
      next = when
    },
    close: async () => {
      await new Promise((resolve) => proxy.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
