/** Signing in with an identity provider, on the pages of a real one. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { composeApp } from '#server/compose.ts'
import { securityEvents } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { useIdentityProvider } from '#tests/support/server/identity-provider.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const provider = useIdentityProvider()
const { database, server, newPage } = usePortal({
  app: { compose: (options) => composeApp({ ...options, identityProvider: provider().settings }) },
})
const { Providers: paul } = PEOPLE

beforeAll(() => provider().serve(server().url))
beforeEach(() => {
  provider().people.set('paul-at-google', { email: paul.email, email_verified: true })
})

const button = (page: Page) => page.getByRole('button', { name: 'Login with Google' })
/** On the provider's own pages. */
const signInThere = async (page: Page, login: string) => {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
const leave = async (page: Page, login: string) => {
  await page.goto('/login')
  await button(page).click()
  await signInThere(page, login)
}
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('userSession') ?? '')

test('signs in, and no address ever has more than the return in it', async () => {
  const page = await newPage()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/login')
  await button(page).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Keep me logged in').check()
  await button(page).click()
  await signInThere(page, 'paul-at-google')
  await page.getByRole('button', { name: 'PP Profile of Paul Provider' }).waitFor()
  expect(JSON.parse(await kept(page))).toMatchObject({ userEmail: paul.email, isRememberMe: true })
  const ours = addresses
    .filter((address) => address.startsWith(server().url))
    .map((each) => each.slice(server().url.length))
  expect([...new Set(ours)]).toEqual(['/login', '/login?identityProviderReturn=true', '/'])
  const events = await database().db.select().from(securityEvents).orderBy(securityEvents.id)
  expect(events.map(({ kind, reason, userId }) => ({ kind, reason, userId }))).toEqual([
    { kind: 'factor', reason: 'identity linked', userId: paul.userId },
    { kind: 'sign-in', reason: 'provider', userId: paul.userId },
  ])
})

test('a user who says no there is told so, and can use the password', async () => {
  const page = await newPage()
  await page.goto('/login')
  await button(page).click()
  await page.getByRole('link', { name: /Cancel/ }).click()
  await page.getByRole('alert').getByText('The sign-in with Google was canceled.').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await axeFindings(page)).toEqual([])
  // The message belongs to the last attempt; a reload has none.
  await page.reload()
  await button(page).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a deactivated user is told so under the username', async () => {
  await database().db.update(users).set({ isActive: false })
  const page = await newPage()
  await leave(page, 'paul-at-google')
  await page.getByText('Your account has been deactivated').waitFor()
  const username = page.getByLabel('Username')
  const described = await username.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).innerText()).toBe('Your account has been deactivated')
  expect(await kept(page)).toBe('')
})

test('says at the button that the provider is down, without leaving the page', async () => {
  provider().isDown = true
  server().renew()
  const page = await newPage()
  await page.goto('/login')
  await page.getByLabel('Username').fill(paul.email)
  await button(page).click()
  const message = "Google can't be reached right now. Use your password, or try again later."
  await page.getByRole('alert').getByText(message).waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe(paul.email)
})

test('shows messages in a narrow window without scrolling sideways', async () => {
  const email = 'someone-with-a-very-long-name-indeed@a-very-long-domain-name-of-a-district.example'
  provider().people.set('a-stranger', { email, email_verified: true })
  const page = await newPage({ viewport: { width: 390, height: 800 } })
  await leave(page, 'a-stranger')
  await page.getByText(`There is no account for ${email}.`).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
