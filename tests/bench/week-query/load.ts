import { connect } from 'node:net'

/** The result of a run of requests. */
export interface Load {
  requestsPerSecond: number
  /** Size of one response in bytes, headers and body. */
  bytes: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The total length of the response at the start of the buffer, once its headers are complete. */
const answerLength = (buffer: Buffer): number | undefined => {
  const end = buffer.indexOf(END_OF_HEAD)
  if (end < 0) return undefined
  const head = buffer.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`The server answered ${head.split('\r\n')[0]}`)
  const length = /content-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('The response has no Content-Length')
  return end + END_OF_HEAD.length + Number(length)
}

/**
 * Sends requests over keep-alive connections for some time; each connection sends one after it got the last response.
 * Uses plain sockets, because the client shares the machine with the servers and must cost as little as possible.
 *
 * @param requests complete HTTP requests, sent in order and repeated
 */
export const load = async (
  port: number,
  requests: readonly Buffer[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> => {
  let answers = 0
  let bytes = 0
  let next = 0
  const until = performance.now() + seconds * 1000
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let received: Buffer = Buffer.alloc(0)
      const send = () => {
        const request = requests[next % requests.length]
        next += 1
        if (request) socket.write(request)
      }
      socket.on('connect', send)
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        try {
          const length = answerLength(received)
          if (length === undefined || received.length < length) return
          answers += 1
          bytes += length
          received = received.subarray(length)
        } catch (error) {
          socket.destroy()
          return reject(error)
        }
        if (performance.now() < until) send()
        else socket.destroy()
      })
    })
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, ask))
  return { requestsPerSecond: (answers * 1000) / (performance.now() - start), bytes: bytes / Math.max(1, answers) }
}
