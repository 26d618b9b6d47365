import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#server/db/schema/jobs.ts'
import { passwordRecoveries, userIdentities } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { addPeople, PEOPLE, TEST_PASSWORD, useTestServer } from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul } = PEOPLE
const NEW = 'a brand new password'
const MINUTE = 60_000
const DEAD = 'This link was already used, replaced by a newer one, or has expired. Please request a new one.'
const SENT = {
  status: 200,
  message:
    'If this address has an account, we have sent it a link to choose a new password. The link works for 30 minutes.',
  data: null,
}
const CHANGED = { status: 200, message: 'Password Changed Successfully', data: null }

describe('passwords', () => {
  const database = useDatabase()
  const server = useTestServer(database, { publicUrl: 'https://portal.example', proxies: 1 })
  const mailServer = useMailServer()
  let address = 0
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().renew()
    server().now = new Date('2026-11-20T15:00:00Z')
    address += 1
  })
  useJobs(database, server, mailServer)

  const from = () => ({ 'x-forwarded-for': `10.0.0.${address}` })
  const ask = (email: string) => server().call('passwordRecoverySend', { body: { email }, headers: from() })
  const confirm = (token: string, newPassword = NEW, confirmPassword = newPassword) =>
    server().call('passwordRecoveryConfirm', { body: { token, newPassword, confirmPassword }, headers: from() })
  const signIn = async (email: string, password: string) =>
    (await server().call('signIn', { body: { username: email, password }, headers: from() })).status
  const minutesLater = (minutes: number) => {
    server().now = new Date(server().time.getTime() + minutes * MINUTE)
  }
  const subjects = () => mailServer().received.map(({ to, subject }) => [[to].flat()[0]?.text, subject])
  const allDone = async () => {
    await expect
      .poll(async () => (await database().db.select({ state: jobs.state }).from(jobs)).map(({ state }) => state))
      .toSatisfy((states: string[]) => states.every((state) => state === 'done'))
  }
  /** The token in the latest message. */
  const tokenMailed = async (messages = 1): Promise<string> => {
    await expect.poll(() => mailServer().received.length).toBe(messages)
    const text = mailServer().received.at(-1)?.text ?? ''
    const [, token = ''] = /https:\/\/portal\.example\/reset-password\/([\w-]{43})\n/.exec(text) ?? []
    return token
  }
  const recover = async (email: string = paul.email) => {
    expect(await ask(email)).toMatchObject(SENT)
    return tokenMailed(mailServer().received.length + 1)
  }

  const at = () => ({ address: `10.0.0.${address}`, at: server().time })
  /** What the log has about passwords. */
  const logged = async () => {
    const { rows } = await database().pool.query(
      `select reason, user_id as "userId", address, at from security_events where kind = 'password' order by id`,
    )
    return rows
  }

  describe('a recovery', () => {
    test('emails a link that sets a new password once, ends every session and tells the user', async () => {
      const session = await server().tokenOf(paul.userId)
      expect(await ask(` ${paul.email.toUpperCase()} `)).toMatchObject(SENT)
      const token = await tokenMailed()
      expect(mailServer().received[0]).toMatchObject({
        subject: 'Choose a new Homeroom password',
        to: { text: paul.email },
        text: [
          'Hello Paul Provider,',
          'Someone, probably you, asked to reset the password of your Homeroom account.',
          `Choose a new password:\nhttps://portal.example/reset-password/${token}`,
          'The link works once, for 30 minutes.',
          'If you did not ask for this, you can ignore this message: nothing has changed.\n',
        ].join('\n\n'),
      })
      const [stored] = await database().db.select().from(passwordRecoveries)
      expect(stored).toEqual({
        userId: paul.userId,
        tokenHash: expect.not.stringContaining(token),
        isInvitation: false,
        expiresAt: new Date('2026-11-20T15:30:00Z'),
      })

      expect(await confirm(token)).toMatchObject(CHANGED)
      expect(await signIn(paul.email, NEW)).toBe(200)
      expect(await signIn(paul.email, TEST_PASSWORD)).toBe(400)
      expect((await server().call('getRoleAccess', { token: session, body: { id: 2 } })).status).toBe(401)
      await expect.poll(subjects).toEqual([
        [paul.email, 'Choose a new Homeroom password'],
        [paul.email, 'Your Homeroom password was changed'],
      ])
      expect(await confirm(token, 'another new password')).toMatchObject({ status: 400, message: DEAD, data: null })
      expect(await signIn(paul.email, NEW)).toBe(200)
    })

    test('answers for an address without an account in the same way, and sends nothing', async () => {
      expect(await ask('nobody@district.example')).toMatchObject(SENT)
      await allDone()
      expect(mailServer().received).toEqual([])
      expect(await database().db.$count(jobs)).toBe(1)
      expect(await logged()).toEqual([])
    })

    test('is logged when it is requested and when it is used, with the address', async () => {
      const token = await recover()
      const requested = { userId: paul.userId, ...at() }
      minutesLater(1)
      await confirm(token)
      expect(await logged()).toEqual([
        { reason: 'requested', ...requested },
        { reason: 'recovered', userId: paul.userId, ...at() },
      ])
    })

    test.each([
      ['', 'Please enter Email Id'],
      ['paul', 'Invalid email id.'],
    ])('of %j is refused', async (email, message) => {
      expect(await ask(email)).toMatchObject({ status: 400, message, errors: [{ path: 'email', message }] })
    })

    test('works for 30 minutes', async () => {
      const token = await recover()
      minutesLater(29.9)
      expect(await confirm(token, 'too short')).toMatchObject({ status: 400 })
      minutesLater(0.1)
      expect(await confirm(token)).toMatchObject({ status: 400, message: DEAD })
      expect(await signIn(paul.email, TEST_PASSWORD)).toBe(200)
    })

    test('sent again with the same key, because the reply was lost, is done once and answered alike', async () => {
      const token = await recover()
      const use = (key: string, newPassword = NEW) =>
        server().call('passwordRecoveryConfirm', {
          body: { token, newPassword, confirmPassword: newPassword },
          headers: { ...from(), 'idempotency-key': key },
        })
      const key = '0b1c2d3e-4f50-4172-8394-a5b6c7d8e9f0'
      // What was refused may be corrected.
      expect(await use(key, 'too short')).toMatchObject({ status: 400 })
      const first = await use(key)
      const again = await use(key)
      expect([first, again]).toMatchObject([CHANGED, CHANGED])
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      // The reply is all that it repeats: nothing by which a browser is known.
      expect(again.headers.getSetCookie()).toEqual([])
      expect(await logged()).toMatchObject([{ reason: 'requested' }, { reason: 'recovered' }])
      expect(await use('1b1c2d3e-4f50-4172-8394-a5b6c7d8e9f0')).toMatchObject({ status: 400, message: DEAD })
      expect(await use(key, 'another new password')).toMatchObject({ status: 422 })
      expect(await signIn(paul.email, NEW)).toBe(200)
    })

    test('sent twice at once with the same key is answered alike', async () => {
      const token = await recover()
      const body = { token, newPassword: NEW, confirmPassword: NEW }
      const headers = { ...from(), 'idempotency-key': '2b1c2d3e-4f50-4172-8394-a5b6c7d8e9f0' }
      const replies = await Promise.all([1, 2].map(() => server().call('passwordRecoveryConfirm', { body, headers })))
      expect(replies).toMatchObject([CHANGED, CHANGED])
      expect(await logged()).toHaveLength(2)
    })

    test('takes the place of an earlier one', async () => {
      const [first, second] = [await recover(), await recover()]
      expect(await confirm(first)).toMatchObject({ status: 400, message: DEAD })
      expect(await confirm(second)).toMatchObject(CHANGED)
    })

    test('is void once the password was changed in another way', async () => {
      const token = await recover()
      const session = await server().tokenOf(paul.userId)
      const body = { oldPassword: TEST_PASSWORD, newPassword: NEW, confirmNewPassword: NEW }
      expect(await server().call('changePassword', { token: session, body })).toMatchObject(CHANGED)
      expect(await confirm(token, 'yet another password')).toMatchObject({ status: 400, message: DEAD })
    })

    test('sets one password if the link is used twice at once', async () => {
      const token = await recover()
      const passwords = ['the first new password', 'the other new password']
      const replies = await Promise.all(passwords.map((password) => confirm(token, password)))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
      const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? ''
      expect(await signIn(paul.email, winner)).toBe(200)
    })

    test.each(['x', 'a'.repeat(43), '../../etc/passwd', '%00', "' or 1=1 --"])(
      'with the token %j is refused',
      async (token) => {
        await recover()
        expect(await confirm(token)).toMatchObject({ status: 400, message: DEAD })
      },
    )

    test('changes only the password of its own user', async () => {
      const token = await recover()
      expect(await confirm(token)).toMatchObject(CHANGED)
      expect(await signIn(ada.email, TEST_PASSWORD)).toBe(200)
    })

    test.each([
      ['', '', 'newPassword', 'Please enter New Password.'],
      [NEW, '', 'confirmPassword', 'Please enter Confirm Password.'],
      [NEW, `${NEW}!`, 'confirmPassword', 'Password & Confirm Password not matched.'],
      ['too short', 'too short', 'newPassword', 'Use at least 12 characters.'],
      ['password2026!', 'password2026!', 'newPassword', 'This password is too easy to guess. Choose another one.'],
      [
        'PaulProvider1',
        'PaulProvider1',
        'newPassword',
        'Choose a password that does not consist of your name or email address.',
      ],
    ])('refuses %j and %j, and its link still works', async (newPassword, again, path, message) => {
      const token = await recover()
      const reply = await confirm(token, newPassword, again)
      expect(reply).toMatchObject({ status: 400, message })
      expect(reply.errors).toContainEqual({ path, message })
      expect(await confirm(token)).toMatchObject(CHANGED)
    })

    test('tells a deactivated user, before and after the link', async () => {
      const token = await recover()
      await database().db.update(users).set({ isActive: false }).where(eq(users.id, paul.userId))
      expect(await confirm(token)).toMatchObject({ status: 403, message: 'Your account has been deactivated' })
      expect(await ask(paul.email)).toMatchObject(SENT)
      await expect.poll(subjects).toEqual([
        [paul.email, 'Choose a new Homeroom password'],
        [paul.email, 'Your Homeroom account has been deactivated'],
      ])
      expect(mailServer().received[1]?.text).not.toContain('http')
    })

    test('tells a user who signs in elsewhere that there is no password', async () => {
      await database().db.update(users).set({ passwordHash: null }).where(eq(users.id, paul.userId))
      const linkedAt = new Date('2026-11-02T12:00:00Z')
      await database()
        .db.insert(userIdentities)
        .values({ issuer: 'https://id.example', subject: 'paul', userId: paul.userId, email: paul.email, linkedAt })
      expect(await ask(paul.email)).toMatchObject(SENT)
      await expect.poll(subjects).toEqual([[paul.email, 'Your Homeroom account has no password']])
      expect(await database().db.$count(passwordRecoveries)).toBe(0)
    })

    test('is refused after too many for an address, whether or not it has an account', async () => {
      for (const email of [paul.email, 'nobody@district.example']) {
        for (let times = 0; times < 5; times += 1) expect((await ask(email)).status).toBe(200)
        expect(await ask(email.toUpperCase())).toMatchObject({
          status: 429,
          message: 'Too many attempts. Please try again in 60 minutes.',
        })
      }
      expect((await ask(ada.email)).status).toBe(200)
    })

    test('is refused after too many from one source', async () => {
      for (let times = 0; times < 60; times += 1) await ask(`person${times}@district.example`)
      expect((await ask(paul.email)).status).toBe(429)
      address += 1
      expect((await ask(paul.email)).status).toBe(200)
    })

    test('is not logged with its address or token', async () => {
      const token = await recover()
      await confirm(token)
      expect(server().logs).toContain('/api/login/password-recovery-confirm')
      for (const secret of [token, paul.email, NEW]) expect(server().logs).not.toContain(secret)
    })
  })

  describe('a change', () => {
    const change = async (token: string, body: Record<string, unknown> = {}) =>
      server().call('changePassword', {
        token,
        headers: from(),
        body: { oldPassword: TEST_PASSWORD, newPassword: NEW, confirmNewPassword: NEW, ...body },
      })
    const isLive = async (token: string) =>
      (await server().call('getRoleAccess', { token, body: { id: 2 } })).status !== 401

    test("replaces the password, ends the user's other sessions and tells them", async () => {
      const [here, there, others] = [
        await server().tokenOf(paul.userId),
        await server().tokenOf(paul.userId),
        await server().tokenOf(ada.userId),
      ]
      // The user's id in the body is not trusted.
      expect(await change(here, { id: ada.userId, email: ada.email })).toMatchObject(CHANGED)
      expect(await signIn(paul.email, NEW)).toBe(200)
      expect(await signIn(paul.email, TEST_PASSWORD)).toBe(400)
      expect(await signIn(ada.email, TEST_PASSWORD)).toBe(200)
      expect([await isLive(here), await isLive(there), await isLive(others)]).toEqual([true, false, true])
      await expect.poll(subjects).toEqual([[paul.email, 'Your Homeroom password was changed']])
      expect(await logged()).toEqual([{ reason: 'changed', userId: paul.userId, ...at() }])
    })

    test('answers 202 to a wrong current password, and changes nothing', async () => {
      const token = await server().tokenOf(paul.userId)
      const reply = await change(token, { oldPassword: 'a guess' })
      expect(reply).toMatchObject({ status: 202, statusCode: 202, message: 'Enter correct Password', data: null })
      expect(await signIn(paul.email, TEST_PASSWORD)).toBe(200)
      expect(await database().db.$count(jobs)).toBe(0)
    })

    test.each([
      [{ oldPassword: '' }, 'oldPassword', 'Please enter current password'],
      [{ newPassword: '' }, 'newPassword', 'Please enter new password'],
      [{ confirmNewPassword: '' }, 'confirmNewPassword', 'Please confirm new password'],
      [{ confirmNewPassword: 'x' }, 'confirmNewPassword', 'Please enter same password '],
      [
        { newPassword: TEST_PASSWORD, confirmNewPassword: TEST_PASSWORD },
        'newPassword',
        'Choose a password that differs from the current one.',
      ],
      [
        { newPassword: 'administrator', confirmNewPassword: 'administrator' },
        'newPassword',
        'This password is too easy to guess. Choose another one.',
      ],
    ])('refuses %j', async (body, path, message) => {
      const token = await server().tokenOf(paul.userId)
      const reply = await change(token, body)
      expect(reply.status).toBe(400)
      expect(reply.errors).toContainEqual({ path, message })
      expect(await signIn(paul.email, TEST_PASSWORD)).toBe(200)
    })

    test('stops guesses of the current password', async () => {
      const token = await server().tokenOf(paul.userId)
      for (let times = 0; times < 10; times += 1)
        expect((await change(token, { oldPassword: 'a guess' })).status).toBe(202)
      expect((await change(token)).status).toBe(429)
    })

    test('by two devices at once keeps the first', async () => {
      const [one, two] = [await server().tokenOf(paul.userId), await server().tokenOf(paul.userId)]
      const replies = await Promise.all([
        change(one),
        change(two, { newPassword: 'the other password', confirmNewPassword: 'the other password' }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 202])
    })

    test('sent again with the same key is done once', async () => {
      const token = await server().tokenOf(paul.userId)
      const body = { oldPassword: TEST_PASSWORD, newPassword: NEW, confirmNewPassword: NEW }
      const headers = { 'idempotency-key': '0b1c2d3e-4f50-4172-8394-a5b6c7d8e9f0' }
      for (let times = 0; times < 2; times += 1) {
        expect(await server().call('changePassword', { token, body, headers })).toMatchObject(CHANGED)
      }
      await expect.poll(subjects).toEqual([[paul.email, 'Your Homeroom password was changed']])
    })
  })
})

describe('a server without a mail server', () => {
  const database = useDatabase()
  const server = useTestServer(database, { mail: undefined })
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
  })

  test('says what to do, whatever the address', async () => {
    for (const email of [paul.email, 'nobody@district.example']) {
      expect(await server().call('passwordRecoverySend', { body: { email } })).toMatchObject({
        status: 503,
        message: 'This portal does not send email, so it cannot reset passwords. Please contact your administrator.',
      })
    }
    expect(await database().db.$count(jobs)).toBe(0)
  })

  test('changes passwords without a message', async () => {
    const token = await server().tokenOf(paul.userId)
    const body = { oldPassword: TEST_PASSWORD, newPassword: NEW, confirmNewPassword: NEW }
    expect(await server().call('changePassword', { token, body })).toMatchObject(CHANGED)
    expect(await database().db.$count(jobs)).toBe(0)
  })
})
