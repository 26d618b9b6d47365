import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, TEST_PASSWORD, TEST_SECRET, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
beforeAll(() => addPeople(database()))
const server = useTestServer(database)

const lines = () =>
  server()
    .logs.split('\n')
    .filter(Boolean)
    .map((line): Record<string, unknown> => JSON.parse(line))

test('writes one line per request: path, status, time and user', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  const { headers } = await server().call('getProviderByUserId', { token, params: { userId: 'abc' } })
  const requestId = headers.get('x-request-id')
  expect(lines().filter((line) => line.requestId === requestId)).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId,
      method: 'GET',
      route: '/api/provider-pto/get-provider-by-user-id/{userId}',
      status: 400,
      ms: expect.any(Number),
      userId: PEOPLE.Providers.userId,
      msg: 'request',
    },
  ])
})

test('logs no password, token, address, name or input', async () => {
  const student = 'Ottilie Wanderlust'
  const { email: username, userId, name } = PEOPLE.Providers
  const { data } = await server().call('signIn', { body: { username, password: TEST_PASSWORD } })
  const { accessToken: token } = data as { accessToken: string }
  await server().call('signIn', { body: { username, password: 'a wrong guess' } })
  const body = { id: 1, trackingFeedback: `${student} worked hard`, trackingLabels: 'Focus' }
  await server().call('updateStudentNote', { token, body, query: { student } })
  await server().call('getWeeklyScheduleEvents', { token, body: { keywords: student, fromDateTime: student } })
  await server().fetch(`/api/student/${encodeURIComponent(student)}?name=Ottilie`, { headers: { token } })
  await server().fetch('/api/login/sign-in', { method: 'POST', body: `{"password":"${TEST_PASSWORD}"` })
  await server().call('refreshToken', {
    headers: { token, userid: String(userId) },
    body: { userid: userId, email: username },
  })
  // Internal failures are logged with their cause: the statement, but never its values.
  await database().pool.query('alter table users rename column email to e_mail')
  expect((await server().call('signIn', { body: { username, password: TEST_PASSWORD } })).status).toBe(500)
  await database().pool.query('alter table users rename column e_mail to email')
  expect(server().logs).toContain('Failed query: select')
  await database().pool.query(`update roles set name = 'Janitors' where name = 'Providers'`)
  expect((await server().call('updateStudentNote', { token, body })).status).toBe(500)
  await database().pool.query(`update roles set name = 'Providers' where name = 'Janitors'`)
  const logs = server().logs
  expect(lines().length).toBeGreaterThan(7)
  for (const secret of [TEST_PASSWORD, 'a wrong guess', token, TEST_SECRET, username, name, 'Ottilie', 'Focus']) {
    expect(logs).not.toContain(secret)
  }
})
