import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { jobs } from '#server/db/schema/jobs.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { addPeople, PEOPLE, TEST_PASSWORD, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database, { proxies: 1 })
const mailServer = useMailServer()
beforeEach(async () => {
  await truncateAll(database())
  await addPeople(database())
  server().now = new Date('2026-11-20T15:00:00Z')
})
useJobs(database, server, mailServer)

const { Providers: paul } = PEOPLE
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const CHANGE_IT =
  "If this wasn't you, choose “Forgot Password?” on the sign-in page right away, and tell your administrator."

const signIn = (password: string, address = '10.0.0.1') =>
  server().call('signIn', {
    body: { username: paul.email, password },
    headers: { 'user-agent': FIREFOX, 'x-forwarded-for': address },
  })
/** From different addresses, so that none has to wait. */
const guess = (times: number) =>
  Promise.all(Array.from({ length: times }, (_, attempt) => signIn('a guess', `10.2.0.${attempt}`)))
const letters = async (count: number) => {
  await expect.poll(() => mailServer().received.length).toBe(count)
  return mailServer().received.map(({ to, subject, text }) => ({ to: [to].flat()[0]?.text, subject, text }))
}

test('ten wrong passwords are told to the user once, with where from and what to do', async () => {
  await guess(9)
  expect(await database().db.$count(jobs)).toBe(0)
  await signIn('a guess', '10.3.0.1')
  await guess(5)
  expect(await letters(1)).toEqual([
    {
      to: paul.email,
      subject: 'Failed sign-ins to your Homeroom account',
      text: [
        'Hello Paul Provider,',
        'Someone entered a wrong password for your Homeroom account 10 times. The last attempt came from Firefox on Linux, address 10.3.0.1.',
        'If it was you and you forgot the password, choose “Forgot Password?” on the sign-in page.',
        "If this wasn't you, your account is still safe: further attempts have to wait longer and longer. A long password that you use nowhere else keeps it safe.\n",
      ].join('\n\n'),
    },
  ])
})

test('ten at the same time are told once, and ten more after a sign-in once more', async () => {
  await guess(10)
  server().now = new Date('2026-11-20T15:01:00Z')
  expect((await signIn(TEST_PASSWORD, '10.4.0.1')).status).toBe(200)
  server().now = new Date('2026-11-20T15:02:00Z')
  await guess(10)
  await letters(2)
})

test('a copied sign-in is told to its user', async () => {
  const { token, cookie } = await server().sessionOf(paul.userId)
  const refresh = async () =>
    await server().call('refreshToken', {
      headers: { token, cookie, userid: String(paul.userId), 'user-agent': FIREFOX, 'x-forwarded-for': '10.9.9.9' },
      body: { userid: paul.userId, email: paul.email },
    })
  const { accessToken } = z.object({ accessToken: z.string() }).parse((await refresh()).data)
  await server().call('getRoleAccess', { token: accessToken, body: { id: 2 } })
  server().now = new Date('2026-11-20T15:01:00Z')
  expect((await refresh()).status).toBe(401)
  expect((await refresh()).status).toBe(401)
  expect(await letters(1)).toEqual([
    {
      to: paul.email,
      subject: 'We ended a session of your Homeroom account',
      text: [
        'Hello Paul Provider,',
        'A sign-in to your Homeroom account was used in two places, so we ended it. The last use came from Firefox on Linux, address 10.9.9.9.',
        `${CHANGE_IT}\n`,
      ].join('\n\n'),
    },
  ])
})
