import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRoleAccess } from '#contract/acl.ts'
import { type Envelope, envelopeSchema } from '#contract/endpoint.ts'
import { sessionSchema, signIn } from '#contract/login.ts'
import { DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { type DemoServer, startDemoServer } from './support/server.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer()
})
afterAll(() => server.stop())

const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Envelope> => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return envelopeSchema.parse(await response.json())
}

test('the built server serves the page and the demo district, and keeps everything after kill -9', async () => {
  expect(await (await fetch(server.url)).text()).toContain('<div id="root"></div>')
  const { email: username, password } = DEMO_PROVIDER
  const { data } = await post(signIn.path, { username, password })
  const { accessToken: token, role, userName } = sessionSchema.parse(data)
  expect(userName).toBe(DEMO_PROVIDER.displayName)
  const before = await post(getRoleAccess.path, { id: role[0]?.id }, { token })
  expect(before.statusCode).toBe(200)
  await server.kill()
  await expect(fetch(server.url)).rejects.toThrow()
  await server.restart()
  expect(await post(getRoleAccess.path, { id: role[0]?.id }, { token })).toEqual(before)
})
