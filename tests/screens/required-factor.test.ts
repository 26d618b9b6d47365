/** Users of a role that needs a second factor, who have none. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { sessionSchema } from '#contract/login.ts'
import { composeApp } from '#server/compose.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addApp, codeAt } from '#tests/support/server/authenticator-app.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { tokenIn } from '#tests/support/sessions.ts'

const { server, database, browserContext, newPage, signIn } = usePortal({
  app: { compose: (options) => composeApp({ ...options, factorRoles: ['Providers'] }) },
})
const { Administrators: ada, Providers: paul } = PEOPLE

beforeEach(() => {
  server().now = new Date('2026-11-20T15:00:00Z')
})

const REASON = 'Your role requires a second sign-in method. Add a passkey or an authenticator app to continue.'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const menuLinks = (page: Page) => page.getByRole('banner').getByRole('link').allInnerTexts()
const isLedThere = async (page: Page) => {
  await page.getByText(REASON).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/security')
}

async function setUpApp(page: Page) {
  await button(page, 'Set up authenticator app').click()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(key, server().time))
  await button(page, 'Add app').click()
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
}

async function saveCodes(page: Page) {
  await page.getByRole('checkbox', { name: 'I saved these codes in a safe place' }).check()
  await button(page, 'Done').click()
}

test('the sign-in leads to the sign-in methods; after one is added, the portal opens', async () => {
  const context = await browserContext()
  const page = await context.newPage()
  await signIn(page, paul.email)
  await page.goto('/')
  await isLedThere(page)
  expect(await menuLinks(page)).toEqual(['Homeroom'])
  expect(await page.getByRole('navigation', { name: 'Security' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/caseload-record')
  await isLedThere(page)
  const other = await context.newPage()
  await other.goto('/')
  await isLedThere(other)

  await setUpApp(page)
  await expect.poll(async () => (await menuLinks(page)).includes('Home Page')).toBe(true)
  await saveCodes(page)
  await page.getByText('You can use all of Homeroom now').waitFor()
  expect(await page.getByText(REASON).count()).toBe(0)
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('1-1 of 1 results').waitFor()
  // The other tab opens, too.
  await expect.poll(async () => (await menuLinks(other)).includes('Home Page')).toBe(true)
  expect(
    sessionSchema.parse(JSON.parse((await page.evaluate(() => localStorage.userSession)) ?? '')).mustAddFactor,
  ).toBe(undefined)
})

test('a user whose methods are reset while signed in is led there by the next call', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  // As signed in before the app was removed.
  await signIn(page, paul.email)
  await addApp(server(), paul.userId, tokenIn(page))
  await page.evaluate(() => {
    const { mustAddFactor: _, ...free } = JSON.parse(localStorage.userSession)
    localStorage.userSession = JSON.stringify(free)
  })
  await page.goto('/security/devices')
  await page.getByText('1-1 of 1 results').waitFor()
  await allowScreen(database(), 'Administrators', 'Permissions')
  const reset = { token: await server().tokenOf(ada.userId), body: { id: paul.userId } }
  expect((await server().call('resetSignInMethods', reset)).status).toBe(200)
  await button(page, 'Refresh').click()
  await isLedThere(page)
  // The password has no actions here, and no label of any.
  const actions = page.locator('td[data-title="Actions"]')
  await actions.waitFor({ state: 'attached' })
  expect(await actions.isVisible()).toBe(false)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
})

test('a browser that remembers the need is free once another device has added a factor', async () => {
  const page = await newPage()
  await signIn(page, paul.email)
  await page.goto('/security')
  await isLedThere(page)
  await addApp(server(), paul.userId, tokenIn(page))
  await page.reload()
  await button(page, 'Remove Authenticator app').waitFor()
  await expect.poll(async () => (await menuLinks(page)).includes('Home Page')).toBe(true)
  await button(page, 'Remove Authenticator app').click()
  await button(page, 'Remove').click()
  await page
    .getByText('Your role needs a passkey or an authenticator app. Add another one before you remove this one.')
    .waitFor()
})

test('other roles notice nothing', async () => {
  const page = await newPage()
  await signIn(page, ada.email)
  await page.goto('/')
  await page.getByRole('button', { name: /Profile of/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
