/** A user's passkeys, authenticator app and recovery codes, with Chromium's virtual authenticator. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { beforeEach, expect, test } from 'vitest'
import { userIdentities } from '#server/db/schema/sign-in.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addApp, codeAt } from '#tests/support/server/authenticator-app.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { tokenIn } from '#tests/support/sessions.ts'
import { virtualAuthenticator } from '#tests/support/virtual-authenticator.ts'

const { server, database, newPage, signIn } = usePortal()
const { Providers: paul } = PEOPLE

/** Ten in the morning in New York. */
beforeEach(() => {
  server().now = new Date('2026-11-20T15:00:00Z')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const rows = async (page: Page) =>
  (await page.getByRole('table', { name: 'Sign-In Methods' }).locator('tbody tr').all()).length === 0
    ? []
    : page
        .getByRole('table', { name: 'Sign-In Methods' })
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('td')].slice(0, 3).map(({ textContent }) => textContent)),
        )
const rowsBecome = (page: Page, expected: readonly (readonly string[])[]) =>
  expect.poll(() => rows(page)).toEqual(expected)
const stored = async (sql: string) => (await database().pool.query(sql)).rows
const PASSWORD = ['Password', '', '']
const NOW = '11/20/2026 10:00 AM'

const openMethods = async (page: Page) => {
  await signIn(page, paul.email)
  await page.goto('/security')
  await rowsBecome(page, [PASSWORD])
}

/** A page at a name, since passkeys need one. */
async function pageWithAuthenticator() {
  const baseURL = server().url.replace('127.0.0.1', 'localhost')
  const page = await newPage({ baseURL })
  const authenticator = await virtualAuthenticator(page)
  await openMethods(page)
  return { page, ...authenticator }
}

async function addPasskey(page: Page, name: string) {
  await button(page, 'Add passkey').click()
  await field(page, 'Name').fill(name)
  await button(page, 'Continue').click()
}

async function saveCodes(page: Page) {
  await page.getByRole('checkbox', { name: 'I saved these codes in a safe place' }).check()
  await button(page, 'Done').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** What the code says to a camera. */
async function readQrCode(page: Page) {
  const drawing = page.getByRole('img', { name: 'QR code for your authenticator app' })
  await drawing.waitFor()
  const size = Number((await drawing.getAttribute('viewBox'))?.split(' ').at(-1))
  const path = (await drawing.locator('path').getAttribute('d')) ?? ''
  const SCALE = 4
  const data = new Uint8Array((size * SCALE) ** 2 * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let down = 0; down < SCALE; down += 1) {
      const start = ((Number(y) * SCALE + down) * size + Number(x)) * SCALE * 4
      for (let at = start; at < start + SCALE * 4; at += 4) data.fill(0, at, at + 3)
    }
  }
  return decodeQR({ width: size * SCALE, height: size * SCALE, data })
}

test('an authenticator app is set up by its QR code; the recovery codes show until the user has saved them', async () => {
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await openMethods(page)
  await page
    .getByText('Add a passkey or an authenticator app, so that nobody can sign in with just your password.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Set up authenticator app').click()
  const uri = new URL(await readQrCode(page))
  const key = uri.searchParams.get('secret') ?? ''
  expect(uri.href.split('?')[0]).toBe('otpauth://totp/Homeroom:paul%40district.example')
  expect((await page.locator('code').innerText()).replaceAll(' ', '')).toBe(key)
  expect(await axeFindings(page)).toEqual([])
  await field(page, 'Code').fill('12345')
  await button(page, 'Add app').click()
  await page.getByText('Enter the 6 digits that the app shows.').waitFor()
  await field(page, 'Code').fill('000000')
  await button(page, 'Add app').click()
  await page.getByText('This code is incorrect. Wait for the next one and try again.').waitFor()
  await field(page, 'Code').fill(codeAt(key, server().time))
  await button(page, 'Add app').click()

  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await dialog.waitFor()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/^\w{5}-\w{5}$/)))
  expect(await axeFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await button(page, 'Download').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('homeroom-recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    `Recovery codes for Homeroom. Each works once.\n\n${codes.join('\n')}\n`,
  )
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  expect(await button(page, 'Done').isDisabled()).toBe(true)
  await saveCodes(page)
  await rowsBecome(page, [PASSWORD, ['Authenticator app', NOW, 'Never'], ['Recovery codes10 of 10 left', '', '']])
  expect(await button(page, 'Set up authenticator app').count()).toBe(0)
  expect(await stored('select user_id as "user" from authenticator_apps')).toEqual([{ user: paul.userId }])

  // New ones can be copied.
  await button(page, 'New recovery codes').click()
  await page.getByText('Your old codes stop working.').waitFor()
  await button(page, 'Replace codes').click()
  await button(page, 'Copy').click()
  await button(page, 'Copied').waitFor()
  const shown = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(shown.filter((code) => codes.includes(code))).toEqual([])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'))
})

test('a passkey is added, renamed and removed', async () => {
  const { page, verify } = await pageWithAuthenticator()
  await button(page, 'Add passkey').click()
  await button(page, 'Continue').click()
  await page.getByText('Enter a name.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await verify(false)
  await field(page, 'Name').fill('My laptop')
  await button(page, 'Continue').click()
  await page.getByText('No passkey was created. Try again, or use another device.').waitFor()
  await button(page, 'OK').click()
  await verify(true)
  await button(page, 'Continue').click()
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
  await saveCodes(page)
  const codes = ['Recovery codes10 of 10 left', '', '']
  await rowsBecome(page, [PASSWORD, ['My laptopPasskey', NOW, 'Never'], codes])
  expect(await stored('select user_id as "user", name from passkeys')).toEqual([
    { user: paul.userId, name: 'My laptop' },
  ])

  await addPasskey(page, 'The same')
  await page.getByText('You have a passkey on this device or security key already.').waitFor()
  await button(page, 'OK').click()
  await page.keyboard.press('Escape')
  await button(page, 'Yes').click()

  await button(page, 'Rename My laptop').click()
  await page.getByRole('dialog', { name: 'Rename passkey' }).waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('My laptop')
  await field(page, 'Name').fill('Old laptop')
  await button(page, 'Save').click()
  await page.getByText('The passkey was renamed').waitFor()
  await rowsBecome(page, [PASSWORD, ['Old laptopPasskey', NOW, 'Never'], codes])

  await button(page, 'Remove Old laptop').click()
  await page
    .getByText(
      'Are you sure you want to remove this sign-in method? Your recovery codes will stop working, and your password alone will be enough to sign in.',
    )
    .waitFor()
  await button(page, 'Cancel').click()
  expect(await stored('select name from passkeys')).toEqual([{ name: 'Old laptop' }])
  await button(page, 'Remove Old laptop').click()
  await button(page, 'Remove').click()
  await rowsBecome(page, [PASSWORD])
  expect(await stored('select name from passkeys')).toEqual([])
  expect(await stored('select * from recovery_codes')).toEqual([])
})

test('with an authenticator app, a passkey is the second factor and needs no more codes', async () => {
  const { page } = await pageWithAuthenticator()
  await addApp(server(), paul.userId, tokenIn(page))
  await page.reload()
  await addPasskey(page, 'My laptop')
  await page.getByText('The passkey was added').waitFor()
  await rowsBecome(page, [
    PASSWORD,
    ['My laptopPasskey', NOW, 'Never'],
    ['Authenticator app', NOW, 'Never'],
    ['Recovery codes10 of 10 left', '', ''],
  ])
})

test('what another tab has changed is said, and the list follows', async () => {
  const { page } = await pageWithAuthenticator()
  await addPasskey(page, 'My laptop')
  await saveCodes(page)
  await button(page, 'Rename My laptop').click()
  await database().pool.query('delete from passkeys; delete from recovery_codes')
  await field(page, 'Name').fill('Mine')
  await button(page, 'Save').click()
  await page.getByText('This passkey has been removed already.').waitFor()
  await button(page, 'OK').click()
  await button(page, 'Cancel').click()
  await button(page, 'Yes').click()
  await rowsBecome(page, [PASSWORD])

  await button(page, 'Set up authenticator app').click()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await addApp(server(), paul.userId, tokenIn(page))
  await field(page, 'Code').fill(codeAt(key, server().time))
  await button(page, 'Add app').click()
  await page.getByText('You have an authenticator app already. Remove it before you add another one.').waitFor()
  await button(page, 'OK').click()
  await button(page, 'Cancel').click()
  await button(page, 'Yes').click()
  await button(page, 'Remove Authenticator app').waitFor()
  await database().pool.query('delete from authenticator_apps')
  await button(page, 'Remove Authenticator app').click()
  await button(page, 'Remove').click()
  await page.getByText('This authenticator app has been removed already.').waitFor()
  await button(page, 'OK').click()
  await rowsBecome(page, [PASSWORD])
})

test('a browser that cannot use passkeys says why', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await openMethods(page)
  await page.getByText('Passkeys need a web address with a name. This page was opened by a number.').waitFor()
  expect(await button(page, 'Add passkey').isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])

  const baseURL = server().url.replace('127.0.0.1', 'localhost')
  const old = await newPage({ baseURL })
  await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await openMethods(old)
  await old.getByText("This browser can't use passkeys.").waitFor()
})

test('shows the identity that the user is linked to, and leads to the change of the password', async () => {
  await database().db.insert(userIdentities).values({
    issuer: 'https://accounts.google.com',
    subject: '117',
    userId: paul.userId,
    email: 'paul.provider@gmail.example',
    linkedAt: server().time,
  })
  const page = await newPage()
  await signIn(page, paul.email)
  await page.goto('/security')
  await rowsBecome(page, [PASSWORD, ['Googlepaul.provider@gmail.example', NOW, '']])
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Change password' }).click()
  await page.getByRole('heading', { name: 'Change Password' }).waitFor()
})
