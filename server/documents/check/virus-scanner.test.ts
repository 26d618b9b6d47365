import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EICAR } from '#tests/support/server/document-files.ts'
import { clamdScanner } from './virus-scanner.ts'

/** Where Debian's clamd listens. */
const INSTALLED = '/var/run/clamav/clamd.ctl'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeroom-scan-'))
  await writeFile(join(folder, 'clean'), Buffer.alloc(300_000, 'clean '))
  await writeFile(join(folder, 'eicar'), EICAR)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The content of a request as clamd reads it; undefined while it is not complete. */
function contentOf(request: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  if (request.toString('latin1', 0, command.length) !== command) return undefined
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= request.length; ) {
    const length = request.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(request.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/** Speaks clamd's protocol for streams, so that these tests run everywhere. */
const standIn = (answer: (content: Buffer) => string | undefined): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      let request = Buffer.alloc(0)
      socket.on('error', () => {})
      socket.on('data', (piece) => {
        request = Buffer.concat([request, piece])
        const content = contentOf(request)
        if (!content) return
        const said = answer(content)
        socket.end(said === undefined ? '' : `${said}\0`)
      })
    }).listen(0, '127.0.0.1', () => resolve(server))
  })

const scan = async (server: Server, file: string) => {
  const { address: host, port } = server.address() as AddressInfo
  return clamdScanner({ host, port })(join(folder, file)).then(
    () => 'clean',
    ({ status, message }) => `${status} ${message}`,
  )
}

const FOUND = '406 The virus scanner found a virus in this file. Nothing was stored.'
const SILENT = '503 The virus scanner does not answer. Nothing was stored; please try again later.'

test('passes clean files, refuses others, and refuses all while it gets no answer', async () => {
  const clamd = await standIn((content) =>
    content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : content.length === 300_000 ? 'stream: OK' : 'cut',
  )
  expect([await scan(clamd, 'clean'), await scan(clamd, 'eicar')]).toEqual(['clean', FOUND])
  const full = await standIn(() => 'INSTREAM size limit exceeded. ERROR')
  const gone = await standIn(() => undefined)
  expect([await scan(full, 'clean'), await scan(gone, 'clean')]).toEqual([SILENT, SILENT])
  for (const server of [clamd, full, gone]) server.close()
})

test.skipIf(!existsSync(INSTALLED))('does so with a clamd that is installed', async () => {
  const scanner = clamdScanner({ path: INSTALLED })
  await scanner(join(folder, 'clean'))
  await expect(scanner(join(folder, 'eicar'))).rejects.toThrow('found a virus')
})
