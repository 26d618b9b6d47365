import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRoleAccess } from '#contract/acl.ts'
import { type Envelope, envelopeSchema } from '#contract/endpoint.ts'
import { sessionSchema, signIn } from '#contract/login.ts'
import { passwordRecoveryConfirm, passwordRecoverySend } from '#contract/passwords.ts'
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

test('the demo shows the messages that it would have sent, and the links in them work', async () => {
  expect(await (await fetch(server.url)).text()).toContain('<meta name="demo-messages" content="/demo/messages"')
  const messages = async () => await (await fetch(`${server.url}/demo/messages`)).text()
  expect(await messages()).toContain('No messages yet.')
  const { email } = DEMO_PROVIDER
  expect(await post(passwordRecoverySend.path, { email })).toMatchObject({ statusCode: 200 })
  const link = new RegExp(`<a href="${server.url}/reset-password/([\\w-]{43})">`)
  await expect.poll(messages).toMatch(link)
  const [, token] = link.exec(await messages()) ?? []
  const confirm = (password: string) =>
    post(passwordRecoveryConfirm.path, { token, newPassword: password, confirmPassword: password })
  expect(await confirm('password2026!')).toMatchObject({
    statusCode: 400,
    message: 'This password is too easy to guess. Choose another one.',
  })
  expect(await confirm('a brand new password')).toMatchObject({ statusCode: 200 })
  expect(readdirSync(join(server.folder, 'mail')).length).toBeGreaterThan(0)
  await expect.poll(messages).toContain('Your Homeroom password was changed')
})
