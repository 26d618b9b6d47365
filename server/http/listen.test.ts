import { Agent, request } from 'node:http'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import type { AppEnv } from './context.ts'
import { type Listening, listen } from './listen.ts'

let running: Listening | undefined
afterEach(() => running?.stop(0))

/** A server with one address, which answers when told to. */
async function startSlow() {
  let answer = () => {}
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const app = new Hono<AppEnv>()
  app.get('/quick', (c) => c.text('quick'))
  app.get('/slow', async (c) => {
    await new Promise<void>((resolve) => {
      answer = resolve
      arrive()
    })
    return c.text('slow')
  })
  const server = await listen(0, '127.0.0.1')
  server.open(app)
  running = server
  return { server, arrived, answer: () => answer() }
}

test('finishes requests in flight, and accepts no new ones, before it stops', async () => {
  const { server, arrived, answer } = await startSlow()
  const reply = fetch(`${server.url}/slow`)
  await arrived
  const stopped = server.stop(10_000)
  await expect(fetch(`${server.url}/quick`)).rejects.toThrow()
  answer()
  expect(await (await reply).text()).toBe('slow')
  expect(await stopped).toBe(true)
})

test('cuts off requests that do not finish in time', async () => {
  const { server, arrived } = await startSlow()
  const reply = fetch(`${server.url}/slow`)
  reply.catch(() => {})
  await arrived
  expect(await server.stop(20)).toBe(false)
  await expect(reply).rejects.toThrow()
})

test('does not wait for idle keep-alive connections', async () => {
  const { server } = await startSlow()
  const agent = new Agent({ keepAlive: true })
  await new Promise((resolve, reject) => {
    request(`${server.url}/quick`, { agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
  expect(await server.stop(10_000)).toBe(true)
  agent.destroy()
})

test('reports a port in use', async () => {
  const { server } = await startSlow()
  const { port } = new URL(server.url)
  await expect(listen(Number(port), '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('answers that it is starting until it is ready', async () => {
  running = await listen(0, '127.0.0.1')
  const reply = await fetch(`${running.url}/api/health`)
  expect(reply.status).toBe(503)
  expect(await reply.json()).toEqual({
    statusCode: 503,
    message: 'The server is starting. Please try again in a minute.',
    data: null,
  })
})
