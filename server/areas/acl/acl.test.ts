import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCESS_VERSION } from '#contract/acl.ts'
import { accessVersionOf } from '#domain/access-version.ts'
import { ROLE_IDS, ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import { DEFAULT_SESSION_SETTINGS } from '#server/areas/login/sessions.ts'
import { providers } from '#server/db/schema/providers.ts'
import { passkeys, userIdentities, userSessions } from '#server/db/schema/sign-in.ts'
import { accessChanges, permissions, rolePermissions, users } from '#server/db/schema/users.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import {
  addPeople,
  allowScreen,
  PEOPLE,
  startTestServer,
  type TestServer,
  useTestServer,
} from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE
const NO_ACCESS = { status: 403, message: "You don't have access to this page" }
const MANAGE = 1003

describe('permissions', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const db = () => database().db
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    await allowScreen(database(), 'Administrators', 'Permissions')
    server().now = new Date('2026-11-20T15:00:00Z')
  })

  const tokenOf = (role: RoleName) => server().tokenOf(PEOPLE[role].userId)
  const rolesOf = async (permissionId: number) => {
    const rows = await db().select().from(rolePermissions).where(eq(rolePermissions.permissionId, permissionId))
    return rows.map(({ roleId }) => roleId).toSorted()
  }
  const log = async () => {
    const rows = await db().select().from(accessChanges).orderBy(accessChanges.id)
    return rows.map(({ id: _, at, ...row }) => ({ at: at.toISOString(), ...row }))
  }
  const mappings = (...active: RoleName[]) =>
    ROLE_NAMES.map((name) => ({ id: ROLE_IDS[name], name, isActive: active.includes(name) }))
  const update = (token: string, id: number, active: RoleName[], rest: object = {}) =>
    server().call('updateRoleMappings', {
      token,
      body: { id, isActive: true, userPermissionRoleMappingList: mappings(...active), ...rest },
    })

  describe('the access list', () => {
    test('lists the screens of the caller’s role', async () => {
      const token = await tokenOf('Providers')
      const { status, data } = await server().call('getRoleAccess', { token, body: { id: ROLE_IDS.Providers } })
      expect(status).toBe(200)
      expect(data).toEqual([
        { id: 1, module: 'Scheduling', screen: 'ScheduleEventViewer', name: 'The ScheduleEventViewer', isActive: true },
        { id: 3, module: 'Scheduling', screen: 'ProviderScheduling', name: 'The ProviderScheduling', isActive: true },
      ])
    })

    test.each(ROLE_NAMES)('gives %s no other role’s list', async (role) => {
      const token = await tokenOf(role)
      for (const id of [...Object.values(ROLE_IDS), 99]) {
        const { status, message } = await server().call('getRoleAccess', { token, body: { id } })
        if (id === ROLE_IDS[role]) expect(status).toBe(200)
        else expect({ status, message }).toEqual(NO_ACCESS)
      }
    })

    test('is named by every reply to a signed-in user, refusals included', async () => {
      const token = await tokenOf('Providers')
      const version = accessVersionOf(['ProviderScheduling', 'ScheduleEventViewer'])
      const { headers } = await server().call('getAllColours', { token })
      expect(headers.get(ACCESS_VERSION)).toBe(version)
      const refused = await server().call('getUsers', { token })
      expect(refused.status).toBe(403)
      expect(refused.headers.get(ACCESS_VERSION)).toBe(version)
      expect((await server().call('getHealth')).headers.get(ACCESS_VERSION)).toBeNull()
    })
  })

  describe('searching screens', () => {
    const search = async (body: object, query: Record<string, string | number> = {}) => {
      const reply = await server().call('searchPermissions', { token: await tokenOf('Administrators'), body, query })
      expect(reply.status).toBe(200)
      return reply.data as { response: { id: number }[]; pageIndex: number; pageSize: number; totalRecords: number }
    }
    const idsOf = async (body: object, query?: Record<string, string | number>) =>
      (await search(body, query)).response.map(({ id }) => id)

    test('takes the whole body of the spec, and replies with a page', async () => {
      await db().update(permissions).set({ module: 'Schools' }).where(eq(permissions.screen, 'SchoolAccount'))
      const all = { languageId: 1, isActive: true, pageIndex: 1, module: '', pageSize: 10, sortColId: 1 }
      expect(await search(all, { sortBy: 1, pageIndex: 1, pageSize: 10 })).toEqual({
        response: [
          {
            id: 1,
            module: 'Scheduling',
            screen: 'ScheduleEventViewer',
            name: 'The ScheduleEventViewer',
            isActive: true,
            roles: ['Administrators', 'Providers'],
            isScreenOnly: false,
          },
          {
            id: 2,
            module: 'Schools',
            screen: 'SchoolAccount',
            name: 'The SchoolAccount',
            isActive: true,
            roles: ['Administrators'],
            isScreenOnly: false,
          },
          {
            id: 3,
            module: 'Scheduling',
            screen: 'ProviderScheduling',
            name: 'The ProviderScheduling',
            isActive: true,
            roles: ['Providers', 'SpecialProvider'],
            isScreenOnly: false,
          },
          {
            id: MANAGE,
            module: 'Scheduling',
            screen: 'Permissions',
            name: 'The Permissions',
            isActive: true,
            roles: ['Administrators'],
            isScreenOnly: false,
          },
        ],
        pageIndex: 1,
        pageSize: 10,
        totalRecords: 4,
      })
      expect(await idsOf({ ...all, module: 'CHOO' })).toEqual([2])
      expect(await idsOf({ ...all, module: '%' })).toEqual([])
    })

    test('orders by module and screen, by screen, or by id', async () => {
      await db().update(permissions).set({ module: 'Billing' }).where(eq(permissions.screen, 'SchoolAccount'))
      expect(await idsOf({})).toEqual([2, MANAGE, 3, 1])
      expect(await idsOf({ sortColId: 3 })).toEqual([MANAGE, 3, 1, 2])
      expect(await idsOf({}, { sortBy: 1 })).toEqual([1, 2, 3, MANAGE])
    })

    test('takes the page from the body or the query', async () => {
      const more = Array.from({ length: 20 }, (_, index) => ({
        id: 2000 + index,
        module: 'Zoo',
        screen: `More${10 + index}`,
        name: `More ${10 + index}`,
      }))
      await db().insert(permissions).values(more)
      expect(await search({ pageIndex: 3, pageSize: 10 })).toMatchObject({ pageIndex: 3, totalRecords: 24 })
      expect(await idsOf({ pageIndex: 3, pageSize: 10 })).toEqual([2016, 2017, 2018, 2019])
      expect(await idsOf({}, { pageIndex: 2, pageSize: 20 })).toEqual([2016, 2017, 2018, 2019])
      expect(await idsOf({ isActive: false, module: 'zoo', pageSize: 20 })).toEqual(more.map(({ id }) => id))
      expect(await idsOf({ isActive: true, module: 'zoo' })).toEqual([])
    })
  })

  describe('the roles of a screen', () => {
    test('are all roles, with whether each may open it', async () => {
      const token = await tokenOf('Administrators')
      const { data } = await server().call('getRoleMappings', { token, query: { id: 3 } })
      expect(data).toEqual([
        { id: 1, name: 'Administrators', isActive: false, entityCacheKey: '1' },
        { id: 2, name: 'Providers', isActive: true, entityCacheKey: '1' },
        { id: 3, name: 'SpecialProvider', isActive: true, entityCacheKey: '1' },
      ])
      expect(await server().call('getRoleMappings', { token, query: { id: 77 } })).toMatchObject({
        status: 404,
        message: 'Screen not found.',
      })
    })

    test('are stored, take effect at the next call, and are logged', async () => {
      const token = await tokenOf('Administrators')
      const provider = await tokenOf('Providers')
      const schools = () => server().call('getSchools', { token })
      const events = () => server().call('getScheduleEventPageLoadLists', { token: provider })
      expect((await schools()).status).toBe(200)
      const before = (await events()).headers.get(ACCESS_VERSION)

      expect(await update(token, 2, ['Providers'])).toMatchObject({
        status: 200,
        message: 'Permissions have been updated successfully',
        data: null,
      })

      expect(await rolesOf(2)).toEqual([ROLE_IDS.Providers])
      expect(await schools()).toMatchObject(NO_ACCESS)
      expect((await events()).headers.get(ACCESS_VERSION)).not.toBe(before)
      const change = { at: '2026-11-20T15:00:00.000Z', byId: 1, kind: 'screen', permissionId: 2, userId: null }
      expect(await log()).toEqual([
        { ...change, roleId: ROLE_IDS.Administrators, before: 'Access', after: 'No access' },
        { ...change, roleId: ROLE_IDS.Providers, before: 'No access', after: 'Access' },
      ])
    })

    test('that are not listed stay, and nothing is logged if nothing changes', async () => {
      const token = await tokenOf('Administrators')
      const body = { id: 3, isActive: true, userPermissionRoleMappingList: [{ id: 2, isActive: true }] }
      expect((await server().call('updateRoleMappings', { token, body })).status).toBe(200)
      expect(await rolesOf(3)).toEqual([2, 3])
      expect(await log()).toEqual([])
    })

    test('all lose the screen if it is made inactive', async () => {
      const token = await tokenOf('Administrators')
      const body = { id: 3, isActive: false, userPermissionRoleMappingList: mappings('Administrators') }
      expect((await server().call('updateRoleMappings', { token, body })).status).toBe(200)
      expect(await rolesOf(3)).toEqual([])
    })

    test('are refused if someone else changed them, or a role does not exist', async () => {
      const token = await tokenOf('Administrators')
      await update(token, 3, ['Providers'], { entityCacheKey: '1' })
      expect(await update(token, 3, [], { entityCacheKey: '1' })).toMatchObject({
        status: 409,
        message: 'Someone else has changed this screen.',
      })
      const body = { id: 3, isActive: true, userPermissionRoleMappingList: [{ id: 9, isActive: true }] }
      expect(await server().call('updateRoleMappings', { token, body })).toMatchObject({
        status: 400,
        message: 'Role not found.',
      })
      expect(await rolesOf(3)).toEqual([ROLE_IDS.Providers])
    })
  })

  describe('the screen of permissions itself', () => {
    test('stays with the last role that has it', async () => {
      const token = await tokenOf('Administrators')
      for (const active of [true, false]) {
        expect(await update(token, MANAGE, [], { isActive: active })).toMatchObject({
          status: 400,
          message: 'This is the last role that can open Permissions. Give another role access first.',
        })
      }
      expect(await rolesOf(MANAGE)).toEqual([ROLE_IDS.Administrators])
      expect(await log()).toEqual([])
    })

    test('stays with the last role that has an active user', async () => {
      const token = await tokenOf('Administrators')
      await db().update(users).set({ isActive: false }).where(eq(users.id, sofia.userId))
      expect(await update(token, MANAGE, ['SpecialProvider'])).toMatchObject({
        status: 400,
        message:
          'Nobody who is active has another role that can open Permissions. Give such a role to an active user first.',
      })
      expect(await rolesOf(MANAGE)).toEqual([ROLE_IDS.Administrators])
    })

    test('can be handed over to another role', async () => {
      const token = await tokenOf('Administrators')
      expect((await update(token, MANAGE, ['Providers'])).status).toBe(200)
      expect(await server().call('getUsers', { token })).toMatchObject(NO_ACCESS)
      expect((await server().call('getUsers', { token: await tokenOf('Providers') })).status).toBe(200)
    })

    test('is not lost when two administrators take it from each other’s role at once', async () => {
      await allowScreen(database(), 'Providers', 'Permissions')
      const takes = [
        { token: await tokenOf('Administrators'), from: ROLE_IDS.Providers },
        { token: await tokenOf('Providers'), from: ROLE_IDS.Administrators },
      ]
      const replies = await Promise.all(
        takes.map(({ token, from }) => {
          const body = { id: MANAGE, isActive: true, userPermissionRoleMappingList: [{ id: from, isActive: false }] }
          return server().call('updateRoleMappings', { token, body })
        }),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await rolesOf(MANAGE)).toHaveLength(1)
    })
  })

  describe('users', () => {
    const read = async (query: Record<string, string | number> = {}) => {
      const { status, data } = await server().call('getUsers', { token: await tokenOf('Administrators'), query })
      expect(status).toBe(200)
      return data as { allUsers: { name: string }[]; totalRecords: number }
    }
    const namesOf = async (query: Record<string, string | number>) =>
      (await read(query)).allUsers.map(({ name }) => name)
    const activate = (token: string, id: number, isActive: boolean, entityCacheKey = '1') =>
      server().call('activateUser', { token, body: { id, isActive, entityCacheKey } })
    const changeRole = (token: string, id: number, roleId: number, entityCacheKey = '1') =>
      server().call('changeUserRole', { token, body: { id, roleId, entityCacheKey } })
    const stored = async (id: number) => {
      const [row] = await db().select().from(users).where(eq(users.id, id))
      return { roleId: row?.roleId, isActive: row?.isActive }
    }
    const endings = async (userId: number) => {
      const rows = await db().select().from(userSessions).where(eq(userSessions.userId, userId))
      return rows.map(({ endedBy, endedAt }) => [endedBy, endedAt?.toISOString()])
    }

    test('are listed with role, state and last sign-in', async () => {
      server().now = new Date('2026-11-19T12:00:00Z')
      await tokenOf('Providers')
      server().now = new Date('2026-11-20T15:00:00Z')
      expect(await read()).toMatchObject({
        totalRecords: 3,
        allUsers: [
          {
            id: 1,
            name: 'Ada Admin',
            email: ada.email,
            roleId: 1,
            role: 'Administrators',
            isActive: true,
            lastSignInUtc: '2026-11-20T15:00:00.000Z',
            identity: null,
            hasFactor: false,
            isSelf: true,
            entityCacheKey: '1',
          },
          { name: 'Paul Provider', role: 'Providers', isSelf: false, lastSignInUtc: '2026-11-19T12:00:00.000Z' },
          { name: 'Sofía Special', role: 'SpecialProvider', lastSignInUtc: null },
        ],
      })
    })

    test('are found by name, e-mail, role and state', async () => {
      await db().update(users).set({ isActive: false }).where(eq(users.id, sofia.userId))
      expect(await namesOf({ keywords: 'SOF' })).toEqual([sofia.name])
      expect(await namesOf({ keywords: 'paul@' })).toEqual([paul.name])
      expect(await namesOf({ roleId: 2 })).toEqual([paul.name])
      expect(await namesOf({ stateId: 1 })).toEqual([ada.name, paul.name])
      expect(await namesOf({ stateId: 2 })).toEqual([sofia.name])
      expect(await namesOf({ sort: '-email' })).toEqual([sofia.name, paul.name, ada.name])
    })

    test('are signed out and told so when they are deactivated', async () => {
      const token = await tokenOf('Administrators')
      const { token: provider, cookie } = await server().sessionOf(paul.userId)
      expect(await activate(token, paul.userId, false)).toMatchObject({ status: 200, data: null })
      expect(await stored(paul.userId)).toEqual({ roleId: 2, isActive: false })
      expect(await endings(paul.userId)).toEqual([['deactivated', '2026-11-20T15:00:00.000Z']])
      expect((await server().call('getAllColours', { token: provider })).status).toBe(401)
      const headers = { token: provider, userid: String(paul.userId), cookie }
      const body = { userid: paul.userId, email: paul.email }
      expect(await server().call('refreshToken', { headers, body })).toMatchObject({
        status: 203,
        message: 'Your account has been deactivated',
      })
      expect(await log()).toEqual([
        {
          at: '2026-11-20T15:00:00.000Z',
          byId: 1,
          kind: 'state',
          roleId: null,
          permissionId: null,
          userId: paul.userId,
          before: 'Active',
          after: 'Inactive',
        },
      ])

      expect((await activate(token, paul.userId, true, '2')).status).toBe(200)
      expect(await stored(paul.userId)).toEqual({ roleId: 2, isActive: true })
      // Sessions from before stay ended.
      expect((await server().call('refreshToken', { headers, body })).status).toBe(401)
      expect((await log()).map(({ before, after }) => [before, after])).toEqual([
        ['Active', 'Inactive'],
        ['Inactive', 'Active'],
      ])
    })

    test('keep no session from before a change of their role', async () => {
      const token = await tokenOf('Administrators')
      const provider = await tokenOf('Providers')
      expect(await changeRole(token, paul.userId, ROLE_IDS.Administrators)).toMatchObject({
        status: 200,
        message: 'Role has been changed successfully',
      })
      expect(await stored(paul.userId)).toEqual({ roleId: 1, isActive: true })
      expect(await endings(paul.userId)).toEqual([['role', '2026-11-20T15:00:00.000Z']])
      expect(await server().call('getAllColours', { token: provider })).toMatchObject({ status: 401 })
      expect((await server().call('getUsers', { token: await tokenOf('Providers') })).status).toBe(200)
      expect(await log()).toMatchObject([
        { kind: 'role', userId: paul.userId, before: 'Providers', after: 'Administrators' },
      ])
    })

    test('cannot change themselves', async () => {
      const token = await tokenOf('Administrators')
      const refused = {
        status: 400,
        message: 'You cannot change your own role or deactivate yourself. Ask another administrator.',
      }
      expect(await activate(token, ada.userId, false)).toMatchObject(refused)
      expect(await changeRole(token, ada.userId, 2)).toMatchObject(refused)
    })

    test('without a provider record can only be administrators', async () => {
      await db().insert(users).values({ email: 'otto@district.example', displayName: 'Otto Admin', roleId: 1 })
      const token = await tokenOf('Administrators')
      const message = 'This user has no provider record, which this role needs.'
      for (const roleId of [2, 3]) {
        expect(await changeRole(token, 4, roleId)).toMatchObject({
          status: 400,
          message,
          errors: [{ path: 'roleId', message }],
        })
      }
      expect(await changeRole(token, paul.userId, 99)).toMatchObject({ status: 400, message: 'Role not found.' })
      expect(await stored(4)).toEqual({ roleId: 1, isActive: true })
    })

    test('are refused if someone else changed them, or they do not exist', async () => {
      const token = await tokenOf('Administrators')
      await changeRole(token, paul.userId, 3)
      const stale = { status: 409, message: 'Someone else has changed this user.' }
      expect(await changeRole(token, paul.userId, 1)).toMatchObject(stale)
      expect(await activate(token, paul.userId, false)).toMatchObject(stale)
      expect(await activate(token, 77, false)).toMatchObject({ status: 404, message: 'User not found.' })
      expect(await server().call('getUser', { token, query: { id: paul.userId } })).toMatchObject({
        data: { role: 'SpecialProvider', entityCacheKey: '2' },
      })
    })

    test('never all lose Permissions: two administrators cannot deactivate each other at once', async () => {
      await db().update(users).set({ roleId: 1 }).where(eq(users.id, paul.userId))
      const [first, second] = [await tokenOf('Administrators'), await tokenOf('Providers')]
      const replies = await Promise.all([activate(first, paul.userId, false), activate(second, ada.userId, false)])
      const refused = replies.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      // The slower one is refused for the reason of the last user, or because their session is over.
      expect([400, 401]).toContain(refused[0]?.status)
      const active = await db().select().from(users).where(eq(users.isActive, true))
      expect(active.filter(({ roleId }) => roleId === 1)).toHaveLength(1)
    })
  })

  describe('the last user who can open Permissions', () => {
    const LAST = 'Ada Admin is the last active user who can open Permissions. Give another user such a role first.'
    /** A second administrator without a password, who deactivates Ada. */
    const deactivateAda = async (on = server()) => {
      const token = await on.tokenOf(paul.userId)
      return await on.call('activateUser', { token, body: { id: ada.userId, isActive: false, entityCacheKey: '1' } })
    }
    beforeEach(() => db().update(users).set({ roleId: 1, passwordHash: null }).where(eq(users.id, paul.userId)))

    test('is not one who could never sign in', async () => {
      expect(await deactivateAda()).toMatchObject({ status: 400, message: LAST })
    })

    test('may be one with a passkey alone', async () => {
      await db().insert(passkeys).values({
        userId: paul.userId,
        credentialId: 'id',
        publicKey: 'key',
        userHandle: 'handle',
        counter: 0,
        transports: [],
        name: 'My phone',
        createdAt: server().time,
      })
      expect(await deactivateAda()).toMatchObject({ status: 200 })
    })

    test('may be one with an identity at the provider of this server, but no other', async () => {
      const identity = { subject: 'paul', userId: paul.userId, email: paul.email, linkedAt: server().time }
      const settings = { issuer: 'https://accounts.google.com', clientId: 'x', clientSecret: 'x', name: 'Google' }
      await db()
        .insert(userIdentities)
        .values({ ...identity, issuer: 'https://id.before.example' })
      const on = await startTestServer(database(), { identityProvider: settings })
      on.now = server().time
      expect(await deactivateAda(on)).toMatchObject({ status: 400, message: LAST })
      await db()
        .insert(userIdentities)
        .values({ ...identity, issuer: settings.issuer })
      expect(await deactivateAda(on)).toMatchObject({ status: 200 })
      await on.stop()
    })
  })

  describe('a user who can open Permissions and leaves', () => {
    const AFTER = 'After 12/31/2026, nobody could open Permissions. Give another user who stays such a role first.'
    /** Paul, an administrator with a last day. */
    beforeEach(async () => {
      await db().update(users).set({ roleId: 1 }).where(eq(users.id, paul.userId))
      await db().update(providers).set({ termDate: '2026-12-31' }).where(eq(providers.id, paul.providerId))
    })
    const asPaul = () => server().tokenOf(paul.userId)

    test('cannot deactivate those who stay, or take their role', async () => {
      const token = await asPaul()
      const ids = { id: ada.userId, entityCacheKey: '1' }
      expect(await server().call('activateUser', { token, body: { ...ids, isActive: false } })).toMatchObject({
        status: 400,
        message: AFTER,
      })
      await db().update(users).set({ providerId: null }).where(eq(users.id, sofia.userId))
      await db().update(users).set({ providerId: sofia.providerId }).where(eq(users.id, ada.userId))
      expect(await server().call('changeUserRole', { token, body: { ...ids, roleId: 2 } })).toMatchObject({
        status: 400,
        message: AFTER,
      })
      expect(await log()).toEqual([])
    })

    test('cannot unlink those who stay from their only way in', async () => {
      const settings = { issuer: 'https://accounts.google.com', clientId: 'x', clientSecret: 'x', name: 'Google' }
      await db().update(users).set({ passwordHash: null }).where(eq(users.id, ada.userId))
      await db().insert(userIdentities).values({
        issuer: settings.issuer,
        subject: 'ada',
        userId: ada.userId,
        email: ada.email,
        linkedAt: server().time,
      })
      const on = await startTestServer(database(), { identityProvider: settings })
      on.now = server().time
      const token = await on.tokenOf(paul.userId)
      expect(await on.call('unlinkIdentity', { token, body: { id: ada.userId } })).toMatchObject({
        status: 400,
        message: AFTER,
      })
      expect(await db().$count(userIdentities)).toBe(1)
      await on.stop()
    })

    test('cannot take the screen from the role of those who stay', async () => {
      await db().update(users).set({ roleId: 3 }).where(eq(users.id, ada.userId))
      await allowScreen(database(), 'SpecialProvider', 'Permissions')
      await db().update(users).set({ isActive: false }).where(eq(users.id, sofia.userId))
      expect(await update(await asPaul(), MANAGE, ['Administrators'])).toMatchObject({
        status: 400,
        message: AFTER,
      })
      expect(await rolesOf(MANAGE)).toEqual([ROLE_IDS.Administrators, ROLE_IDS.SpecialProvider])
    })

    test('may deactivate others who leave earlier, also if nobody stays', async () => {
      await db().update(users).set({ isActive: false }).where(eq(users.id, ada.userId))
      await db().update(users).set({ roleId: 1 }).where(eq(users.id, sofia.userId))
      await db().update(providers).set({ termDate: '2026-12-01' }).where(eq(providers.id, sofia.providerId))
      const body = { id: sofia.userId, isActive: false, entityCacheKey: '1' }
      expect(await server().call('activateUser', { token: await asPaul(), body })).toMatchObject({ status: 200 })
    })
  })

  describe('the log', () => {
    test('lists the changes with names, the latest first, and finds them', async () => {
      const token = await tokenOf('Administrators')
      await update(token, 2, ['Administrators', 'Providers'])
      server().now = new Date('2026-11-20T15:05:00Z')
      await server().call('changeUserRole', { token, body: { id: paul.userId, roleId: 3, entityCacheKey: '1' } })
      const read = async (query = {}) =>
        ((await server().call('getAccessChanges', { token, query })).data as { allChanges: { id: number }[] })
          .allChanges
      const role = {
        id: 2,
        atUtc: '2026-11-20T15:05:00.000Z',
        by: 'Ada Admin',
        kind: 'role',
        subject: 'Paul Provider',
        screen: null,
        before: 'Providers',
        after: 'SpecialProvider',
      }
      const screen = {
        id: 1,
        atUtc: '2026-11-20T15:00:00.000Z',
        by: 'Ada Admin',
        kind: 'screen',
        subject: 'Providers',
        screen: 'The SchoolAccount',
        before: 'No access',
        after: 'Access',
      }
      expect(await read()).toEqual([role, screen])
      expect(await read({ keywords: 'ada' })).toEqual([role, screen])
      expect(await read({ keywords: 'paul' })).toEqual([role])
      expect(await read({ keywords: 'schoola' })).toEqual([screen])
    })

    test('can only be added to', async () => {
      await update(await tokenOf('Administrators'), 2, [])
      for (const change of ["update access_changes set after = 'Access'", 'delete from access_changes']) {
        await expect(database().pool.query(change)).rejects.toThrow('Changes of permissions are only ever added to')
      }
      expect(await log()).toHaveLength(1)
    })
  })
})

describe('servers that remember callers', () => {
  const database = useDatabase()
  const started: TestServer[] = []
  afterAll(() => Promise.all(started.map((server) => server.stop())))

  test('follow a change at once, and on another server within a second', async () => {
    await addPeople(database())
    await allowScreen(database(), 'Administrators', 'Permissions')
    const at = new Date('2026-11-20T15:00:00Z')
    const start = async () => {
      const server = await startTestServer(database(), { sessionSettings: DEFAULT_SESSION_SETTINGS })
      server.now = at
      started.push(server)
      return server
    }
    const [here, there] = [await start(), await start()]
    const [admin, provider] = [await here.tokenOf(ada.userId), await here.tokenOf(paul.userId)]
    const lists = (server: TestServer) => server.call('getScheduleEventPageLoadLists', { token: provider })
    const before = (await lists(here)).headers.get(ACCESS_VERSION)
    await lists(there)

    const body = { id: 3, isActive: true, userPermissionRoleMappingList: [{ id: 2, isActive: false }] }
    expect((await here.call('updateRoleMappings', { token: admin, body })).status).toBe(200)

    const after = (await lists(here)).headers.get(ACCESS_VERSION)
    expect(after).not.toBe(before)
    there.now = new Date(at.getTime() + 1_000)
    expect((await lists(there)).headers.get(ACCESS_VERSION)).toBe(after)
  })
})
