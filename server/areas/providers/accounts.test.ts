/** The accounts of providers: invitations, statuses, the last day at work, and passwords that administrators set. */
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getProvider } from '#contract/providers.ts'
import { accountStateOf } from '#domain/account.ts'
import { BLANK_PROVIDER } from '#domain/provider-form.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { providerServices, providers } from '#server/db/schema/providers.ts'
import { calendarFeeds } from '#server/db/schema/schedule.ts'
import {
  passkeys,
  passwordRecoveries,
  securityEvents,
  userIdentities,
  userSessions,
} from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { accountState } from '#server/db/users.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addPlaces, addStatuses } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD, useTestServer } from '#tests/support/server/test-server.ts'
import { endEmployments } from './end-of-employment.ts'

const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE
const NEW = 'a brand new password'
const NINA = {
  ...BLANK_PROVIDER,
  firstName: 'Nina',
  lastName: 'Newcomer',
  emailId: 'nina@district.example',
  providerTypeId: 1,
  schoolIds: [1],
  serviceTypeIds: [1],
  addressLine1: '12 Elm Street',
  countryId: 1,
  stateId: 1,
  city: 1,
  postalCode: '62701',
}
const NINA_ID = 3
const TERMINATED = 3
const ON_LEAVE = 2
const DEAD = 'This link was already used, replaced by a newer one, or has expired. Please request a new one.'
const EXPIRED = 'This invitation has expired. Open its link again to get a new one.'
const DEACTIVATED = 'Your account has been deactivated'
const DAY = 24 * 3_600_000

describe('an account', () => {
  const database = useDatabase()
  const server = useTestServer(database, { publicUrl: 'https://portal.example', proxies: 1 })
  const mailServer = useMailServer()
  const db = () => database().db
  let client = 0

  beforeEach(async () => {
    await truncateAll(database())
    await addDistrict(database())
    await addPlaces(database())
    for (const screen of ['ProviderProfileInformation', 'Permissions'] as const) {
      await allowScreen(database(), 'Administrators', screen)
    }
    await allowScreen(database(), 'Providers', 'ProfileInformation')
    await addStatuses(database())
    await db().update(providers).set({ addressLine1: '1 Oak Street', cityId: 1, postalCode: '62701' })
    await db()
      .insert(providerServices)
      .values([1, 2].map((providerId) => ({ providerId, serviceId: 1 })))
    server().renew()
    // Friday, 10 AM in New York.
    server().now = new Date('2026-11-20T15:00:00Z')
    client += 1
  })
  useJobs(database, server, mailServer)

  const headers = () => ({ 'x-forwarded-for': `10.0.0.${client}` })
  const tokenOf = (userId: number) => server().tokenOf(userId)
  const asAda = async () => ({ token: await tokenOf(ada.userId), headers: headers() })
  const add = async (values: object = {}) =>
    server().call('addProvider', { ...(await asAda()), body: { ...NINA, ...values } })
  const formOf = async (id: number) => {
    const { data } = await server().call('getProvider', { ...(await asAda()), params: { id } })
    const { provider, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories } =
      getProvider.data.parse(data)
    return { ...provider, id, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories }
  }
  const update = async (id: number, changes: object, by: number = ada.userId) =>
    server().call('updateProvider', {
      token: await tokenOf(by),
      headers: headers(),
      body: { ...(await formOf(id)), ...changes },
    })
  const signIn = (email: string, password: string = TEST_PASSWORD) =>
    server().call('signIn', { body: { username: email, password }, headers: headers() })
  const confirm = (token: string, newPassword = NEW) =>
    server().call('passwordRecoveryConfirm', {
      body: { token, newPassword, confirmPassword: newPassword },
      headers: headers(),
    })
  const check = (token: string) => server().call('checkInvitation', { body: { token }, headers: headers() })
  const renew = (token: string) => server().call('renewInvitation', { body: { token }, headers: headers() })
  const forgot = () => server().call('passwordRecoverySend', { body: { email: NINA.emailId }, headers: headers() })
  const resend = async (id = NINA_ID) => server().call('resendInvitation', { ...(await asAda()), body: { id } })
  const activate = async (userId: number, isActive: boolean) => {
    const { data } = await server().call('getUser', { ...(await asAda()), query: { id: userId } })
    const { entityCacheKey } = data as { entityCacheKey: string }
    return server().call('activateUser', { ...(await asAda()), body: { id: userId, isActive, entityCacheKey } })
  }
  const subjects = () => mailServer().received.map(({ to, subject }) => [[to].flat()[0]?.text, subject])
  /** The token of the link in the latest message. */
  const tokenMailed = async (messages: number, page = 'invitation'): Promise<string> => {
    await expect.poll(() => mailServer().received.length).toBe(messages)
    const text = mailServer().received.at(-1)?.text ?? ''
    return new RegExp(`https://portal\\.example/${page}/([\\w-]{43})\\n`).exec(text)?.[1] ?? 'no link'
  }
  const invite = async (values: object = {}) => {
    expect(await add(values)).toMatchObject({ status: 201 })
    return tokenMailed(1)
  }
  const ninasUser = async () => (await db().select().from(users).where(eq(users.email, NINA.emailId)))[0]
  /** 'invited > account.accept > active (3)': with who did it, '-' for the server. */
  const moves = async (id = NINA_ID, machine = 'account') =>
    (
      await db()
        .select()
        .from(transitionLog)
        .where(and(eq(transitionLog.machine, machine), eq(transitionLog.entity, String(id))))
        .orderBy(asc(transitionLog.id))
    ).map(({ fromState, event, toState, userId }) => `${fromState} > ${event} > ${toState} (${userId ?? '-'})`)
  const passwordEvents = async () =>
    db()
      .select({ reason: securityEvents.reason, userId: securityEvents.userId, byId: securityEvents.byId })
      .from(securityEvents)
      .where(eq(securityEvents.kind, 'password'))
      .orderBy(asc(securityEvents.id))
  const isLive = async (token: string) => (await server().call('getUser', { token, query: { id: 1 } })).status !== 401

  describe('with an invitation', () => {
    test('is told by email how to choose the first password', async () => {
      const token = await invite()
      expect(mailServer().received[0]).toMatchObject({
        subject: 'Welcome to Homeroom',
        to: { text: 'nina@district.example' },
        text: [
          'Hello Nina Newcomer,',
          'You have been given an account on Homeroom, where you plan your sessions, confirm your hours and request time off.',
          `Choose your password:\nhttps://portal.example/invitation/${token}`,
          'The link works once, for 7 days. If it has expired, open it to request a new one.',
          'If you did not expect this message, you can ignore it.\n',
        ].join('\n\n'),
      })
      expect(await moves()).toEqual(['notInvited > account.invite > invited (1)'])
      const user = await ninasUser()
      expect(await db().select().from(passwordRecoveries)).toEqual([
        {
          userId: user?.id,
          tokenHash: expect.not.stringContaining(token),
          isInvitation: true,
          expiresAt: new Date('2026-11-27T15:00:00Z'),
        },
      ])
    })

    test('is told to the other administrators, and to all once it is accepted', async () => {
      const omar = { email: 'omar@district.example', displayName: 'Omar Admin', roleId: ROLE_IDS.Administrators }
      await db().insert(users).values(omar)
      await invite()
      // Sent again, it is no news.
      await resend()
      const token = await tokenMailed(2)
      expect(await notified(database())).toEqual([['Omar Admin', 'Nina Newcomer was invited to Homeroom.']])
      await confirm(token)
      expect((await notified(database())).slice(1).sort()).toEqual([
        ['Ada Admin', 'The account of Nina Newcomer is now active.'],
        ['Omar Admin', 'The account of Nina Newcomer is now active.'],
      ])
    })

    test('sets the first password, once', async () => {
      const token = await invite()
      expect(await check(token)).toMatchObject({ status: 200, data: { isExpired: false } })
      expect(await signIn(NINA.emailId, NEW)).toMatchObject({ status: 400 })
      expect(await confirm(token)).toMatchObject({ status: 200, message: 'Password Changed Successfully' })
      expect(await signIn(NINA.emailId, NEW)).toMatchObject({ status: 200 })
      for (const again of [await confirm(token), await check(token), await renew(token)]) {
        expect(again).toMatchObject({ status: 400, message: DEAD })
      }
      const user = await ninasUser()
      expect(await moves()).toEqual([
        'notInvited > account.invite > invited (1)',
        `invited > account.accept > active (${user?.id})`,
      ])
      expect(await passwordEvents()).toEqual([{ reason: 'accepted', userId: user?.id, byId: null }])
    })

    test('works for 7 days, to the second', async () => {
      const token = await invite()
      const sentAt = server().time.getTime()
      server().now = new Date(sentAt + 7 * DAY)
      expect(await check(token)).toMatchObject({ data: { isExpired: true } })
      expect(await confirm(token)).toMatchObject({ status: 400, message: EXPIRED })
      server().now = new Date(sentAt + 7 * DAY - 1_000)
      expect(await check(token)).toMatchObject({ data: { isExpired: false } })
      expect(await confirm(token)).toMatchObject({ status: 200 })
    })

    test('gets a new link for an expired one, to the same address', async () => {
      const token = await invite()
      server().now = new Date(server().time.getTime() + 100 * DAY)
      expect(await renew(token)).toMatchObject({
        status: 200,
        message: 'We have sent a new invitation to the same email address.',
      })
      const renewed = await tokenMailed(2)
      expect(subjects()).toEqual([
        ['nina@district.example', 'Welcome to Homeroom'],
        ['nina@district.example', 'Welcome to Homeroom'],
      ])
      expect(await renew(token)).toMatchObject({ status: 400, message: DEAD })
      expect(await confirm(token)).toMatchObject({ status: 400, message: DEAD })
      expect(await confirm(renewed)).toMatchObject({ status: 200 })
    })

    test('gets no new link while the old one works', async () => {
      const token = await invite()
      expect(await renew(token)).toMatchObject({
        status: 409,
        message: 'Your invitation still works. Open its link to choose your password.',
      })
      expect(subjects()).toHaveLength(1)
      expect(await confirm(token)).toMatchObject({ status: 200 })
    })

    test('is sent again on request, and only the newest link works', async () => {
      const first = await invite()
      expect(await resend()).toMatchObject({
        status: 200,
        message: 'Invitation sent to nina@district.example',
        data: { emailId: 'nina@district.example' },
      })
      const second = await tokenMailed(2)
      expect(await confirm(first)).toMatchObject({ status: 400, message: DEAD })
      expect(await confirm(second)).toMatchObject({ status: 200 })
      expect(await resend()).toMatchObject({
        status: 409,
        message: 'Nina Newcomer has accepted the invitation already, or can no longer sign in.',
      })
      expect(await resend(99)).toMatchObject({ status: 404, message: 'Provider not found.' })
    })

    test('still works after a request for a new password; either link sets the first one', async () => {
      const token = await invite()
      await forgot()
      const recovery = await tokenMailed(2, 'reset-password')
      expect(mailServer().received[1]).toMatchObject({
        subject: 'Choose your Homeroom password',
        text: [
          'Hello Nina Newcomer,',
          'Someone, probably you, asked to reset the password of your Homeroom account. You have not chosen one yet.',
          `Choose your password:\nhttps://portal.example/reset-password/${recovery}`,
          'The link works once, for 30 minutes.',
          'If you did not ask for this, you can ignore this message: nothing has changed.\n',
        ].join('\n\n'),
      })
      expect(await check(token)).toMatchObject({ status: 200, data: { isExpired: false } })
      expect(await moves()).toEqual(['notInvited > account.invite > invited (1)'])
      // The invitation outlasts the other link, and another request replaces only that.
      await forgot()
      const newer = await tokenMailed(3, 'reset-password')
      expect(await confirm(recovery)).toMatchObject({ status: 400, message: DEAD })
      server().now = new Date(server().time.getTime() + 31 * 60_000)
      expect(await confirm(newer)).toMatchObject({ status: 400, message: DEAD })
      await forgot()
      expect(await confirm(await tokenMailed(4, 'reset-password'))).toMatchObject({ status: 200 })
      const user = await ninasUser()
      expect((await moves()).at(-1)).toBe(`invited > account.accept > active (${user?.id})`)
      expect((await passwordEvents()).at(-1)).toEqual({ reason: 'accepted', userId: user?.id, byId: null })
      expect(await confirm(token)).toMatchObject({ status: 400, message: DEAD })
      expect(await db().$count(passwordRecoveries)).toBe(0)
    })

    test('is sent again however often strangers ask for a new password', async () => {
      const token = await invite()
      for (let times = 0; times < 6; times += 1) await forgot()
      expect(await forgot()).toMatchObject({ status: 429 })
      expect(await resend()).toMatchObject({ status: 200 })
      expect(await check(token)).toMatchObject({ status: 400 })
      for (let times = 0; times < 4; times += 1) expect(await resend()).toMatchObject({ status: 200 })
      expect(await resend()).toMatchObject({
        status: 429,
        message: 'Too many attempts. Please try again in 60 minutes.',
      })
    })

    test('is renewed however often strangers ask for a new password', async () => {
      const token = await invite()
      server().now = new Date(server().time.getTime() + 8 * DAY)
      for (let times = 0; times < 6; times += 1) await forgot()
      expect(await renew(token)).toMatchObject({ status: 200 })
    })

    test('is accepted by a password that an administrator sets', async () => {
      const token = await invite()
      const body = { id: NINA_ID, newPassword: NEW, confirmNewPassword: NEW }
      expect(await server().call('resetProviderPassword', { ...(await asAda()), body })).toMatchObject({ status: 200 })
      expect(await confirm(token)).toMatchObject({ status: 400, message: DEAD })
      expect(await signIn(NINA.emailId, NEW)).toMatchObject({ status: 200 })
      expect((await moves()).at(-1)).toBe('invited > account.accept > active (1)')
    })

    test('refuses the link', async () => {
      const token = await invite()
      const user = await ninasUser()
      expect(await activate(user?.id ?? 0, false)).toMatchObject({ status: 200 })
      for (const reply of [await confirm(token), await check(token), await renew(token)]) {
        expect(reply).toMatchObject({ status: 403, message: DEACTIVATED })
      }
      expect((await moves()).at(-1)).toBe('invited > account.deactivate > deactivated (1)')
      expect(await resend()).toMatchObject({ status: 409 })
      expect(await activate(user?.id ?? 0, true)).toMatchObject({ status: 200 })
      expect((await moves()).at(-1)).toBe('deactivated > account.reactivate > invited (1)')
      expect(await confirm(token)).toMatchObject({ status: 200 })
    })

    test('is refused after the termination, too', async () => {
      const token = await invite()
      expect(await update(NINA_ID, { statusId: TERMINATED, termDate: '2026-11-20' })).toMatchObject({ status: 200 })
      expect(await confirm(token)).toMatchObject({ status: 403, message: DEACTIVATED })
      expect(await resend()).toMatchObject({
        status: 409,
        message:
          'Nina Newcomer is terminated. To let them sign in again, change the status on the Manage Providers page.',
      })
    })

    test('goes on leave when it is accepted, if an administrator has said so', async () => {
      const token = await invite({ statusId: ON_LEAVE })
      expect(await confirm(token)).toMatchObject({ status: 200 })
      expect((await moves()).at(-1)).toMatch(/^invited > account.accept > onLeave/)
    })

    test('ends in one state if it is accepted and terminated at once', async () => {
      const token = await invite()
      const [accepted, terminated] = await Promise.all([
        confirm(token),
        update(NINA_ID, { statusId: TERMINATED, termDate: '2026-11-20' }),
      ])
      expect(terminated).toMatchObject({ status: 200 })
      expect([200, 403]).toContain(accepted.status)
      expect(await signIn(NINA.emailId, NEW)).not.toMatchObject({ status: 200 })
      const last = (await moves()).at(-1)
      expect(last).toBe(`${accepted.status === 200 ? 'active' : 'invited'} > account.terminate > terminated (1)`)
    })

    test('is not sent for a terminated provider', async () => {
      expect(await add({ statusId: TERMINATED, termDate: '2026-11-19' })).toMatchObject({
        status: 201,
        message: 'Provider has been added successfully. Terminated providers are not invited.',
      })
      expect(await db().$count(jobs)).toBe(0)
    })

    test('is not sent for a provider who could not be added', async () => {
      expect(await add({ emailId: paul.email })).toMatchObject({ status: 409 })
      expect(await db().$count(jobs)).toBe(0)
    })
  })

  describe('by its status', () => {
    test('that begins and ends leaves a line in the log each', async () => {
      expect(await update(paul.providerId, { statusId: ON_LEAVE })).toMatchObject({ status: 200 })
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
      // Marked for those who plan sessions.
      expect((await server().call('getAllProviders', await asAda())).data).toEqual([
        { id: paul.providerId, providerName: 'Paul Provider', isOnLeave: true },
        { id: sofia.providerId, providerName: 'Sofía Special' },
      ])
      expect(await update(paul.providerId, { statusId: 1 })).toMatchObject({ status: 200 })
      expect(await moves(paul.providerId)).toEqual([
        'active > account.leave > onLeave (1)',
        'onLeave > account.return > active (1)',
      ])
      expect(await update(paul.providerId, { notes: 'No change of the status' })).toMatchObject({ status: 200 })
      expect(await moves(paul.providerId)).toHaveLength(2)
    })

    test('ends every way in at once', async () => {
      const { token: session, cookie } = await server().sessionOf(paul.userId)
      const { data } = await server().call('createCalendarFeed', { token: session, body: {} })
      const feed = new URL((data as { address: string }).address).pathname
      expect(await isLive(session)).toBe(true)
      expect((await server().fetch(feed)).status).toBe(200)
      expect(await update(paul.providerId, { statusId: TERMINATED, termDate: '2026-11-20' })).toMatchObject({
        status: 200,
      })
      expect(await isLive(session)).toBe(false)
      expect((await server().fetch(feed)).status).toBe(404)
      expect(await signIn(paul.email)).toMatchObject({ status: 403, message: DEACTIVATED })
      expect(await signIn(paul.email, 'a wrong password')).toMatchObject({ status: 400 })
      expect(
        await server().call('refreshToken', {
          headers: { cookie, token: session, userid: String(paul.userId) },
          body: { userid: paul.userId, email: paul.email },
        }),
      ).toMatchObject({ statusCode: 203 })
      expect(
        await db().$count(
          userSessions,
          and(eq(userSessions.userId, paul.userId), eq(userSessions.endedBy, 'deactivated')),
        ),
      ).toBe(1)
      await server().call('passwordRecoverySend', { body: { email: paul.email }, headers: headers() })
      await expect.poll(subjects).toEqual([[paul.email, 'Your Homeroom account has been deactivated']])
      expect(await moves(paul.providerId)).toEqual(['active > account.terminate > terminated (1)'])
    })

    test('is taken back with the old password', async () => {
      await update(paul.providerId, { statusId: TERMINATED, termDate: '2026-11-19' })
      expect(await update(paul.providerId, { statusId: 1 })).toMatchObject({
        status: 400,
        errors: [{ path: 'termDate', message: 'This date has passed. Remove it to take the provider back.' }],
      })
      expect(await update(paul.providerId, { statusId: 1, termDate: '' })).toMatchObject({ status: 200 })
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
      expect((await moves(paul.providerId)).at(-1)).toBe('terminated > account.rehire > active (1)')
    })

    test('is taken back without the address of the calendar, which ended with it', async () => {
      const { data } = await server().call('createCalendarFeed', { token: await tokenOf(paul.userId), body: {} })
      const feed = new URL((data as { address: string }).address).pathname
      await update(paul.providerId, { statusId: TERMINATED, termDate: '2026-11-19' })
      await update(paul.providerId, { statusId: 1, termDate: '' })
      expect((await server().fetch(feed)).status).toBe(404)
      const shared = await server().call('getCalendarFeed', { token: await tokenOf(paul.userId), body: {} })
      expect(shared).toMatchObject({ status: 200, data: null })
      expect(await moves(paul.providerId, 'calendarFeed')).toEqual([
        `private > feed.create > shared (${paul.userId})`,
        'shared > feed.revoke > private (1)',
      ])
    })

    test('comes back as it was', async () => {
      await update(paul.providerId, { statusId: ON_LEAVE })
      expect(await activate(paul.userId, false)).toMatchObject({ status: 200 })
      await update(paul.providerId, { statusId: TERMINATED, termDate: '2026-11-20' })
      expect(await activate(paul.userId, true)).toMatchObject({
        status: 409,
        message:
          'Paul Provider is terminated. To let them sign in again, change the status on the Manage Providers page.',
      })
      await update(paul.providerId, { statusId: ON_LEAVE, termDate: '' })
      expect(await signIn(paul.email)).toMatchObject({ status: 403 })
      expect(await activate(paul.userId, true)).toMatchObject({ status: 200 })
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
      expect(await moves(paul.providerId)).toEqual([
        'active > account.leave > onLeave (1)',
        'onLeave > account.deactivate > deactivated (1)',
        'deactivated > account.terminate > terminated (1)',
        'terminated > account.rehire > deactivated (1)',
        'deactivated > account.reactivate > onLeave (1)',
      ])
    })

    test('that loses its only way in can be invited again', async () => {
      await db().update(users).set({ passwordHash: null }).where(eq(users.id, paul.userId))
      await db().insert(userIdentities).values({
        issuer: 'https://id.example',
        subject: 'paul',
        userId: paul.userId,
        email: paul.email,
        linkedAt: server().time,
      })
      expect(await server().call('unlinkIdentity', { ...(await asAda()), body: { id: paul.userId } })).toMatchObject({
        status: 200,
      })
      expect(await moves(paul.providerId)).toEqual(['active > account.unlink > notInvited (1)'])
      expect(await resend(paul.providerId)).toMatchObject({ status: 200 })
      expect((await moves(paul.providerId)).at(-1)).toBe('notInvited > account.invite > invited (1)')
    })

    test('is terminated for a termination date that has passed, whatever status was chosen', async () => {
      expect(await update(paul.providerId, { termDate: '2026-11-19' })).toMatchObject({ status: 200 })
      expect((await db().select().from(providers).where(eq(providers.id, paul.providerId)))[0]).toMatchObject({
        statusId: TERMINATED,
        termDate: '2026-11-19',
      })
      expect(await moves(paul.providerId)).toEqual(['active > account.terminate > terminated (1)'])
    })

    test('is not terminated ahead of the termination date', async () => {
      expect(await update(paul.providerId, { statusId: TERMINATED, termDate: '2026-11-21' })).toMatchObject({
        status: 400,
        errors: [
          {
            path: 'termDate',
            message: 'This date is in the future. Keep another status: it changes to Terminated after the last day.',
          },
        ],
      })
    })

    test('is changed by the first of two administrators', async () => {
      const body = await formOf(paul.providerId)
      const save = async (changes: object) =>
        server().call('updateProvider', { ...(await asAda()), body: { ...body, ...changes } })
      const replies = await Promise.all([
        save({ statusId: TERMINATED, termDate: '2026-11-20' }),
        save({ statusId: ON_LEAVE }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await moves(paul.providerId)).toHaveLength(1)
    })
  })

  describe('of an administrator who is a provider', () => {
    const SELF = 'You cannot terminate yourself or put yourself on leave. Ask another administrator.'
    const promote = () => db().update(users).set({ roleId: ROLE_IDS.Administrators }).where(eq(users.id, paul.userId))

    test.each([
      [{ statusId: ON_LEAVE }, 'statusId'],
      [{ statusId: TERMINATED, termDate: '2026-11-20' }, 'statusId'],
      [{ termDate: '2026-11-19' }, 'termDate'],
      [{ termDate: '2026-12-31' }, 'termDate'],
    ])('cannot be ended by themselves: %j', async (changes, path) => {
      await promote()
      expect(await update(paul.providerId, changes, paul.userId)).toMatchObject({
        status: 409,
        message: SELF,
        errors: [{ path, message: SELF }],
      })
      expect(await moves(paul.providerId)).toEqual([])
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
    })

    test('keeps its last day until another administrator changes it', async () => {
      await promote()
      expect(await update(paul.providerId, { termDate: '2026-12-31' })).toMatchObject({ status: 200 })
      const message = 'You cannot change your own termination date. Ask another administrator.'
      for (const termDate of ['', '2027-12-31', '2026-12-30']) {
        expect(await update(paul.providerId, { termDate }, paul.userId)).toMatchObject({
          status: 409,
          errors: [{ path: 'termDate', message }],
        })
      }
      expect(await update(paul.providerId, { department: 'Office' }, paul.userId)).toMatchObject({ status: 200 })
      expect((await formOf(paul.providerId)).termDate).toBe('2026-12-31')
      expect(await update(paul.providerId, { termDate: '' })).toMatchObject({ status: 200 })
    })

    test('comes back from a leave by themselves', async () => {
      await promote()
      await update(paul.providerId, { statusId: ON_LEAVE })
      expect(await update(paul.providerId, { statusId: 1 }, paul.userId)).toMatchObject({ status: 200 })
      expect((await moves(paul.providerId)).at(-1)).toBe('onLeave > account.return > active (2)')
    })

    test('is not terminated by the one whom they terminate at the same time', async () => {
      await promote()
      await db().update(users).set({ roleId: ROLE_IDS.Administrators }).where(eq(users.id, sofia.userId))
      await db().update(users).set({ isActive: false }).where(eq(users.id, ada.userId))
      const read = async (id: number) => {
        const { data } = await server().call('getProvider', { token: await tokenOf(paul.userId), params: { id } })
        const { provider, ...more } = getProvider.data.parse(data)
        return { ...provider, ...more, statusId: TERMINATED, termDate: '2026-11-20' }
      }
      const [pauls, sofias] = [await read(paul.providerId), await read(sofia.providerId)]
      const [byPaul, bySofia] = [await tokenOf(paul.userId), await tokenOf(sofia.userId)]
      const replies = await Promise.all([
        server().call('updateProvider', { token: byPaul, body: sofias }),
        server().call('updateProvider', { token: bySofia, body: pauls }),
      ])
      // The slower one is refused for the reason of the last user, or because their session is over.
      expect(replies.map(({ status }) => status).toSorted()).toEqual([
        200,
        expect.toSatisfy((s) => s === 401 || s === 409),
      ])
      expect([...(await moves(paul.providerId)), ...(await moves(sofia.providerId))]).toHaveLength(1)
    })

    test('cannot be ended while nobody else can open Permissions, or will be able to', async () => {
      await promote()
      // Sofía's role may edit providers, but not open Permissions.
      await allowScreen(database(), 'SpecialProvider', 'ProviderProfileInformation')
      await db().update(users).set({ isActive: false }).where(eq(users.id, ada.userId))
      await db().update(users).set({ roleId: ROLE_IDS.Administrators }).where(eq(users.id, sofia.userId))
      const by = sofia.userId
      const save = async (id: number, changes: object) => {
        const { data } = await server().call('getProvider', { token: await tokenOf(by), params: { id } })
        const read = getProvider.data.parse(data)
        const { provider, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories } = read
        const body = { ...provider, id, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories }
        return server().call('updateProvider', { token: await tokenOf(by), body: { ...body, ...changes } })
      }
      // Both can open Permissions; once Sofía's last day is set, Paul is the last one after it.
      await db().update(providers).set({ termDate: '2026-11-30' }).where(eq(providers.id, sofia.providerId))
      for (const [termDate, last] of [
        ['2026-12-04', '12/04/2026'],
        ['2026-11-27', '11/30/2026'],
      ]) {
        const message = `After ${last}, nobody could open Permissions. Give another user who stays such a role first.`
        expect(await save(paul.providerId, { termDate })).toMatchObject({
          status: 409,
          errors: [{ path: 'termDate', message }],
        })
      }
      expect(await moves(paul.providerId)).toEqual([])
      await db().update(users).set({ isActive: true }).where(eq(users.id, ada.userId))
      expect(await save(paul.providerId, { termDate: '2026-11-27' })).toMatchObject({ status: 200 })
    })
  })

  describe('on the last day at work', () => {
    // Midnight in New York is 5 AM in UTC.
    const BEFORE = new Date('2026-11-21T04:59:59.999Z')
    const MIDNIGHT = new Date('2026-11-21T05:00:00Z')
    beforeEach(async () => {
      await db().update(providers).set({ termDate: '2026-11-20' }).where(eq(providers.id, paul.providerId))
    })

    test('is open to the last moment in the organization’s zone, and closed from then on', async () => {
      server().now = BEFORE
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
      const session = await tokenOf(paul.userId)
      expect(await isLive(session)).toBe(true)
      server().now = MIDNIGHT
      expect(await isLive(session)).toBe(false)
      expect(await signIn(paul.email)).toMatchObject({ status: 403, message: DEACTIVATED })
      // Nothing has swept yet.
      expect(await moves(paul.providerId)).toEqual([])
      const { data } = await server().call('getProviders', await asAda())
      expect((data as { allProviders: unknown[] }).allProviders).toContainEqual(
        expect.objectContaining({ id: paul.providerId, status: 'Terminated' }),
      )
      expect((await formOf(paul.providerId)).statusId).toBe(TERMINATED)
      const names = (await server().call('getAllProviders', await asAda())).data
      expect(names).toEqual([{ id: sofia.providerId, providerName: 'Sofía Special' }])
    })

    test('is ended by the server once, after midnight', async () => {
      server().now = BEFORE
      await server().call('createCalendarFeed', { token: await tokenOf(paul.userId), body: {} })
      await endEmployments(db(), BEFORE)
      expect(await moves(paul.providerId)).toEqual([])
      for (let times = 0; times < 2; times += 1) await endEmployments(db(), MIDNIGHT)
      expect(await moves(paul.providerId)).toEqual(['active > account.terminate > terminated (-)'])
      expect((await moves(paul.providerId, 'calendarFeed')).at(-1)).toBe('shared > feed.revoke > private (-)')
      const [stored] = await db().select().from(providers).where(eq(providers.id, paul.providerId))
      expect(stored).toMatchObject({ statusId: TERMINATED, version: 2 })
      expect(
        await db().$count(
          userSessions,
          and(eq(userSessions.userId, paul.userId), eq(userSessions.endedBy, 'deactivated')),
        ),
      ).toBe(1)
    })

    test('is ended by two servers at once only once', async () => {
      await Promise.all([endEmployments(db(), MIDNIGHT), endEmployments(db(), MIDNIGHT)])
      expect(await moves(paul.providerId)).toEqual(['active > account.terminate > terminated (-)'])
    })

    test('is ended first if an administrator saves the record before the server looks', async () => {
      server().now = MIDNIGHT
      const body = { ...(await formOf(paul.providerId)), notes: 'Left on good terms' }
      expect(await server().call('updateProvider', { ...(await asAda()), body })).toMatchObject({ status: 200 })
      expect(await moves(paul.providerId)).toEqual(['active > account.terminate > terminated (-)'])
    })
  })

  describe('with a password that an administrator sets', () => {
    const reset = async (body: object, token?: string) =>
      server().call('resetProviderPassword', {
        token: token ?? (await tokenOf(ada.userId)),
        headers: headers(),
        body: { id: paul.providerId, newPassword: NEW, confirmNewPassword: NEW, ...body },
      })

    test('signs in with it alone, and is told', async () => {
      const session = await tokenOf(paul.userId)
      expect(await reset({})).toMatchObject({ status: 200, message: 'Password Changed Successfully', data: null })
      expect(await isLive(session)).toBe(false)
      expect(await signIn(paul.email)).toMatchObject({ status: 400 })
      expect(await signIn(paul.email, NEW)).toMatchObject({ status: 200 })
      expect(await passwordEvents()).toEqual([{ reason: 'set', userId: paul.userId, byId: ada.userId }])
      await expect.poll(subjects).toEqual([[paul.email, 'Your Homeroom password was changed']])
      expect(await moves(paul.providerId)).toEqual([])
    })

    test.each([
      [{ newPassword: '', confirmNewPassword: '' }, 'newPassword', 'Please enter new password'],
      [{ confirmNewPassword: '' }, 'confirmNewPassword', 'Please confirm new password'],
      [{ confirmNewPassword: `${NEW}!` }, 'confirmNewPassword', 'Please enter same password '],
      [
        { newPassword: 'password2026!', confirmNewPassword: 'password2026!' },
        'newPassword',
        'This password is too easy to guess. Choose another one.',
      ],
      [
        { newPassword: 'PaulProvider1', confirmNewPassword: 'PaulProvider1' },
        'newPassword',
        'Choose a password that does not consist of your name or email address.',
      ],
    ])('refuses %j', async (body, path, message) => {
      expect(await reset(body)).toMatchObject({ status: 400, errors: expect.arrayContaining([{ path, message }]) })
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
    })

    test('needs a fresh proof of who the administrator is', async () => {
      const token = await tokenOf(ada.userId)
      server().now = new Date(server().time.getTime() + 10 * 60_000)
      expect(await reset({}, token)).toMatchObject({ status: 403, data: { mustConfirm: true } })
      expect(await signIn(paul.email)).toMatchObject({ status: 200 })
    })

    test('is refused for others', async () => {
      expect(await reset({}, await tokenOf(sofia.userId))).toMatchObject({ status: 403 })
      expect(await reset({ id: 99 })).toMatchObject({ status: 404, message: 'Provider not found.' })
      await update(sofia.providerId, { statusId: TERMINATED, termDate: '2026-11-20' })
      expect(await reset({ id: sofia.providerId })).toMatchObject({
        status: 409,
        message: 'Sofía Special cannot sign in: the account is deactivated or terminated.',
      })
      await db().update(users).set({ passwordHash: null }).where(eq(users.id, paul.userId))
      const linked = { issuer: 'https://id.example', subject: 'paul', email: paul.email, linkedAt: server().time }
      await db()
        .insert(userIdentities)
        .values({ ...linked, userId: paul.userId })
      expect(await reset({})).toMatchObject({
        status: 409,
        message: 'Paul Provider signs in with an identity provider and has no password.',
      })
      await db().update(users).set({ roleId: ROLE_IDS.Administrators }).where(eq(users.id, sofia.userId))
      await update(sofia.providerId, { statusId: 1, termDate: '' })
      expect(await reset({ id: sofia.providerId }, await tokenOf(sofia.userId))).toMatchObject({
        status: 409,
        message: 'Use Change Password for your own password.',
      })
    })
  })

  test('has the same state in SQL as in the domain', async () => {
    const dates = [null, '2026-11-19', '2026-11-20']
    const kinds = [1, ON_LEAVE, TERMINATED].flatMap((statusId) =>
      dates.flatMap((termDate) =>
        [true, false].flatMap((isActive) =>
          ['password', 'identity', 'passkey', 'invited', 'none'].map((way) => ({ statusId, termDate, isActive, way })),
        ),
      ),
    )
    for (const [index, { statusId, termDate, isActive, way }] of kinds.entries()) {
      const email = `kind-${index}@district.example`
      const name = { firstName: 'Kim', lastName: String(index), email, providerTypeId: 1 }
      const [provider] = await db()
        .insert(providers)
        .values({ ...name, statusId, termDate })
        .returning()
      const [user] = await db()
        .insert(users)
        .values({
          email,
          displayName: email,
          roleId: ROLE_IDS.Providers,
          providerId: provider?.id ?? 0,
          isActive,
          passwordHash: way === 'password' ? 'a hash' : null,
          invitedAt: way === 'invited' ? server().time : null,
        })
        .returning()
      const userId = user?.id ?? 0
      const linkedAt = server().time
      if (way === 'identity')
        await db()
          .insert(userIdentities)
          .values({ issuer: 'https://id.example', subject: email, userId, email, linkedAt })
      if (way === 'passkey')
        await db().insert(passkeys).values({
          userId,
          name: 'Key',
          credentialId: email,
          publicKey: '',
          userHandle: email,
          counter: 0,
          transports: [],
          createdAt: linkedAt,
        })
    }
    const rows = await db()
      .select({ email: users.email, state: accountState('2026-11-20') })
      .from(users)
      .leftJoin(providers, eq(providers.id, users.providerId))
    const states = new Map(rows.map(({ email, state }) => [email, state]))
    expect(kinds.map((_, index) => states.get(`kind-${index}@district.example`))).toEqual(
      kinds.map(({ statusId, termDate, isActive, way }) =>
        accountStateOf(
          {
            employment: { statusId, termDate },
            isActive,
            canSignIn: way !== 'none' && way !== 'invited',
            isInvited: way === 'invited',
          },
          '2026-11-20',
        ),
      ),
    )
    expect(new Set(states.values()).size).toBe(6)
    expect(await db().$count(calendarFeeds)).toBe(0)
  })
})

describe('a server without a mail server', () => {
  const database = useDatabase()
  const server = useTestServer(database, { mail: undefined })
  beforeEach(async () => {
    await truncateAll(database())
    await addDistrict(database())
    await addPlaces(database())
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  })

  test('says that nobody was invited, and what to do', async () => {
    const token = await server().tokenOf(ada.userId)
    expect(await server().call('addProvider', { token, body: NINA })).toMatchObject({
      status: 201,
      data: { id: NINA_ID, invitation: 'noMail' },
      message:
        'Provider has been added successfully. This portal does not send email, so set the first password with Reset Password.',
    })
    expect(await server().call('resendInvitation', { token, body: { id: NINA_ID } })).toMatchObject({
      status: 503,
      message:
        'This portal does not send email, so it cannot invite anyone. Set their first password with Reset Password.',
    })
    const body = { id: NINA_ID, newPassword: NEW, confirmNewPassword: NEW }
    expect(await server().call('resetProviderPassword', { token, body })).toMatchObject({ status: 200 })
    expect(await server().call('signIn', { body: { username: NINA.emailId, password: NEW } })).toMatchObject({
      status: 200,
    })
  })
})
