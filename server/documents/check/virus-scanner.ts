/**
 * Asks a clamd (ClamAV's server) whether a file contains a virus. Its protocol for streams takes a page, and the clients
 * on npm bring along much more: running the command-line scanner, and files by their path, which another machine lacks.
 */
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Refusal } from '#server/http/refusal.ts'
import { fileRefusal } from './file-refusal.ts'

/** Where clamd listens. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** Without a word from it, in milliseconds. */
const PATIENCE = 120_000

/**
 * @param signal ends it
 * @throws Refusal 406 for a virus, 503 if the scanner does not answer
 */
export type ScanFile = (path: string, signal?: AbortSignal) => Promise<void>

/** The file in chunks with their lengths, and an empty one at the end. */
async function* framesOf(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of createReadStream(path)) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield Buffer.concat([length, piece])
  }
  yield Buffer.alloc(4)
}

async function ask(address: ScannerAddress, path: string, signal: AbortSignal | undefined): Promise<string> {
  const socket = connect({ ...address, signal })
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('No answer')))
  const answered = (async () => {
    let answer = ''
    for await (const piece of socket) answer += String(piece)
    return answer.replace(/\0$/, '').trim()
  })()
  answered.catch(() => {})
  try {
    for await (const frame of framesOf(path)) {
      // It answers early about a file over its own limit, and reads no further.
      if (socket.readableEnded || socket.errored) break
      if (!socket.write(frame)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))
    }
    return await answered
  } finally {
    socket.destroy()
  }
}

export const clamdScanner =
  (address: ScannerAddress): ScanFile =>
  async (path, signal) => {
    const answer = await ask(address, path, signal).catch(() => '')
    if (answer === 'stream: OK') return
    if (answer.endsWith(' FOUND')) {
      throw fileRefusal('The virus scanner found a virus in this file. Nothing was stored.')
    }
    throw new Refusal(503, 'The virus scanner does not answer. Nothing was stored; please try again later.')
  }
