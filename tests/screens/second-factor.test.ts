/** The second step of a sign-in, and signing in with a passkey alone, with Chromium's virtual authenticator. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { Authenticator } from '#tests/support/server/authenticator.ts'
import { addApp } from '#tests/support/server/authenticator-app.ts'
import { PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { virtualAuthenticator } from '#tests/support/virtual-authenticator.ts'

const { server, database, browserContext, newPage } = usePortal()
const { Providers: paul } = PEOPLE

beforeEach(() => {
  server().now = new Date('2026-11-20T15:00:00Z')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inPortal = (page: Page) => page.getByRole('button', { name: /Profile of/ }).waitFor()

async function enterPassword(page: Page, { isThere = false } = {}) {
  if (!isThere) await page.goto('/login')
  await page.getByLabel('Username').fill(paul.email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await button(page, 'Login').click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
}

/** A page at a name, since passkeys need one, with an authenticator that has a passkey of Paul's. */
async function pageWithPasskey() {
  const baseURL = server().url.replace('127.0.0.1', 'localhost')
  const passkey = new Authenticator(baseURL)
  const token = await server().tokenOf(paul.userId)
  const post = async (path: string, body: object) => {
    const headers = { token, 'content-type': 'application/json' }
    const reply = await fetch(`${baseURL}/api/user/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return z.object({ statusCode: z.literal(200), data: z.unknown() }).parse(await reply.json()).data
  }
  const response = passkey.create(await post('begin-passkey', {}))
  await post('add-passkey', { name: 'My laptop', response })
  const context = await browserContext({ baseURL })
  const page = await context.newPage()
  const authenticator = await virtualAuthenticator(page)
  await authenticator.take(passkey, 'localhost')
  return { page, verify: authenticator.verify }
}

test('the code of the app opens the portal; a wrong one says so until the user types', async () => {
  const { codeNow } = await addApp(server(), paul.userId)
  const page = await newPage()
  await page.goto('/login')
  await button(page, 'Login').waitFor()
  // At a bare address, there are no passkeys.
  expect(await button(page, 'Sign in with a passkey').count()).toBe(0)
  await enterPassword(page, { isThere: true })
  expect(await axeFindings(page)).toEqual([])
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('12345')
  await button(page, 'Continue').click()
  await page.getByText('Enter the 6 digits that the app shows.').waitFor()
  await code.fill('000000')
  await button(page, 'Continue').click()
  const wrong = page.getByText('This code is incorrect. Wait for the next one and try again.')
  await wrong.waitFor()
  await code.fill(codeNow())
  await wrong.waitFor({ state: 'detached' })
  await button(page, 'Continue').click()
  await inPortal(page)
})

test('a user who lost the app uses a recovery code', async () => {
  const { recoveryCodes } = await addApp(server(), paul.userId)
  const page = await newPage()
  await enterPassword(page)
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '')
  await button(page, 'Continue').click()
  await inPortal(page)
  const { rows } = await database().pool.query('select count(*)::int as left from recovery_codes')
  expect(rows).toEqual([{ left: 9 }])
})

test('the user goes back to the sign-in page; a ticket that has ended leads back, too, which says why', async () => {
  const { codeNow } = await addApp(server(), paul.userId)
  const page = await newPage()
  await enterPassword(page)
  await button(page, 'Back to sign-in').click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  await enterPassword(page, { isThere: true })
  server().now = new Date(server().time.getTime() + 300_000)
  await page.getByLabel('Code', { exact: true }).fill(codeNow())
  await button(page, 'Continue').click()
  expect(await page.getByRole('alert').textContent()).toBe(
    'Your sign-in took too long or was stopped. Please sign in again.',
  )
})

test('a passkey is the second step, and can be tried again', async () => {
  const { page, verify } = await pageWithPasskey()
  await enterPassword(page)
  await verify(false)
  await button(page, 'Use passkey').click()
  await page.getByText("The passkey didn't work. Try again, or choose another method.").waitFor()
  expect(await axeFindings(page)).toEqual([])
  await verify(true)
  await button(page, 'Use passkey').click()
  await inPortal(page)
})

test('a passkey signs in without a password, and can be tried again', async () => {
  const { page, verify } = await pageWithPasskey()
  await page.goto('/login')
  await verify(false)
  await button(page, 'Sign in with a passkey').click()
  await page.getByText("The passkey didn't work. Try again, or sign in with your password.").waitFor()
  await verify(true)
  await button(page, 'Sign in with a passkey').click()
  await inPortal(page)
})
