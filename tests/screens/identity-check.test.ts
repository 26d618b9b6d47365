/** Calls that need a fresh proof of who the user is: the dialog that asks for it. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addApp } from '#tests/support/server/authenticator-app.ts'
import { PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { tokenIn } from '#tests/support/sessions.ts'
import { virtualAuthenticator } from '#tests/support/virtual-authenticator.ts'

const { server, database, newPage, signIn } = usePortal()
const { Providers: paul } = PEOPLE

beforeEach(() => {
  server().now = new Date('2026-11-20T15:00:00Z')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const check = (page: Page) => page.getByRole('dialog', { name: "Confirm that it's you" })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const minutesLater = (minutes: number) => {
  server().now = new Date(server().time.getTime() + minutes * 60_000)
}
const codeHashes = async () =>
  (await database().pool.query('select code_hash as hash from recovery_codes order by code_hash')).rows.map(
    ({ hash }) => hash,
  )

/** The page of the sign-in methods, more than ten minutes after the sign-in. */
async function methodsLater(options?: Parameters<typeof newPage>[0]) {
  const page = await newPage(options)
  await signIn(page, paul.email)
  minutesLater(11)
  await page.goto('/security')
  await page.getByText('Password', { exact: true }).waitFor()
  return page
}

test('a change that needs a proof asks for the password once, and is then made', async () => {
  const page = await newPage()
  await signIn(page, paul.email)
  await addApp(server(), paul.userId, tokenIn(page))
  minutesLater(11)
  await page.goto('/security')
  const before = await codeHashes()
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/renew-recovery-codes')) changes.push(request.headers()['idempotency-key'] ?? '')
  })
  // By keyboard alone.
  await button(page, 'New recovery codes').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Are you sure you want new recovery codes?').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await check(page).waitFor()
  await page.getByLabel('Code', { exact: true }).waitFor()
  await waitForFocus(page.getByLabel('Code', { exact: true }))
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Use your password').focus()
  await page.keyboard.press('Enter')
  await password(page).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Password is required').waitFor()
  await page.keyboard.type('a guess')
  await page.keyboard.press('Enter')
  await page.getByText('Enter correct Password').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Control+A')
  await page.keyboard.type(TEST_PASSWORD)
  await page.keyboard.press('Enter')
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await saving.waitFor()
  expect(await check(page).count()).toBe(0)
  const after = await codeHashes()
  expect(after).toHaveLength(10)
  expect(after.filter((hash) => before.includes(hash))).toEqual([])
  expect(changes).toHaveLength(2)
  expect(new Set(changes).size).toBe(1)

  await page.getByRole('checkbox', { name: 'I saved these codes in a safe place' }).check()
  await button(page, 'Done').click()
  await button(page, 'Remove Authenticator app').click()
  await button(page, 'Remove').click()
  await button(page, 'Set up authenticator app').waitFor()
  expect(await check(page).count()).toBe(0)
})

test('a code of the app or a recovery code is a proof, too', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, paul.email)
  const { codeNow, recoveryCodes } = await addApp(server(), paul.userId, tokenIn(page))
  minutesLater(11)
  await page.goto('/security')
  await button(page, 'New recovery codes').click()
  await button(page, 'Replace codes').click()
  await page.getByLabel('Code', { exact: true }).fill(codeNow())
  await button(page, 'Continue').click()
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('checkbox').check()
  const shown = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  await button(page, 'Done').click()
  minutesLater(11)
  await button(page, 'New recovery codes').click()
  await button(page, 'Replace codes').click()
  await button(page, 'Use a recovery code').click()
  const field = page.getByLabel('Recovery code', { exact: true })
  await field.fill(recoveryCodes[0] ?? '')
  await button(page, 'Continue').click()
  await page.getByText("This isn't one of your recovery codes, or it was already used.").waitFor()
  await field.fill(shown[0] ?? '')
  await button(page, 'Continue').click()
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
})

test('a passkey is a proof, and can be tried again', async () => {
  const baseURL = server().url.replace('127.0.0.1', 'localhost')
  const page = await newPage({ baseURL })
  const { verify } = await virtualAuthenticator(page)
  await signIn(page, paul.email)
  await page.goto('/security')
  await button(page, 'Add passkey').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My laptop')
  await button(page, 'Continue').click()
  await page.getByRole('checkbox').check()
  await button(page, 'Done').click()
  minutesLater(11)
  await button(page, 'Remove My laptop').click()
  await button(page, 'Remove').click()
  await verify(false)
  await button(page, 'Use passkey').click()
  await page.getByText("The passkey didn't work. Try again, or choose another method.").waitFor()
  expect(await axeFindings(page)).toEqual([])
  await verify(true)
  await button(page, 'Use passkey').click()
  await button(page, 'Remove My laptop').waitFor({ state: 'detached' })
  expect((await database().pool.query('select * from passkeys')).rows).toEqual([])
})

test('methods that could not be loaded are loaded again; Escape closes only the top dialog, and nothing changes', async () => {
  const page = await methodsLater()
  await page.route('**/get-sign-in-methods', (route) => route.abort(), { times: 1 })
  await button(page, 'Set up authenticator app').click()
  await check(page).getByText('Your sign-in methods could not be loaded.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await check(page).getByRole('button', { name: 'Try again' }).click()
  await password(page).waitFor()
  await page.keyboard.press('Escape')
  await check(page).waitFor({ state: 'detached' })
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByText("Confirm that it's you to continue.").waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Try again').click()
  await password(page).fill(TEST_PASSWORD)
  await button(page, 'Continue').click()
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
})

test('the dialog closes when the session ends', async () => {
  const page = await methodsLater()
  await button(page, 'Set up authenticator app').click()
  await password(page).waitFor()
  await database().pool.query("update user_sessions set ended_at = now(), ended_by = 'administrator'")
  server().renew()
  await password(page).fill(TEST_PASSWORD)
  await button(page, 'Continue').click()
  await page.getByRole('dialog', { name: 'Session expired' }).waitFor()
  expect(await check(page).count()).toBe(0)
})

test('a user with nothing to prove it with is told to sign in again', async () => {
  const page = await methodsLater()
  await database().pool.query('update users set password_hash = null where id = $1', [paul.userId])
  await button(page, 'Set up authenticator app').click()
  await check(page)
    .getByText('You have no password or passkey here. Sign out and sign in again, then continue within ten minutes.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Sign out').click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
