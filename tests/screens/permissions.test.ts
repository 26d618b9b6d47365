/** The page of permissions and users; most tests of its lists are generated from their definitions. */
import { asc, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { getScheduleEvents } from '#contract/schedule.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { accessChangeList } from '#screens/people/access-changes-screen.tsx'
import { permissionList } from '#screens/people/permissions-screen.tsx'
import { userList } from '#screens/people/users-screen.tsx'
import { authenticatorApps, recoveryCodes, userIdentities } from '#server/db/schema/sign-in.ts'
import { accessChanges, permissions, rolePermissions, roles, users } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { choose, dialogSays, failureNotice, messagesAtFields, press } from '#tests/support/definition-page.ts'
import { tabTo } from '#tests/support/focus.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addApp } from '#tests/support/server/authenticator-app.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { tokenIn } from '#tests/support/sessions.ts'

const portal = usePortal()
const { database, server, newPage, signIn, signInByForm } = portal
const db = () => database().db
const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE

/** Ten in the morning in New York. */
const NOW = new Date('2026-11-20T15:00:00Z')
const TITLE = 'Assign Permission To'
const UPDATED = 'Permissions have been updated successfully'
const OWN = 'The Permissions'
/** A screen for every role. */
const CASELOADS = 'The Caseloads'
const CASELOADS_ID = 1004
const OWN_ID = 1003

beforeEach(async () => {
  server().now = NOW
  await allowScreen(database(), 'Administrators', 'Permissions')
  await allowScreen(database(), 'Administrators', 'Caseloads')
  await db().update(permissions).set({ module: 'Schools' }).where(eq(permissions.id, CASELOADS_ID))
})

const open = async (path = '/acl', options: Parameters<typeof newPage>[0] = {}) => {
  const page = await newPage(options)
  await signIn(page, ada.email)
  await page.goto(path)
  await page.getByText(/\d results$/).waitFor()
  return page
}
const dialog = (page: Page) => page.getByRole('dialog', { name: TITLE, exact: true })
const provide = (page: Page, role: string) =>
  page.getByRole('checkbox', { name: `Provide Access to ${role}`, exact: true })
const openDialog = async (page: Page, screen: string) => {
  await press(page, `Choose roles for ${screen}`)
  await dialog(page).getByRole('button', { name: 'Submit' }).waitFor()
}
const accessOf = (page: Page, screen: string) =>
  page.getByRole('row').filter({ hasText: screen }).getByRole('cell').nth(3).innerText()
const rolesOf = async (permissionId: number) => {
  const rows = await db().select().from(rolePermissions).where(eq(rolePermissions.permissionId, permissionId))
  return rows.map(({ roleId }) => roleId).toSorted()
}
const changesStored = async () => {
  const rows = await db().select().from(accessChanges).orderBy(asc(accessChanges.id))
  return rows.map(({ byId, roleId, permissionId, userId, before, after }) => [
    byId,
    roleId ?? userId,
    permissionId,
    before,
    after,
  ])
}
const denied = (page: Page) => page.getByRole('heading', { name: "You don't have access to this page", exact: true })

test("uses the spec's wording", () => {
  expect(permissionList.columns.map(({ title }) => title)).toEqual([
    'Module Name',
    'Screen Name',
    'Access',
    'Choose Role',
  ])
  expect(permissionList.emptyText).toBe('No Data Found')
})

listTests(portal, {
  definition: permissionList,
  path: '/acl',
  rows: [
    ['Scheduling', OWN, 'Administrators', ''],
    ['Scheduling', 'The ProviderScheduling', 'Providers, SpecialProvider', ''],
    ['Scheduling', 'The ScheduleEventViewer', 'Administrators, Providers', ''],
    ['Scheduling', 'The SchoolAccount', 'Administrators', ''],
    ['Schools', CASELOADS, 'Administrators', ''],
  ],
  filters: {
    module: { enter: 'choo', address: '?module=choo', shows: [['Schools', CASELOADS, 'Administrators', '']] },
  },
  addRecords: (count) =>
    db()
      .insert(permissions)
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: 2000 + index,
          module: 'Zoo',
          screen: `More${10 + index}`,
          name: `More ${10 + index}`,
        })),
      ),
})

const adasRow = ['Ada Admin (you)', ada.email, 'Administrators', '11/20/2026 10:00 AM', '', '']
const paulsRow = ['Paul Provider', paul.email, 'Providers', 'Never', '', '']
const sofiasRow = ['Sofía Special', sofia.email, 'SpecialProvider', 'Never', '', '']

describe('the users', () => {
  beforeEach(() => db().update(users).set({ isActive: false }).where(eq(users.id, sofia.userId)))

  listTests(portal, {
    definition: userList,
    path: '/acl/users',
    hasRowActions: true,
    rows: [adasRow, paulsRow, sofiasRow],
    filters: {
      search: { enter: 'paul@', address: '?search=paul%40', shows: [paulsRow] },
      role: { enter: 'SpecialProvider', address: '?role=3', shows: [sofiasRow] },
      state: { enter: 'Inactive', address: '?state=2', shows: [sofiasRow] },
      sort: {
        enter: 'Email, Z-A',
        address: '?sort=-email',
        shows: [sofiasRow, paulsRow, adasRow],
      },
    },
    addRecords: (count) =>
      db()
        .insert(users)
        .values(
          Array.from({ length: count }, (_, index) => ({
            email: `user${10 + index}@district.example`,
            displayName: `User ${10 + index}`,
            roleId: 1,
          })),
        ),
  })
})

describe('the log', () => {
  const change = (index: number) => ({
    at: NOW,
    byId: ada.userId,
    kind: 'screen' as const,
    roleId: ROLE_IDS.Providers,
    permissionId: CASELOADS_ID,
    before: index % 2 === 0 ? 'No access' : 'Access',
    after: index % 2 === 0 ? 'Access' : 'No access',
  })
  beforeEach(async () => {
    await db().insert(accessChanges).values(change(0))
    await db()
      .insert(accessChanges)
      .values({ at: NOW, byId: ada.userId, kind: 'state', userId: paul.userId, before: 'Active', after: 'Inactive' })
  })
  const at = '11/20/2026 10:00 AM'
  const state = [at, 'Ada Admin', 'Paul Provider', 'User status', 'Active', 'Inactive']
  const screen = [at, 'Ada Admin', 'Providers', CASELOADS, 'No access', 'Access']

  listTests(portal, {
    definition: accessChangeList,
    path: '/acl/changes',
    rows: [state, screen],
    filters: { search: { enter: 'paul', address: '?search=paul', shows: [state] } },
    addRecords: (count) =>
      db()
        .insert(accessChanges)
        .values(Array.from({ length: count }, (_, index) => change(index))),
  })
})

describe('assigning a screen to roles', () => {
  test('works by keyboard alone: shows the roles, stores the choice, and tells it in the history', async () => {
    const page = await open()
    await page.route('**/get-role-mappings-by-permission-id**', (route) => route.abort())
    await press(page, `Choose roles for ${CASELOADS}`)
    await dialog(page).getByText('The roles could not be loaded.').waitFor()
    await page.unroute('**/get-role-mappings-by-permission-id**')
    await press(dialog(page), 'Try again')
    await provide(page, 'Providers').check()
    await press(dialog(page), 'Cancel')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await rolesOf(CASELOADS_ID)).toEqual([ROLE_IDS.Administrators])

    await page.getByRole('button', { name: `Choose roles for ${CASELOADS}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await provide(page, 'Providers').waitFor()
    expect(await dialog(page).getByRole('row').allInnerTexts()).toEqual([
      'S.No\tUser Role\tProvide Access',
      '1\tAdministrators\t',
      '2\tProviders\t',
      '3\tSpecialProvider\t',
    ])
    expect(await provide(page, 'Providers').isChecked()).toBe(false)
    const reach = (target: ReturnType<typeof provide>) => tabTo(target, 12)
    await reach(provide(page, 'Administrators'))
    await page.keyboard.press('Space')
    await reach(provide(page, 'Providers'))
    await page.keyboard.press('Space')
    await reach(dialog(page).getByRole('button', { name: 'Submit' }))
    const sent = page.waitForRequest((request) => request.url().endsWith('/update-role-mappings'))
    await page.keyboard.press('Enter')
    expect((await sent).postDataJSON()).toEqual({
      languageId: 1,
      createdById: 1,
      updatedById: 1,
      id: CASELOADS_ID,
      isActive: true,
      userPermissionRoleMappingList: [
        { id: 1, name: 'Administrators', isActive: false },
        { id: 2, name: 'Providers', isActive: true },
        { id: 3, name: 'SpecialProvider', isActive: false },
      ],
      entityCacheKey: '1',
    })
    await dialogSays(page, TITLE, UPDATED)
    await page.keyboard.press('Enter')
    await expect.poll(() => accessOf(page, CASELOADS)).toBe('Providers')
    // The focus is back where it came from.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(`Choose roles for ${CASELOADS}`)
    expect(await rolesOf(CASELOADS_ID)).toEqual([ROLE_IDS.Providers])
    expect(await changesStored()).toEqual([
      [ada.userId, ROLE_IDS.Administrators, CASELOADS_ID, 'Access', 'No access'],
      [ada.userId, ROLE_IDS.Providers, CASELOADS_ID, 'No access', 'Access'],
    ])
    await page.getByRole('link', { name: 'Change History' }).click()
    await page.getByRole('row').filter({ hasText: CASELOADS }).first().waitFor()
    expect((await page.getByRole('row').allInnerTexts()).slice(1)).toEqual([
      `1\t11/20/2026 10:00 AM\tAda Admin\tProviders\t${CASELOADS}\tNo access\tAccess`,
      `2\t11/20/2026 10:00 AM\tAda Admin\tAdministrators\t${CASELOADS}\tAccess\tNo access`,
    ])
  })

  test('keeps the choice when someone else was faster, is offered to roles with a way there, and says if there is no list', async () => {
    await allowScreen(database(), 'Providers', 'SchoolAccount')
    const page = await open()
    await openDialog(page, CASELOADS)
    await provide(page, 'Providers').check()
    const body = { id: CASELOADS_ID, userPermissionRoleMappingList: [{ id: 3, isActive: true }] }
    const token = await server().tokenOf(ada.userId)
    expect((await server().call('updateRoleMappings', { token, body })).status).toBe(200)
    await press(dialog(page), 'Submit')
    const failure = await dialogSays(
      page,
      'Not saved',
      'Someone else has changed this screen.\n\nYour entries are still here. Saving again replaces the other change.',
    )
    expect(await axeFindings(page)).toEqual([])
    await press(failure, 'OK')
    expect(await provide(page, 'Providers').isChecked()).toBe(true)
    await press(dialog(page), 'Submit')
    await press(await dialogSays(page, TITLE, UPDATED), 'OK')
    expect(await rolesOf(CASELOADS_ID)).toEqual([ROLE_IDS.Administrators, ROLE_IDS.Providers])

    await openDialog(page, 'The SchoolAccount')
    await dialog(page).getByText('The SchoolAccount. Only Administrators can open this screen.').waitFor()
    expect(await provide(page, 'SpecialProvider').isEnabled()).toBe(false)
    // What is given can still be taken.
    await provide(page, 'Providers').uncheck()
    await press(dialog(page), 'Submit')
    await press(await dialogSays(page, TITLE, UPDATED), 'OK')
    await expect.poll(() => accessOf(page, 'The SchoolAccount')).toBe('Administrators')

    await page.route('**/api/acl/permission/search**', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, message: 'The list is broken.', data: null } }),
    )
    await page.reload()
    await press(await dialogSays(page, 'Error', 'The list is broken.'), 'OK')
    await expect.poll(async () => (await page.getByRole('row').allInnerTexts()).slice(1)).toEqual(['No Data Found'])
    await failureNotice(page, 'The list could not be loaded.').waitFor()
  })

  test('has room for forty roles with long names, on a large and on a small screen', async () => {
    const names = Array.from(
      { length: 40 },
      (_, index) =>
        `Coordinators of speech and language services in district ${index + 10} and its neighboring districts`,
    )
    await db()
      .insert(roles)
      .values(names.map((name, index) => ({ id: 100 + index, name })))
    await db()
      .insert(rolePermissions)
      .values(names.map((_, index) => ({ roleId: 100 + index, permissionId: CASELOADS_ID })))
    const page = await open()
    await openDialog(page, CASELOADS)
    expect(await dialog(page).getByRole('checkbox', { checked: true }).count()).toBe(41)
    for (const [colorScheme, width, height] of [
      ['light', 1280, 800],
      ['dark', 390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await provide(page, names[39] ?? '').uncheck()
    await press(dialog(page), 'Submit')
    await press(await dialogSays(page, TITLE, UPDATED), 'OK')
    expect(await rolesOf(CASELOADS_ID)).toHaveLength(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name })

test('this page stays with the last role that has it, until another gets it, which then has it in its menu', async () => {
  const page = await open()
  await openDialog(page, OWN)
  await provide(page, 'Administrators').uncheck()
  await press(dialog(page), 'Submit')
  const question = 'Are you sure you want to remove your own access?'
  await dialogSays(page, question, 'Your role will no longer be able to open Permissions.')
  expect(await axeFindings(page)).toEqual([])
  await press(page, 'Remove my access')
  await press(
    await dialogSays(
      page,
      'Not saved',
      'This is the last role that can open Permissions. Give another role access first.',
    ),
    'OK',
  )
  expect(await provide(page, 'Administrators').isChecked()).toBe(false)
  expect(await rolesOf(OWN_ID)).toEqual([ROLE_IDS.Administrators])

  await provide(page, 'Providers').check()
  await press(dialog(page), 'Submit')
  await press(page, 'Remove my access')
  await press(await dialogSays(page, TITLE, UPDATED), 'OK')
  await denied(page).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  await signIn(page, paul.email)
  await page.goto('/schedule-event-viewer')
  await menuLink(page, 'Permissions').click()
  await page.getByText('1-5 of 5 results').waitFor()
})

test('an open page elsewhere says at its next call that it was taken away, that the role changed, and that the user was deactivated', async () => {
  const VIEWER = 'The ScheduleEventViewer'
  const theirs = await newPage()
  await signIn(theirs, paul.email)
  await hearOnlyTheTest(theirs)
  await theirs.goto('/schedule-event-viewer')
  const viewer = theirs.getByRole('heading', { name: 'Manage Schedule' })
  await viewer.waitFor()
  const next = () => theirs.getByRole('button', { name: /Next/ }).first().click()

  const page = await open()
  await openDialog(page, VIEWER)
  await provide(page, 'Providers').uncheck()
  await press(dialog(page), 'Submit')
  await press(await dialogSays(page, TITLE, UPDATED), 'OK')
  await next()
  await denied(theirs).waitFor()
  expect(await theirs.getByRole('dialog').count()).toBe(0)
  expect(await menuLink(theirs, 'Manage Schedule').count()).toBe(0)
  expect(await axeFindings(theirs)).toEqual([])
  await openDialog(page, VIEWER)
  await provide(page, 'Providers').check()
  await press(dialog(page), 'Submit')
  await press(await dialogSays(page, TITLE, UPDATED), 'OK')
  await theirs.getByRole('link', { name: 'Go to the Home Page' }).click()
  await menuLink(theirs, 'Manage Schedule').click()
  await viewer.waitFor()

  await page.getByRole('link', { name: 'Users' }).click()
  await press(page, 'Change the role of Paul Provider')
  const form = page.getByRole('dialog', { name: 'Change Role', exact: true })
  await form
    .getByText('Paul Provider will be signed out and gets the menu of the new role at the next sign-in.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await choose(page, 'User Role', 'Administrators')
  const sent = page.waitForRequest((request) => request.url().endsWith('/change-role'))
  await press(form, 'Save')
  expect((await sent).postDataJSON()).toEqual({
    languageId: 1,
    createdById: 1,
    updatedById: 1,
    id: paul.userId,
    roleId: ROLE_IDS.Administrators,
    entityCacheKey: '1',
  })
  await page.getByText('Role has been changed successfully').waitFor()
  await page.getByRole('row', { name: /Paul Provider.*Administrators/ }).waitFor()
  await next()
  await theirs.getByText('Your session has been expired. Please login again!').waitFor()
  await theirs.getByRole('button', { name: 'OK' }).click()
  // The last that the page reads by itself: nothing is read ahead, since no leading tab says that it hears of changes.
  let weeks = 0
  theirs.on('response', (response) => {
    if (response.url().endsWith(getScheduleEvents.path)) weeks += 1
  })
  await signInByForm(theirs, paul.email)
  await menuLink(theirs, 'Workflows').waitFor()
  await expect.poll(() => weeks).toBe(1)

  const control = page.getByRole('switch', { name: 'Paul Provider is active' })
  await control.press('Space')
  const question = await dialogSays(page, 'Are you sure you want to deactivate this user?', 'Paul Provider')
  await press(question, 'Deactivate user')
  await expect.poll(() => control.isChecked()).toBe(false)
  await expect.poll(() => control.isEnabled()).toBe(true)
  const [stored] = await db().select().from(users).where(eq(users.id, paul.userId))
  expect(stored?.isActive).toBe(false)
  await menuLink(theirs, 'Manage Schedule').click()
  await theirs.getByText('Your account has been deactivated').waitFor()
  expect(new URL(theirs.url()).pathname + new URL(theirs.url()).search).toBe('/login?forcedLogout=true')
  // Activating needs no question.
  await control.press('Space')
  await expect.poll(() => control.isChecked()).toBe(true)
  expect((await changesStored()).slice(-2)).toEqual([
    [ada.userId, paul.userId, null, 'Active', 'Inactive'],
    [ada.userId, paul.userId, null, 'Inactive', 'Active'],
  ])
})

test('users are unlinked and lose their sign-in methods after a question, and their log says so', async () => {
  await db().insert(userIdentities).values({
    issuer: 'https://accounts.google.com',
    subject: '117',
    userId: paul.userId,
    email: 'paul.provider@gmail.example',
    linkedAt: NOW,
  })
  await addApp(server(), paul.userId)
  const page = await open('/acl/users')
  const unlink = page.getByRole('button', { name: 'Unlink Paul Provider from Google' })
  const reset = page.getByRole('button', { name: 'Reset sign-in methods of Paul Provider' })
  await unlink.waitFor()
  await page.getByRole('cell', { name: 'Google paul.provider@gmail.example', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^Unlink/ }).count()).toBe(1)
  // Nobody else has a second factor.
  expect(await page.getByRole('button', { name: /^Reset sign-in/ }).count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  await unlink.click()
  const unlinking = await dialogSays(
    page,
    'Are you sure you want to unlink this user from Google?',
    'Paul Provider stays signed in. The next sign-in with Google links the account that has the same email address.',
  )
  expect(await db().$count(userIdentities)).toBe(1)
  const sent = page.waitForRequest((request) => request.url().endsWith('/unlink-identity'))
  await press(unlinking, 'Unlink user')
  expect((await sent).postDataJSON()).toEqual({ languageId: 1, id: paul.userId })
  await unlink.waitFor({ state: 'hidden' })
  expect(await db().$count(userIdentities)).toBe(0)

  server().now = new Date(server().time.getTime() + 11 * 60_000)
  await reset.click()
  const resetting = await dialogSays(
    page,
    'Are you sure you want to reset the sign-in methods of this user?',
    'Paul Provider loses every passkey, the authenticator app and the recovery codes. The password stays.',
  )
  const paulsApps = eq(authenticatorApps.userId, paul.userId)
  expect(await db().$count(authenticatorApps, paulsApps)).toBe(1)
  await press(resetting, 'Reset methods')
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await press(page, 'Continue')
  await page.getByText('The sign-in methods were reset').waitFor()
  await reset.waitFor({ state: 'hidden' })
  expect(await db().$count(authenticatorApps, paulsApps)).toBe(0)
  expect(await db().$count(recoveryCodes, eq(recoveryCodes.userId, paul.userId))).toBe(0)

  // What happened is in the log, with the administrator's name.
  await page.getByRole('link', { name: 'Sign-Ins' }).click()
  for (const what of ['Unlinked from the identity provider', 'Sign-in methods reset']) {
    await page
      .getByRole('row', { name: new RegExp(`Paul Provider.*${what} by an administrator \\(Ada Admin\\)`) })
      .waitFor()
  }
})

test('users are not changed by themselves, not against a rule, and not if someone else was faster', async () => {
  await db().insert(users).values({ email: 'otto@district.example', displayName: 'Otto Admin', roleId: 1 })
  await db()
    .insert(userIdentities)
    .values({ issuer: 'https://id.example', subject: '117', email: paul.email, linkedAt: NOW, userId: paul.userId })
  const page = await newPage()
  await signIn(page, ada.email)
  await addApp(server(), ada.userId, tokenIn(page))
  await hearOnlyTheTest(page)
  await page.goto('/acl/users')
  await page.getByText(/\d results$/).waitFor()
  expect(await page.getByRole('switch', { name: 'Ada Admin is active' }).isEnabled()).toBe(false)
  expect(await page.getByRole('button', { name: 'Change the role of Ada Admin' }).isEnabled()).toBe(false)
  expect(await page.getByRole('button', { name: /^Reset sign-in/ }).count()).toBe(0)
  await press(page, 'Change the role of Otto Admin')
  await choose(page, 'User Role', 'Providers')
  await press(page, 'Save')
  await expect.poll(() => messagesAtFields(page)).toEqual(['This user has no provider record, which this role needs.'])
  await choose(page, 'User Role', 'Administrators')
  await press(page, 'Save')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await changesStored()).toEqual([])

  const token = await server().tokenOf(ada.userId)
  const body = { id: paul.userId, roleId: 3, entityCacheKey: '1' }
  expect((await server().call('changeUserRole', { token, body })).status).toBe(200)
  await page.getByRole('switch', { name: 'Paul Provider is active' }).press('Space')
  await press(page, 'Deactivate user')
  await press(await dialogSays(page, 'Not changed', 'Someone else has changed this user.'), 'OK')
  const [stored] = await db().select().from(users).where(eq(users.id, paul.userId))
  expect(stored).toMatchObject({ isActive: true, roleId: 3 })
  await press(page, 'Unlink Paul Provider from id.example')
  await db().delete(userIdentities)
  await press(page, 'Unlink user')
  await dialogSays(page, 'Not unlinked', 'This user is not linked to an identity provider anymore.')
})
