import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RoleName } from '#domain/roles.ts'
import { SCREEN_KEYS } from '#domain/screen-keys.ts'
import { testDatabase, useDatabase } from '#tests/support/server/database.ts'
import {
  addPeople,
  allowScreen,
  PEOPLE,
  startTestServer,
  TEST_PASSWORD,
  useTestServer,
} from '#tests/support/server/test-server.ts'

const database = useDatabase()
beforeAll(async () => {
  await addPeople(database())
  // Users who get as far as the body at every endpoint.
  for (const key of SCREEN_KEYS) await allowScreen(database(), 'Administrators', key)
})
const server = useTestServer(database)

const names = Object.keys(api) as EndpointName[]
const isUpload = (name: EndpointName) => (api[name] as Endpoint).upload !== undefined
const ignoresBody = (name: EndpointName) => (api[name] as Endpoint).ignoresBody === true
const posts = names.filter((name) => api[name].method !== 'GET' && !isUpload(name) && !ignoresBody(name))

/** One session per role. */
const tokens = new Map<RoleName, Promise<string>>()
const tokenOf = (role: RoleName) => {
  const token = tokens.get(role) ?? server().tokenOf(PEOPLE[role].userId)
  tokens.set(role, token)
  return token
}

const send = async (name: EndpointName, init: RequestInit) => {
  const { access, path, method }: Endpoint = api[name]
  const role = access.kind === 'roles' ? access.roles[0] : undefined
  const token = await tokenOf(role ?? 'Administrators')
  return server().fetch(path.replace(/\{\w+\}/, '1'), { method, ...init, headers: { token, ...init.headers } })
}

const refusesText = async (name: EndpointName, body: string) => {
  const { status, message, data } = await send(name, { body })
  expect({ status, message, data }).toEqual({ status: 400, message: 'The request is not valid JSON.', data: null })
}
const refusesJson = async (name: EndpointName, body: string) =>
  expect(await send(name, { body })).toMatchObject({ status: 400, data: null })
const refusesType = async (name: EndpointName, type: string) => {
  const { status, message } = await send(name, { body: '{}', headers: { 'content-type': type } })
  expect({ status, message }).toEqual({
    status: 415,
    message: 'The request must be JSON (Content-Type: application/json).',
  })
}
const TOO_LARGE = JSON.stringify({ filler: 'x'.repeat(1024 * 1024) })

/** One of each kind at every endpoint; the others below, at one. */
describe.each(posts)('%s', (name) => {
  test('refuses invalid JSON', () => refusesText(name, '{"languageId":1'))

  test('refuses JSON that is not an object', () => refusesJson(name, '[]'))

  test('refuses another content type', () => refusesType(name, 'text/plain'))

  test('refuses a body larger than a megabyte', async () => {
    const { status, message } = await send(name, { body: TOO_LARGE })
    expect({ status, message }).toEqual({
      status: 413,
      message: 'The request is too large (maximum 1024 kB).',
    })
  })

  test('refuses a null character in text', async () => {
    const { status, message } = await send(name, { body: JSON.stringify({ keywords: 'a\u0000b' }) })
    expect({ status, message }).toEqual({ status: 400, message: 'Text cannot contain a null character.' })
  })
})

test.each(['languageId=1', '{languageId:1}', '\u0000'])('invalid JSON is refused: %j', (body) =>
  refusesText('getWeeklyScheduleEvents', body),
)

test.each(['null', '"text"', '7', 'true'])('JSON that is not an object is refused: %s', (body) =>
  refusesJson('getWeeklyScheduleEvents', body),
)

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'another content type is refused: %s',
  (type) => refusesType('getWeeklyScheduleEvents', type),
)

test.each(names)('%s names the methods that it allows', async (name) => {
  const { path } = api[name]
  const methods = names.filter((each) => api[each].path === path).map((each) => api[each].method)
  const other = methods.includes('PUT') ? 'PATCH' : 'PUT'
  const { status, message, headers } = await server().fetch(path.replace(/\{\w+\}/, '1'), { method: other })
  expect({ status, message, allow: headers.get('allow') }).toEqual({
    status: 405,
    message: `${other} is not allowed here, only ${methods.join(', ')}.`,
    allow: methods.join(', '),
  })
})

test('counts the chunks of a body without a length', async () => {
  const { port } = new URL(server().url)
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const call = request({ port, method: 'POST', path: '/api/login/sign-in', headers })
  const status = new Promise((resolve) => {
    call.on('response', (response) => resolve(response.resume().statusCode))
  })
  // The server hangs up without reading the rest.
  call.on('error', () => {})
  const chunk = 'x'.repeat(64 * 1024)
  for (let sent = 0; sent < 20; sent += 1) call.write(chunk)
  expect(await status).toBe(413)
  call.destroy()
})

test('says which fields are wrong', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  const body = { fromDateTime: '2026-02-30', toDateTime: '2026-03-01', schoolId: 'three', keywords: 7 }
  const reply = await server().call('getWeeklyScheduleEvents', { token, body })
  expect(reply).toMatchObject({ status: 400, data: null, message: 'Enter Valid Date' })
  expect(reply.errors).toEqual([
    { path: 'fromDateTime', message: 'Enter Valid Date' },
    { path: 'keywords', message: 'This value must be text.' },
    { path: 'schoolId', message: 'This value must be a number.' },
  ])
})

test("uses the contract's message if there is one", async () => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const reply = await server().call('approveScheduleEvents', { token, body: { scheduleEventRecurrence: [] } })
  expect(reply).toMatchObject({
    status: 400,
    message: 'Please Select atleast one record',
    errors: [{ path: 'scheduleEventRecurrence', message: 'Please Select atleast one record' }],
  })
})

test('says which part of the address is wrong', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  for (const userId of ['abc', '0', '-1', '1.5', '99999999999', '%00']) {
    const reply = await server().call('getProviderByUserId', { token, params: { userId } })
    expect(reply).toMatchObject({ status: 400, errors: [{ path: 'userId' }] })
  }
  expect(await server().call('getSchoolStudentListing', { token, query: { schoolId: 'x' } })).toMatchObject({
    status: 400,
    errors: [{ path: 'schoolId' }],
  })
})

test('answers unknown paths', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/login/sign-in/', '/api/../etc/passwd', '/api/%2e%2e/x']) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await server().fetch(path, { method })).toMatchObject({
        status: 404,
        message: 'There is nothing at this address.',
        data: null,
      })
    }
  }
  expect((await server().fetch('/login', { method: 'POST' })).status).toBe(404)
})

test('says only that the database is not available', async () => {
  const own = await testDatabase()
  await addPeople(own)
  const lonely = await startTestServer(own)
  try {
    const token = await lonely.tokenOf(PEOPLE.Providers.userId)
    await own.close()
    const gone = {
      status: 503,
      message: 'The database is not available at the moment. Please try again in a minute.',
      data: null,
    }
    const { email: username } = PEOPLE.Providers
    expect(await lonely.call('getRoleAccess', { token, body: { id: 2 } })).toMatchObject(gone)
    expect(await lonely.call('signIn', { body: { username, password: TEST_PASSWORD } })).toMatchObject(gone)
    expect(await lonely.call('getHealth')).toMatchObject({
      status: 503,
      message: 'The database is not responding.',
      data: { database: 'down', engine: 'embedded', version: 'test' },
    })
  } finally {
    await lonely.stop()
    await own.close()
  }
})

test('hides internal errors, and logs them under the request id', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  // A role that the code does not know.
  await database().pool.query(`update roles set name = 'Janitors' where name = 'Providers'`)
  const reply = await server().call('getRoleAccess', { token, body: { id: 2 } })
  await database().pool.query(`update roles set name = 'Providers' where name = 'Janitors'`)
  const requestId = reply.headers.get('x-request-id')
  expect(reply).toMatchObject({
    status: 500,
    data: null,
    message: `Something went wrong. Please try again; if it happens again, tell us this number: ${requestId}`,
  })
  const line = server()
    .logs.split('\n')
    .find((entry) => entry.includes(`"requestId":"${requestId}"`) && entry.includes('request failed'))
  expect(line).toContain('"stack"')
})
