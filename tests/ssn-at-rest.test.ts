import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { envelopeSchema } from '#contract/endpoint.ts'
import { sessionSchema } from '#contract/login.ts'
import { getProvider, getProviders } from '#contract/providers.ts'
import { runServer, startServer } from './support/server/server-process.ts'
import { copyDemoFolder } from './support/server.ts'

const SSN = '219-09-9999'
const REFUSED_SSN = '219-09-999'
const MARK = 'A note that is stored as it is'
const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [oldKey, newKey] = [key('2025'), key('2026')]

const folder = mkdtempSync(join(tmpdir(), 'homeroom-ssn-'))
const start = (keys: string) =>
  startServer(['--demo', '--port', '0', '--data-folder', folder, '--log-level', 'debug'], { SSN_KEYS: keys })

beforeAll(() => copyDemoFolder(folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Signs in; remembers every reply but those of `reveal`. */
async function clientOf(url: string) {
  const replies: string[] = []
  let token = ''
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', token, 'idempotency-key': crypto.randomUUID() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!path.includes('reveal')) replies.push(text)
    return envelopeSchema.parse(JSON.parse(text))
  }
  const credentials = { username: 'admin@homeroom.example', password: 'homeroom' }
  token = sessionSchema.parse((await ask('POST', '/api/login/sign-in', credentials)).data).accessToken
  const read = async (id: number) => getProvider.data.parse((await ask('GET', `/api/provider/get-provider/${id}`)).data)
  const list = async () =>
    getProviders.data.parse((await ask('GET', '/api/provider/get-providers?pageIndex=1&pageSize=100')).data).rows
  const save = async (id: number, changes: object) => {
    const { provider, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories } = await read(id)
    const lists = { providerEmergencyContacts, providerRateChangeHistories }
    return ask('PUT', '/api/provider/update-provider', { ...provider, ...lists, id, entityCacheKey, ...changes })
  }
  const reveal = async (id: number) => (await ask('POST', '/api/provider/reveal-ssn', { id })).data
  return { replies, read, list, save, reveal, ask }
}

const digits = SSN.replaceAll('-', '')
const forms = [SSN, digits, Buffer.from(digits).toString('base64'), Buffer.from(SSN).toString('base64').slice(0, -2)]

const filesWith = (text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))

test('a Social Security number is in no file, log line or reply, before and after its key is rotated', async () => {
  const first = await start(oldKey)
  const client = await clientOf(first.url)
  const [{ id } = { id: 0 }] = await client.list()
  expect(await client.save(id, { ssn: REFUSED_SSN })).toMatchObject({ statusCode: 400 })
  expect(await client.save(id, { ssn: SSN, notes: MARK })).toMatchObject({ statusCode: 200 })
  expect((await client.read(id)).provider.ssn).toBe('•••-••-9999')
  expect(await client.reveal(id)).toEqual({ ssn: SSN })
  await client.list()
  await client.ask('POST', '/api/search/find-records', { words: digits })
  await client.ask('GET', `/api/provider/get-providers?pageIndex=1&pageSize=10&providerName=${digits}`)
  expect(await runServer(['--data-folder', folder, '--demo'], { SSN_KEYS: newKey }, 'rotate-ssn-keys.js')).toEqual({
    code: 1,
    output: `homeroom: The data folder ${folder} is in use by process ${first.process.pid}: two servers cannot share one embedded database. A server with an embedded database rotates its keys when it starts.\n`,
  })
  expect(await first.stop()).toBe(0)

  const second = await start(`${newKey},${oldKey}`)
  await expect
    .poll(() => second.output(), { timeout: 30_000 })
    .toContain('encrypted Social Security numbers with the newest key')
  expect(await second.stop()).toBe(0)

  const third = await start(newKey)
  const again = await clientOf(third.url)
  expect(await again.reveal(id)).toEqual({ ssn: SSN })
  expect(await third.stop()).toBe(0)

  // The search finds what is stored in the clear.
  expect(filesWith(MARK)).not.toEqual([])
  const told = [client.replies, again.replies, [first.output(), second.output(), third.output()]].flat()
  for (const form of forms) {
    expect(filesWith(form)).toEqual([])
    expect(told.filter((text) => text.includes(form))).toEqual([])
  }
  expect(told.filter((text) => text.includes(REFUSED_SSN))).toEqual([])
})
