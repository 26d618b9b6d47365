import { beforeEach, expect, test } from 'vitest'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPeople, allowScreen, PEOPLE, TEST_PASSWORD, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database, { proxies: 1 })
const { Administrators: ada, Providers: paul } = PEOPLE
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

beforeEach(async () => {
  await truncateAll(database())
  await addPeople(database())
  await allowScreen(database(), 'Administrators', 'Permissions')
  server().now = new Date('2026-11-20T15:00:00Z')
})

const minutesLater = (minutes: number) => {
  server().now = new Date(server().time.getTime() + minutes * 60_000)
}
const signIn = (email: string, password = TEST_PASSWORD, userAgent = CHROME, from = '10.0.0.1') =>
  server().call('signIn', {
    body: { username: email, password },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': from },
  })
const tokenOf = async (...args: Parameters<typeof signIn>) =>
  ((await signIn(...args)).data as { accessToken: string }).accessToken
const devicesOf = async (token: string) => {
  const { data } = await server().call('getDevices', { token })
  return (data as { allDevices: { id: string; device: string; isCurrent: boolean }[] }).allDevices
}
const works = async (token: string) => (await server().call('getRoleAccess', { token, body: { id: 2 } })).status === 200

test('lists where the user is signed in, this device first', async () => {
  const phone = await tokenOf(paul.email, TEST_PASSWORD, FIREFOX, '10.0.0.2')
  minutesLater(1)
  await signIn(ada.email)
  minutesLater(1)
  const here = await tokenOf(paul.email)
  minutesLater(5)
  await works(phone)
  const rest = { id: expect.any(String) }
  expect(await devicesOf(here)).toEqual([
    {
      ...rest,
      device: 'Chrome on Windows',
      address: '10.0.0.1',
      signedInAtUtc: '2026-11-20T15:02:00.000Z',
      lastSeenAtUtc: '2026-11-20T15:07:00.000Z',
      isCurrent: true,
    },
    {
      ...rest,
      device: 'Firefox on Linux',
      address: '10.0.0.2',
      signedInAtUtc: '2026-11-20T15:00:00.000Z',
      lastSeenAtUtc: '2026-11-20T15:07:00.000Z',
      isCurrent: false,
    },
  ])
})

test('leaves out sessions that ended or were not used for too long', async () => {
  await tokenOf(paul.email)
  minutesLater(30)
  const second = await tokenOf(paul.email)
  await server().call('logout', { token: second })
  minutesLater(31)
  expect(await devicesOf(await tokenOf(paul.email))).toHaveLength(1)
})

test('signs out another device of the user, but no one else’s', async () => {
  const [here, there, other] = [await tokenOf(paul.email), await tokenOf(paul.email), await tokenOf(ada.email)]
  const [, { id = '' } = {}] = await devicesOf(here)
  const end = (token: string) => server().call('signOutDevice', { token, body: { id } })
  const gone = { status: 404, message: 'This session has ended already.' }
  expect(await end(other)).toMatchObject(gone)
  expect(await end(here)).toMatchObject({ status: 200, data: null })
  expect([await works(here), await works(there)]).toEqual([true, false])
  expect(await end(here)).toMatchObject(gone)
})

test('signs out all other devices', async () => {
  const [first, second, here, other] = [
    await tokenOf(paul.email),
    await tokenOf(paul.email),
    await tokenOf(paul.email),
    await tokenOf(ada.email),
  ]
  expect(await server().call('signOutOthers', { token: here })).toMatchObject({ status: 200, data: null })
  expect(await Promise.all([works(first), works(second), works(here)])).toEqual([false, false, true])
  expect((await server().call('getRoleAccess', { token: other, body: { id: 1 } })).status).toBe(200)
})

test('lists what happened to the account', async () => {
  await signIn(paul.email, 'a guess', FIREFOX, '10.0.0.9')
  minutesLater(1)
  const token = await tokenOf(paul.email)
  minutesLater(1)
  await server().call('logout', { token: await tokenOf(paul.email) })
  const { data } = await server().call('getOwnSignIns', { token })
  const { allSignIns } = data as { allSignIns: { kind: string; reason: string | null; device: string }[] }
  expect(allSignIns.map(({ kind, reason, device }) => [kind, reason, device])).toEqual([
    ['ended', 'logout', 'Chrome on Windows'],
    ['sign-in', null, 'Chrome on Windows'],
    ['sign-in', null, 'Chrome on Windows'],
    ['refused', 'password', 'Firefox on Linux'],
  ])
})

test('lets administrators find every user’s, and end a session', async () => {
  const token = await tokenOf(ada.email)
  const target = await tokenOf(paul.email)
  await signIn('paula@elsewhere.example', 'a guess')
  const list = async (query: Record<string, string | number> = {}) => {
    const { data } = await server().call('getSignIns', { token, query })
    return (data as { allSignIns: { who: string; kind: string; sessionId: string | null }[] }).allSignIns
  }
  expect((await list()).map(({ who, kind }) => [who, kind])).toEqual([
    ['paula@elsewhere.example', 'refused'],
    [paul.name, 'sign-in'],
    [ada.name, 'sign-in'],
  ])
  expect((await list({ keywords: 'paul' })).map(({ who }) => who)).toEqual(['paula@elsewhere.example', paul.name])
  expect((await list({ keywords: 'PAUL@district' })).map(({ who }) => who)).toEqual([paul.name])
  const [{ sessionId = null } = {}, own] = await list({ kindId: 1 })
  expect(own?.sessionId).toBeNull()
  const end = () => server().call('endSession', { token, body: { id: sessionId } })
  expect(await end()).toMatchObject({ status: 200, data: null })
  expect(await works(target)).toBe(false)
  expect(await end()).toMatchObject({ status: 404, message: 'This session has ended already.' })
  expect((await list({ keywords: paul.name, kindId: 1 })).map((row) => row.sessionId)).toEqual([null])
  expect(await list({ kindId: 3 })).toMatchObject([
    { who: paul.name, reason: 'administrator', by: ada.name, device: 'Chrome on Windows', address: '10.0.0.1' },
  ])
})

test('tells a user which administrator ended a session, also when the session itself has been deleted', async () => {
  const [phone, here] = [await tokenOf(paul.email, TEST_PASSWORD, FIREFOX, '10.0.0.2'), await tokenOf(paul.email)]
  const other = (await devicesOf(here)).find(({ isCurrent }) => !isCurrent)
  await server().call('endSession', { token: await tokenOf(ada.email), body: { id: other?.id } })
  expect(await works(phone)).toBe(false)
  await database().pool.query('delete from user_sessions where id = $1', [other?.id])
  const { data } = await server().call('getOwnSignIns', { token: here })
  const { allSignIns } = data as { allSignIns: object[] }
  expect(allSignIns[0]).toEqual({
    id: expect.any(Number),
    atUtc: '2026-11-20T15:00:00.000Z',
    kind: 'ended',
    reason: 'administrator',
    by: ada.name,
    device: 'Firefox on Linux',
    address: '10.0.0.2',
  })
})
