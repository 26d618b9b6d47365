/** Providers who are invited with their import, or later, one or many. */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkInvitations, MAX_INVITED } from '#contract/providers.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { providers } from '#server/db/schema/providers.ts'
import { passwordRecoveries } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { accountState } from '#server/db/users.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { csvOf, importCalls } from '#tests/support/server/imports.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addPlaces, addStatuses } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE
const HEAD = [
  ...['First Name', 'Last Name', 'Email', 'Provider Type', 'Schools', 'Services', 'Address Line 1'],
  ...['Country', 'State', 'City', 'Postal Code', 'Status', 'Termination Date'],
]
const row = (name: string, status = 'Active', termDate = '') => [
  ...[name, 'Newcomer', `${name.toLowerCase()}@district.example`, 'Occupational Therapist', 'Lincoln', 'OT'],
  ...['12 Elm Street', 'United States', 'IL', 'Springfield', '62701', status, termDate],
]
const GONE = row('Gus', 'Terminated', '11/1/2026')
/** The ids that the next three get. */
const [NINA, OLAF, PIA] = [3, 4, 5]
const NOT_INVITED = 1
const MAIL = { subject: 'Welcome to Homeroom' }

describe('invitations', () => {
  const database = useDatabase()
  const server = useTestServer(database, { publicUrl: 'https://portal.example' })
  const mailServer = useMailServer()
  const db = () => database().db
  const calls = importCalls(server, {
    run: 'importProviders',
    sample: 'getProviderImportSample',
    problems: 'getProviderImportProblems',
  })
  let token = ''

  beforeEach(async () => {
    await truncateAll(database())
    await addDistrict(database())
    await addPlaces(database())
    await addStatuses(database())
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await db()
      .insert(users)
      .values({ email: 'omar@district.example', displayName: 'Omar Admin', roleId: ROLE_IDS.Administrators })
    server().renew()
    server().now = new Date('2026-11-20T15:00:00Z')
    token = await server().tokenOf(ada.userId)
  })
  useJobs(database, server, mailServer)

  const file = csvOf(HEAD, row('Nina'), row('Olaf'), row('Pia'), GONE)
  const take = async (invitations: 'now' | 'later') => {
    const { key } = await calls.check(file, token)
    return calls.send(file, token, { key, invitations })
  }
  const states = async () =>
    (
      await db()
        .select({ id: providers.id, state: accountState('2026-11-20') })
        .from(users)
        .innerJoin(providers, eq(providers.id, users.providerId))
        .orderBy(asc(providers.id))
    ).map(({ state }) => state)
  const moves = async () =>
    (
      await db().select().from(transitionLog).where(eq(transitionLog.machine, 'account')).orderBy(asc(transitionLog.id))
    ).map(
      ({ entity, fromState, event, toState, userId }) => `${entity}: ${fromState} > ${event} > ${toState} (${userId})`,
    )
  /** In alphabetical order: emails are sent side by side. */
  const mailedTo = () =>
    mailServer()
      .received.flatMap(({ to }) => [to].flat()[0]?.text ?? [])
      .toSorted()
  const invitedRows = () => db().$count(users, isNotNull(users.invitedAt))
  const check = (body: object) => server().call('checkInvitations', { token, body })
  const invite = (providerIds: readonly number[], headers = {}) =>
    server().call('inviteProviders', { token, body: { providerIds }, headers })
  const setActive = (providerId: number, isActive: boolean) =>
    db().update(users).set({ isActive }).where(eq(users.providerId, providerId))

  test('are asked about before an import, and none is sent without an answer', async () => {
    const report = await calls.check(file, token)
    expect(report).toMatchObject({ rows: 4, records: 4, invitations: 3 })
    expect(await calls.send(file, token, { key: report.key })).toMatchObject({
      status: 406,
      message: 'Choose whether to send the invitations now or later.',
    })
    expect(await db().$count(providers)).toBe(2)
    expect(await db().$count(jobs)).toBe(0)
  })

  test('go out with the import, and are announced once', async () => {
    expect(await take('now')).toMatchObject({ status: 200, data: { added: 4, invitations: 3 } })
    await expect.poll(mailedTo).toEqual(['nina', 'olaf', 'pia'].map((n) => `${n}@district.example`))
    expect(mailServer().received).toMatchObject([MAIL, MAIL, MAIL])
    expect(await states()).toEqual(['active', 'active', 'invited', 'invited', 'invited', 'terminated'])
    expect(await moves()).toEqual([NINA, OLAF, PIA].map((id) => `${id}: notInvited > account.invite > invited (1)`))
    expect(await notified(database())).toEqual([
      ['Omar Admin', 'Nina Newcomer, Olaf Newcomer, Pia Newcomer were invited to Homeroom.'],
    ])
  })

  describe('that wait', () => {
    beforeEach(async () => {
      expect(await take('later')).toMatchObject({ status: 200, data: { added: 4, invitations: 3 } })
    })

    test('of more than go at once are counted before, and sent in parts', async () => {
      await database().pool.query(`
        insert into providers (id, first_name, last_name, email, provider_type_id, status_id, hire_date)
          overriding system value
        select 100 + n, first_name, last_name, concat('many', n, '@district.example'), provider_type_id, status_id, hire_date
        from generate_series(1, ${MAX_INVITED}) n, providers where providers.id = ${NINA}`)
      await database().pool.query(`
        insert into users overriding system value
        select copied.* from generate_series(1, ${MAX_INVITED}) n, users stored,
          jsonb_populate_record(stored, jsonb_build_object(
            'id', 100 + n, 'provider_id', 100 + n, 'email', concat('many', n, '@district.example'))) copied
        where stored.provider_id = ${NINA}`)
      const filters = { accountStateId: NOT_INVITED }
      const checked = await check({ filters })
      expect(checked).toMatchObject({ status: 200, data: { more: 3, leftOut: [] } })
      const { toInvite } = checkInvitations.data.parse(checked.data)
      expect(toInvite).toHaveLength(MAX_INVITED)
      expect(await invite(toInvite.map(({ id }) => id))).toMatchObject({
        status: 200,
        data: { invited: MAX_INVITED, leftOut: [] },
      })
      expect(await check({ filters })).toMatchObject({ data: { toInvite: { length: 3 }, more: 0 } })
    })

    test('leave no link, no email and no announcement, and the list finds who waits', async () => {
      expect(await db().$count(jobs)).toBe(0)
      expect(await db().$count(passwordRecoveries)).toBe(0)
      expect(await invitedRows()).toBe(0)
      expect(await moves()).toEqual([])
      expect(await notified(database())).toEqual([])
      expect(await states()).toEqual(['active', 'active', 'notInvited', 'notInvited', 'notInvited', 'terminated'])
      const list = async (accountStateId: number) => {
        const query = { pageIndex: 1, pageSize: 10, accountStateId }
        const { data } = await server().call('getProviders', { token, query })
        const { allProviders, totalRecords } = Object(data)
        expect(totalRecords).toBe(allProviders.length)
        return allProviders.map(({ providerName }: { providerName: string }) => providerName)
      }
      expect(await list(NOT_INVITED)).toEqual(['Nina Newcomer', 'Olaf Newcomer', 'Pia Newcomer'])
      expect(await list(2)).toEqual([])
      expect(await list(3)).toEqual(['Paul Provider', 'Sofía Special'])
      expect(await list(6)).toEqual(['Gus Newcomer'])
    })

    test('are sent to all that match, with the reason for each who is left out', async () => {
      await setActive(PIA, false)
      const filters = { providerName: 'newcomer' }
      expect(await check({ filters })).toMatchObject({
        status: 200,
        data: {
          toInvite: [
            { id: NINA, name: 'Nina Newcomer' },
            { id: OLAF, name: 'Olaf Newcomer' },
          ],
          leftOut: [
            { name: 'Gus Newcomer', reason: 'Has left' },
            { id: PIA, name: 'Pia Newcomer', reason: 'The account is deactivated' },
          ],
        },
      })
      expect(await check({ filters: { ...filters, accountStateId: NOT_INVITED } })).toMatchObject({
        data: { leftOut: [] },
      })
      expect(await check({ providerIds: [paul.providerId, sofia.providerId] })).toMatchObject({
        data: {
          toInvite: [],
          leftOut: [
            { name: 'Paul Provider', reason: 'Can sign in already' },
            { name: 'Sofía Special', reason: 'Can sign in already' },
          ],
        },
      })
      expect(await check({})).toMatchObject({ status: 400 })
      // Someone else invites one of them meanwhile.
      expect(await server().call('resendInvitation', { token, body: { id: NINA } })).toMatchObject({ status: 200 })
      expect(await invite([NINA, OLAF])).toMatchObject({
        status: 200,
        message: '1 invitation sent',
        data: {
          invited: 1,
          leftOut: [
            { id: NINA, name: 'Nina Newcomer', reason: 'Already invited. Use Resend invitation to send a new link.' },
          ],
        },
      })
      await expect.poll(mailedTo).toEqual(['nina@district.example', 'olaf@district.example'])
      expect(await notified(database())).toEqual([
        ['Omar Admin', 'Nina Newcomer was invited to Homeroom.'],
        ['Omar Admin', 'Olaf Newcomer was invited to Homeroom.'],
      ])
    })

    test('are sent once, however often the button is pressed', async () => {
      const replies = await Promise.all([1, 2, 3].map(() => invite([PIA, NINA, OLAF])))
      expect(replies.map(({ data }) => Object(data).invited).toSorted()).toEqual([0, 0, 3])
      await expect.poll(() => mailedTo().length).toBe(3)
      expect(await db().$count(passwordRecoveries)).toBe(3)
      expect(await moves()).toHaveLength(3)
      const pressed = await invite([PIA, NINA, OLAF])
      expect(pressed).toMatchObject({ message: 'No invitations sent', data: { invited: 0 } })
      expect(mailedTo()).toHaveLength(3)
    })

    test('are sent once for a repeated call, which gets the same reply', async () => {
      const headers = { 'idempotency-key': '8c0f4a1e-6f0e-4f5c-9d5e-0d3f1f1a2b3c' }
      const first = await invite([NINA], headers)
      expect(first).toMatchObject({ status: 200, data: { invited: 1, leftOut: [] } })
      const again = await invite([NINA], headers)
      expect(again).toMatchObject({ status: 200, message: first.message, data: first.data })
      await expect.poll(mailedTo).toEqual(['nina@district.example'])
    })

    test('are not needed by those who prove that the address is theirs', async () => {
      const forgot = (email: string) => server().call('passwordRecoverySend', { body: { email } })
      const known = await forgot('nina@district.example')
      const unknown = await forgot('nobody@district.example')
      expect([known.status, known.message, known.data]).toEqual([unknown.status, unknown.message, unknown.data])
      await expect.poll(() => mailServer().received.length).toBe(1)
      expect(mailServer().received[0]).toMatchObject({ subject: 'Choose your Homeroom password' })
      // Asking invites nobody.
      expect((await states())[2]).toBe('notInvited')
      const link = /reset-password\/([\w-]{43})/.exec(mailServer().received[0]?.text ?? '')?.[1]
      const chosen = { newPassword: 'a brand new password', confirmPassword: 'a brand new password' }
      expect(await server().call('passwordRecoveryConfirm', { body: { token: link, ...chosen } })).toMatchObject({
        status: 200,
      })
      const [nina] = await db().select().from(users).where(eq(users.providerId, NINA))
      expect(await moves()).toEqual([`${NINA}: notInvited > account.accept > active (${nina?.id})`])
      expect(await invite([NINA])).toMatchObject({ data: { invited: 0, leftOut: [{ reason: 'Can sign in already' }] } })
    })

    test('are still to be sent after a leave, a deactivation and a termination', async () => {
      const set = (values: object) => db().update(providers).set(values).where(eq(providers.id, NINA))
      await setActive(NINA, false)
      expect((await states())[2]).toBe('deactivated')
      await setActive(NINA, true)
      await set({ statusId: 3 })
      expect((await states())[2]).toBe('terminated')
      await set({ statusId: 2 })
      expect((await states())[2]).toBe('notInvited')
      expect(await invite([NINA])).toMatchObject({ data: { invited: 1 } })
      expect(
        await db().$count(
          users,
          and(eq(users.providerId, NINA), eq(users.invitedAt, new Date('2026-11-20T15:00:00Z'))),
        ),
      ).toBe(1)
    })
  })

  test('are for administrators with access to the screen', async () => {
    for (const { userId } of [paul, sofia]) {
      const as = await server().tokenOf(userId)
      const body = { providerIds: [paul.providerId] }
      for (const name of ['checkInvitations', 'inviteProviders'] as const) {
        expect(await server().call(name, { token: as, body })).toMatchObject({ status: 403 })
      }
    }
  })
})

describe('invitations on a server without a mail server', () => {
  const database = useDatabase()
  const server = useTestServer(database, { mail: undefined })

  test('are not asked about, and refused with what to do instead', async () => {
    await truncateAll(database())
    await addDistrict(database())
    await addPlaces(database())
    await addStatuses(database())
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    const token = await server().tokenOf(ada.userId)
    const body = csvOf(HEAD, row('Nina'))
    const { run, sample, problems } = {
      run: 'importProviders',
      sample: 'getProviderImportSample',
      problems: 'getProviderImportProblems',
    } as const
    const calls = importCalls(server, { run, sample, problems })
    const { key, invitations } = await calls.check(body, token)
    expect(invitations).toBe(0)
    expect(await calls.send(body, token, { key })).toMatchObject({ status: 200 })
    for (const name of ['checkInvitations', 'inviteProviders'] as const) {
      expect(await server().call(name, { token, body: { providerIds: [NINA] } })).toMatchObject({
        status: 503,
        message:
          'This portal does not send email, so it cannot invite anyone. Set their first password with Reset Password.',
      })
    }
  })
})
