/** What the portal is compared with: bare node:http and hand-written SQL. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `insert into … values ($1, $2), ($3, $4) …` with many rows. */
export const multiRow = (head: string, rowsToInsert: readonly (readonly unknown[])[], tail = '') => {
  let parameter = 0
  const tuples = rowsToInsert.map((row) => `(${row.map(() => `$${++parameter}`).join(', ')})`)
  return { text: `${head} values ${tuples.join(', ')} ${tail}`, values: rowsToInsert.flat() }
}

/** Answers every request with the result of `answer`, in the portal's envelope; returns the port. */
export const serveByHand = async (answer: (body: Buffer) => Promise<object>): Promise<number> => {
  const server = createServer(async (request, response) => {
    const data = await answer(await buffer(request))
    const body = JSON.stringify({ statusCode: 200, message: '', data })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
