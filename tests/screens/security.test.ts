/** Where users are signed in, what happened to their accounts, and what administrators see of it. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'

const { database, server, newPage, signIn } = usePortal()
const { Administrators: ada, Providers: paul } = PEOPLE
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** Ten in the morning in New York. */
beforeEach(() => {
  server().now = new Date('2026-11-20T15:00:00Z')
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.trim().split(/\s*\t\s*/))
const onPhone = async () => {
  const page = await newPage({ userAgent: PHONE })
  await signIn(page, paul.email)
  return page
}
const tokenBy = async (userAgent: string, password = TEST_PASSWORD) => {
  const body = { username: paul.email, password }
  const { data } = await server().call('signIn', { body, headers: { 'user-agent': userAgent } })
  return data
}
const endings = async () =>
  (await database().pool.query('select ended_by as by from user_sessions where ended_by is not null')).rows.map(
    ({ by }) => by,
  )

test('a user signs out another device, which says why it was', async () => {
  const phone = await onPhone()
  server().now = new Date('2026-11-20T15:05:00Z')
  const page = await newPage()
  await signIn(page, paul.email)
  await page.goto('/')
  await page.getByRole('button', { name: /Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Security' }).click()
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('1-2 of 2 results').waitFor()
  const [here, there] = await rows(page, "Where You're Signed In")
  expect(here?.slice(1)).toEqual(['127.0.0.1', '11/20/2026 10:05 AM', '11/20/2026 10:05 AM'])
  expect(here?.[0]).toContain('This device'.toUpperCase())
  expect(there?.slice(0, 3)).toEqual(['Safari on iOS', '127.0.0.1', '11/20/2026 10:00 AM'])
  expect(await axeFindings(page)).toEqual([])

  await button(page, 'Sign out Safari on iOS, 127.0.0.1').click()
  await page.getByText('1-1 of 1 results').waitFor()
  expect(await endings()).toEqual(['remote'])
  await phone.goto('/')
  const dialog = phone.getByRole('dialog', { name: 'Session expired' })
  await dialog.getByText('Your session has been expired. Please login again!').waitFor()
  await dialog.getByText('You signed out this device from another one.').waitFor()
})

test('a user signs out all other devices after a question', async () => {
  await Promise.all([tokenBy(PHONE), tokenBy(PHONE)])
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, paul.email)
  await page.goto('/security/devices')
  await page.getByText('1-3 of 3 results').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Sign out all others').click()
  await page.getByText('Are you sure you want to sign out all other devices?').waitFor()
  await button(page, 'Cancel').click()
  expect(await endings()).toEqual([])
  await button(page, 'Sign out all others').click()
  await button(page, 'Sign out others').click()
  await page.getByText('1-1 of 1 results').waitFor()
  expect(await endings()).toEqual(['remote', 'remote'])
})

test('a user reads what happened to the account', async () => {
  await tokenBy(PHONE, 'a guess')
  server().now = new Date('2026-11-20T15:05:00Z')
  const token = await server().tokenOf(paul.userId)
  const newPassword = 'a brand new password'
  const body = { oldPassword: TEST_PASSWORD, newPassword, confirmNewPassword: newPassword }
  await server().call('changePassword', { token, body, headers: { 'user-agent': PHONE } })
  const page = await newPage()
  await signInByCall(page, { email: paul.email, password: newPassword })
  await page.goto('/security/devices')
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('1-4 of 4 results').waitFor()
  expect((await rows(page, 'Activity')).map((cells) => cells.slice(0, 2))).toEqual([
    ['Signed in', '11/20/2026 10:05 AM'],
    ['Password changed', '11/20/2026 10:05 AM'],
    ['Signed in', '11/20/2026 10:05 AM'],
    ['Refused: wrong password', '11/20/2026 10:00 AM'],
  ])
  expect(await axeFindings(page)).toEqual([])
})

test("an administrator finds a user's sign-ins and ends a session", async () => {
  await allowScreen(database(), 'Administrators', 'Permissions')
  const phone = await onPhone()
  await tokenBy(PHONE, 'a guess')
  const page = await newPage()
  await signIn(page, ada.email)
  await page.goto('/acl/sign-ins?search=paul')
  await page.getByText('1-2 of 2 results').waitFor()
  const seen = (await rows(page, 'Sign-Ins')).map((cells) => cells.slice(1, 6))
  expect(seen).toEqual([
    [paul.name, paul.email, '11/20/2026 10:00 AM', 'Refused: wrong password', 'Safari on iOS'],
    [paul.name, paul.email, '11/20/2026 10:00 AM', 'Signed in', 'Safari on iOS'],
  ])
  expect(await axeFindings(page)).toEqual([])
  await button(page, `Sign out ${paul.name}, Safari on iOS`).click()
  await button(page, 'End session').click()
  await expect.poll(endings).toEqual(['administrator'])
  await page.getByText('1-3 of 3 results').waitFor()
  expect((await rows(page, 'Sign-Ins'))[0]?.[4]).toBe(`Ended by an administrator (${ada.name})`)
  await phone.goto('/')
  await phone.getByText('An administrator signed you out.').waitFor()
})
