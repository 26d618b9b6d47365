/** A request that is written byte by byte, for what no HTTP client would send. */
import { connect, type Socket } from 'node:net'

export interface RawRequest {
  /** Writes more of the body. @returns once the system has taken it */
  readonly write: (bytes: Uint8Array | string) => Promise<void>
  /** The reply's status and body, or why there is none. Like a browser, it reads nothing before. */
  readonly reply: () => Promise<string>
  /** The client leaves. */
  readonly leave: () => void
}

/** What has arrived as a whole reply with a length. */
function wholeReply(received: string): string | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0)
  const body = received.slice(headEnd + 4)
  return body.length < length ? undefined : `${received.split(' ')[1]} ${body}`
}

const replyOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    const failed = () => resolve(socket.errored?.message ?? 'closed without a reply')
    if (socket.destroyed) return failed()
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (piece) => {
      received += piece
      const reply = wholeReply(received)
      if (reply !== undefined) resolve(reply)
    })
    socket.on('close', failed)
  })

export function rawRequest(url: string, path: string, headers: Readonly<Record<string, string | number>>): RawRequest {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return {
    reply: () => replyOn(socket),
    write: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    leave: () => socket.destroy(),
  }
}
