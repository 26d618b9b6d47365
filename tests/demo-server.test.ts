import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRoleAccess } from '#contract/acl.ts'
import { type Envelope, envelopeSchema } from '#contract/endpoint.ts'
import { sessionSchema, signIn } from '#contract/login.ts'
import { passwordRecoveryConfirm, passwordRecoverySend } from '#contract/passwords.ts'
import { DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { runServer } from './support/server/server-process.ts'
import { type DemoServer, FIRST_START, startDemoServer } from './support/server.ts'

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

test('prints its address and working accounts; only the owner can read its secret', async () => {
  expect(readFileSync(join(server.folder, FIRST_START), 'utf8')).toContain(
    'Creating the demo district (first start only) …',
  )
  expect(server.output()).not.toContain('Creating')
  expect(server.output()).toMatch(/Homeroom is running at http:\/\/127\.0\.0\.1:\d+\n/)
  const accounts = [...server.output().matchAll(/^ {2}(\S+@\S+) +(\w+) /gm)]
  expect(accounts.map(([, , role]) => role)).toEqual(
    expect.arrayContaining(['Administrators', 'Providers', 'SpecialProvider']),
  )
  for (const [, username, role] of accounts) {
    const { data } = await post(signIn.path, { username, password: 'homeroom' })
    expect(sessionSchema.parse(data).role[0]?.name).toBe(role)
  }
  expect(statSync(join(server.folder, 'token-secret')).mode & 0o777).toBe(0o600)
  const { code, output } = await runServer(['--demo', '--port', '0', '--data-folder', server.folder])
  expect({ code, output }).toEqual({
    code: 1,
    output: `homeroom: The data folder ${server.folder} is in use by process ${server.pid()}: two servers cannot share one embedded database.\n`,
  })
})

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
