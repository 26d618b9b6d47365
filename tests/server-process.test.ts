import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelopeSchema } from '#contract/endpoint.ts'
import { sessionSchema } from '#contract/login.ts'
import { runServer, startServer } from './support/server/server-process.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const ADMIN = { ADMIN_EMAIL: 'head@district.example', ADMIN_PASSWORD: 'long enough, surely' }

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-main-'))
  folders.push(folder)
  return folder
}
const production = (folder: string) => ({
  TOKEN_SECRET: SECRET,
  DATA_FOLDER: folder,
  PORT: '0',
  TIME_ZONE: 'Europe/Paris',
  ...ADMIN,
})

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}, 60_000)

const post = async (url: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return envelopeSchema.parse(await response.json())
}
const signIn = async (url: string) => {
  const { ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = ADMIN
  return sessionSchema.parse((await post(url, '/api/login/sign-in', { username, password })).data)
}

/** Each start needs a process, and each new folder a new database, so there are few tests with many steps. */
test('production: first start, kill -9, a wrong setting, second start, stop', { timeout: 180_000 }, async () => {
  const settings = production(newFolder())
  const first = await startServer([], settings)
  const health = await (await fetch(`${first.url}/api/health`)).json()
  expect(health).toEqual({
    statusCode: 200,
    message: '',
    data: { database: 'up', engine: 'embedded', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  })
  const session = await signIn(first.url)
  expect(session).toMatchObject({ userEmail: ADMIN.ADMIN_EMAIL, timeZone: 'Europe/Paris', providerId: null })
  const demo = { username: 'admin@homeroom.example', password: 'homeroom' }
  expect(await post(first.url, '/api/login/sign-in', demo)).toMatchObject({ statusCode: 400 })
  await first.kill()

  expect(await runServer(['--log-level', 'silent'], { ...settings, TIME_ZONE: 'Asia/Tokyo' })).toEqual({
    code: 1,
    output: 'homeroom: TIME_ZONE is Asia/Tokyo, but the data is stored in Europe/Paris: unset it, or set it to that.\n',
  })

  // The sign-in was answered before the kill: its session is there.
  const second = await startServer([], settings)
  const { accessToken: token, role } = session
  const { data } = await post(second.url, '/api/acl/get-role-access', { id: role[0]?.id }, { token })
  expect(data).toContainEqual(expect.objectContaining({ screen: 'SchoolAccount', isActive: true }))
  expect(await second.stop()).toBe(0)
  expect(second.output()).toContain('"msg":"stopped"')
  await expect(fetch(second.url)).rejects.toThrow()
})

describe('a refused start says why in one line', { timeout: 60_000 }, () => {
  const blocker = createServer()
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const address = blocker.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(() => {
    blocker.close()
  })

  const refusal = async (changes: Record<string, string>) => {
    const { code, output } = await runServer(['--log-level', 'silent'], {
      ...production(newFolder()),
      ...changes,
    })
    expect(code).toBe(1)
    return output
  }

  test('an invalid setting', async () => {
    expect(await refusal({ TIME_ZONE: 'Nowhere' })).toBe(
      'homeroom: TIME_ZONE must be a time zone such as America/New_York, not "Nowhere".\n',
    )
  })

  test('a port in use', async () => {
    expect(await refusal({ PORT: String(port) })).toBe(
      `homeroom: Port ${port} on 127.0.0.1 is in use by another program; set PORT to a free one.\n`,
    )
  })

  test('a host of another machine', async () => {
    expect(await refusal({ HOST: '192.0.2.1' })).toBe('homeroom: HOST 192.0.2.1 is not an address of this machine.\n')
  })

  test('an impossible folder', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_FOLDER: file })).toMatch(
      new RegExp(`^homeroom: The data folder ${file} cannot be used: .+\n$`),
    )
  })

  test('a database that does not answer, without its password', async () => {
    const DATABASE_URL = 'postgresql://homeroom:hunter2@127.0.0.1:1/homeroom'
    const output = await refusal({ DATABASE_URL, DATA_FOLDER: '' })
    expect(output).toMatch(/^homeroom: The database is not available: .+\n$/)
    expect(output).not.toContain('hunter2')
  })
})
