import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sessionSchema } from '#contract/login.ts'
import { refreshToken } from '#contract/user.ts'
import { mailAddressOf } from '#domain/mail-address.ts'
import { axeFindings, expectNoFindings } from '#tests/support/axe.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'

const { database, server, browserContext, newPage, signIn } = usePortal()
const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE

const open = async (path: string): Promise<Page> => {
  const page = await newPage()
  await page.goto(path)
  return page
}
const pathOf = (page: Page) => new URL(page.url()).pathname
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' })
const profile = (page: Page) => page.getByRole('button', { name: /Profile of/ })
/** On the sign-in page that shows. */
const enterPassword = async (page: Page, email: string) => {
  await page.getByLabel('Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await loginButton(page).click()
}
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key === 'userSession' || key === 'userAccess'))
const stayHours = (hours: number) => {
  server().now = new Date(Date.now() + hours * 3_600_000)
}
/** A field's message, as assistive technology reads it. */
const errorOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((input) => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
  })
const ask = async (page: Page) => {
  await profile(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}
/** Loading the page without the list makes it call the server. */
const reloadWithoutAccess = async (page: Page) => {
  await page.evaluate(() => localStorage.removeItem('userAccess'))
  await page.reload()
}

describe('signing in', () => {
  test('shows messages at the fields, works with the keyboard, and the session lasts', async () => {
    const page = await open('/report/payroll')
    await expect.poll(() => pathOf(page)).toBe('/login')
    await loginButton(page).click()
    await page.getByText('Username is required').waitFor()
    expect(await errorOf(page, 'Username')).toBe('Username is required')
    expect(await errorOf(page, 'Password')).toBe('Password is required')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email')
    await expectNoFindings(page)
    await page.getByLabel('Username').fill('ada')
    await page.keyboard.press('Enter')
    await page.getByText('Username is not valid!').waitFor()
    expect(await errorOf(page, 'Username')).toBe('Username is not valid!')

    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(ada.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(TEST_PASSWORD)
    await page.keyboard.press('Enter')
    await profile(page).waitFor()
    expect(pathOf(page)).toBe('/')
    await expect.poll(() => kept(page, 'userAccess')).toContain('SchoolAccount')
    expect(JSON.parse((await kept(page, 'userSession')) ?? '')).toMatchObject({
      userId: ada.userId,
      userEmail: ada.email,
      role: [{ id: 1, name: 'Administrators', active: true }],
      providerId: null,
      isRememberMe: false,
    })

    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await profile(page).focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Security')
    await expectNoFindings(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Logout')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Are you sure want to Logout' }).waitFor()
    await expectNoFindings(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await keptKeys(page)).toContain('userSession')

    // The sign-in page redirects a user whose session has survived the load.
    await page.goto('/login')
    await page.getByRole('button', { name: /Profile of Ada Admin/ }).waitFor()
    expect(pathOf(page)).toBe('/')
    await page.setViewportSize({ width: 390, height: 860 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Home Page' }).waitFor()
    await expectNoFindings(page)
  })

  test('loads at most 130 kB of scripts, gzipped', async () => {
    const context = await browserContext()
    const page = await context.newPage()
    const scripts = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname)
    })
    await page.goto('/login')
    await loginButton(page).waitFor()
    await page.waitForLoadState('networkidle')
    const folder = fileURLToPath(new URL('../../dist/client', import.meta.url))
    const bytes = [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0)
    expect(scripts.size).toBeGreaterThan(2)
    expect(bytes).toBeLessThan(130_000)
  })
})

describe('a session', () => {
  test('survives closing the browser only with "Keep me logged in"', async () => {
    /** A browser with what another one left on disk: no session cookies. */
    const reopened = async (context: BrowserContext) => {
      const { origins, cookies } = await context.storageState()
      const onDisk = cookies.filter(({ expires }) => expires !== -1)
      const later = await (await browserContext({ storageState: { cookies: onDisk, origins } })).newPage()
      await later.goto('/')
      return later
    }
    const page = await open('/login')
    await enterPassword(page, paul.email)
    await profile(page).waitFor()
    stayHours(0.5)
    const later = await reopened(page.context())
    await loginButton(later).waitFor()
    await later.getByLabel('Keep me logged in').check()
    await enterPassword(later, paul.email)
    await profile(later).waitFor()
    stayHours(1)
    await profile(await reopened(later.context())).waitFor()
  })

  test('continues with a new token when the old one has expired; one that was copied ends for both, and says why', async () => {
    const page = await newPage()
    // Its stream would renew the session, too.
    await hearOnlyTheTest(page)
    await signIn(page, paul.email)
    const [cookie, ...others] = (await page.context().cookies(`${server().url}${refreshToken.path}`)).filter(
      ({ httpOnly }) => httpOnly,
    )
    expect(others).toEqual([])
    const before = (await kept(page, 'userSession')) ?? ''
    const { accessToken } = sessionSchema.parse(JSON.parse(before))
    const copy = { cookie: `${cookie?.name}=${cookie?.value}`, token: accessToken, userid: String(paul.userId) }
    const refresh = () =>
      server().call('refreshToken', { headers: copy, body: { userid: paul.userId, email: paul.email } })
    stayHours(0.5)
    await page.goto('/')
    await expect.poll(() => kept(page, 'userAccess')).toContain('ProviderScheduling')
    expect(await kept(page, 'userSession')).not.toBe(before)
    stayHours(0.6)
    expect((await refresh()).status).toBe(401)
    await reloadWithoutAccess(page)
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.getByText('Your session has been expired. Please login again!').waitFor()
    await dialog.getByText('This sign-in was used in two places, so we ended it.').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('leads back to the page that was open when it expired, then to that of an email, and not the next user', async () => {
    const page = await newPage()
    // Its stream would notice that the session has expired before the test asks.
    await hearOnlyTheTest(page)
    await signIn(page, paul.email)
    await page.goto('/pto-requests?status=1')
    await profile(page).waitFor()
    // So would a reply that comes after the clock has moved.
    await page.waitForLoadState('networkidle')
    stayHours(2)
    await reloadWithoutAccess(page)
    await page.getByRole('dialog').getByText('Your session has been expired. Please login again!').waitFor()
    // Before OK, too: a reload must not bring the session back.
    expect(await keptKeys(page)).toEqual([])
    await page.getByRole('button', { name: 'OK' }).click()
    await loginButton(page).waitFor()
    expect(pathOf(page)).toBe('/login')
    expect(await keptKeys(page)).toEqual([])
    server().now = undefined
    await enterPassword(page, paul.email)
    await expect.poll(() => pathOf(page)).toBe('/pto-requests')
    // Once: the next sign-in leads to the Home Page.
    await page.evaluate(() => localStorage.removeItem('userSession'))
    await page.goto('/login')
    await enterPassword(page, paul.email)
    await profile(page).waitFor()
    expect(pathOf(page)).toBe('/')

    await page.evaluate(() => localStorage.removeItem('userSession'))
    await page.goto(mailAddressOf('/notifications?category=12'))
    await expect.poll(() => pathOf(page)).toBe('/login')
    await enterPassword(page, paul.email)
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    expect(new URL(page.url()).search).toBe('?category=12')
    await ask(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => pathOf(page)).toBe('/login')
    await enterPassword(page, paul.email)
    await expect.poll(() => pathOf(page)).toBe('/')
  })

  test('is warned two minutes before an idle session ends, in every tab', async () => {
    const context = await browserContext()
    await context.clock.install()
    const [page, other] = [await context.newPage(), await context.newPage()]
    // Opening the stream again would be a use of the session.
    for (const tab of [page, other]) await hearOnlyTheTest(tab)
    await signIn(page, ada.email)
    // So would be a reply that comes after the clock has moved.
    const openWhole = async (tab: Page) => {
      const bell = [/get-notification-count$/, /get-notifications$/].map((path) => tab.waitForResponse(path))
      await tab.goto('/tracking-label')
      for (const reply of bell) await (await reply).finished()
      await tab.getByText('0-0 of 0 results').waitFor()
    }
    await openWhole(page)
    await openWhole(other)
    const warning = (tab: Page) => tab.getByRole('dialog', { name: 'You are about to be signed out' })
    const expired = (tab: Page) => tab.getByText('Your session has been expired. Please login again!')
    const lastUse = async () =>
      (await database().pool.query('select last_seen_at as at from user_sessions')).rows[0].at.getTime()

    await context.clock.fastForward('56:00')
    expect(await warning(page).count()).toBe(0)
    await context.clock.fastForward('02:00')
    await warning(page).waitFor()
    await warning(other).waitFor()
    expect(await axeFindings(page)).toEqual([])
    stayHours(58 / 60)
    const before = await lastUse()
    await warning(page).getByRole('button', { name: 'Stay signed in' }).click()
    await warning(page).waitFor({ state: 'detached' })
    await warning(other).waitFor({ state: 'detached' })
    expect((await lastUse()) - before).toBeGreaterThan(57 * 60_000)

    await context.clock.fastForward('57:30')
    await warning(other).waitFor()
    await context.clock.fastForward('02:30')
    // The first tab to find out says so, and ends the session in the other one, too.
    for (const tab of [page, other]) await expired(tab).or(loginButton(tab)).waitFor()
    expect(await keptKeys(page)).toEqual([])
    if ((await expired(other).count()) > 0) await other.getByRole('button', { name: 'OK' }).click()
    await enterPassword(other, ada.email)
    await expect.poll(() => pathOf(other)).toBe('/tracking-label')
  })

  test('of a deactivated account ends with a pop-up on the sign-in page', async () => {
    const page = await newPage()
    await signIn(page, paul.email)
    await database().pool.query('update users set is_active = false where id = $1', [paul.userId])
    await page.goto('/')
    await page.getByRole('dialog').getByText('Your account has been deactivated').waitFor()
    expect(page.url()).toBe(`${server().url}/login?forcedLogout=true`)
    expect(await keptKeys(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await loginButton(page).waitFor()
  })
})

describe('signing out', () => {
  test('asks for confirmation, ends the session on the server and in the other tab, which shows the next user', async () => {
    const context = await browserContext()
    const [page, other] = [await context.newPage(), await context.newPage()]
    await signIn(page, ada.email)
    await page.goto('/')
    await other.goto('/')
    await profile(other).waitFor()

    await page.bringToFront()
    await ask(page)
    const dialog = page.getByRole('dialog', { name: 'Are you sure want to Logout' })
    await dialog.getByText('You are unable to use the services which depend on this portal').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await ask(page)
    await dialog.getByRole('button', { name: 'Confirm' }).click()

    for (const tab of [page, other]) {
      await loginButton(tab).waitFor()
      expect(pathOf(tab)).toBe('/login')
      expect(await keptKeys(tab)).toEqual([])
    }
    const { rows } = await database().pool.query('select ended_by from user_sessions')
    expect(rows).toEqual([{ ended_by: 'logout' }])

    await enterPassword(page, sofia.email)
    await other.getByRole('button', { name: /Profile of Sofía Special/ }).waitFor()
  })

  test('at /logout: both answers lead to /, one of them signed out; no page has an unknown address', async () => {
    const page = await newPage()
    await signIn(page, ada.email)
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.goto('/logout')
    const dialog = page.getByRole('dialog', { name: 'Are you sure want to logged out of the portal?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => pathOf(page)).toBe('/')
    await profile(page).waitFor()

    await page.goto('/logout')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await loginButton(page).waitFor()
    expect(await keptKeys(page)).toEqual([])
  })
})

describe('the guard', () => {
  const manageSchedule = (page: Page) => page.getByRole('link', { name: 'Manage Schedule' })

  test('hides a screen that is missing from the access list, also from the menu', async () => {
    const page = await newPage()
    await signIn(page, sofia.email)
    await page.goto('/schedule-event-viewer')
    await page.getByRole('heading', { name: "You don't have access to this page" }).waitFor()
    expect(await manageSchedule(page).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to the Home Page' }).click()
    await expect.poll(() => pathOf(page)).toBe('/')
  })

  test('shows a screen on the access list, through the menu; a list that could not be loaded can be retried', async () => {
    const page = await newPage()
    await signIn(page, paul.email)
    await page.goto('/')
    // Its scripts load once the pointer is there.
    const script = page.waitForRequest((request) => request.resourceType() === 'script')
    await manageSchedule(page).hover()
    await script
    expect(pathOf(page)).toBe('/')
    await manageSchedule(page).click()
    await expect.poll(() => pathOf(page)).toBe('/schedule-event-viewer')
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText("You don't have access to this page").count()).toBe(0)
    expect(await manageSchedule(page).getAttribute('aria-current')).toBe('page')

    const list = '**/api/acl/get-role-access'
    await page.route(list, (route) => route.fulfill({ status: 503, json: { statusCode: 503, message: 'Busy' } }))
    await reloadWithoutAccess(page)
    await page.getByRole('heading', { name: 'Your permissions could not be loaded' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await manageSchedule(page).waitFor()
  })
})
