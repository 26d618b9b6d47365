import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectNoFindings } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { usePortal } from '#tests/support/portal.ts'
import { useJobs, useMailServer } from '#tests/support/server/mail-server.ts'
import { PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()
const mailServer = useMailServer()
useJobs(database, server, mailServer)
beforeEach(() => server().renew())

const { Administrators: ada, Providers: paul } = PEOPLE
const NEW = 'a brand new password'

const open = async (path: string): Promise<Page> => {
  const page = await newPage()
  await page.goto(path)
  return page
}
const pathOf = (page: Page) => new URL(page.url()).pathname
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A field's description and message, as assistive technology reads them. */
const saidAt = (page: Page, label: string) =>
  field(page, label).evaluate((input) => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').filter(Boolean)
  })
const enter = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}
const signInWith = async (page: Page, password: string) => {
  await enter(page, { Username: paul.email, Password: password })
  await button(page, 'Login').click()
}

describe('a forgotten password', () => {
  test('is recovered with the link in the message, also when the reply is lost and the form is sent again', async () => {
    const page = await open('/login')
    await button(page, 'Forgot Password?').click()
    await field(page, 'Email Id').waitFor()
    await field(page, 'Email Id').blur()
    await expect.poll(() => saidAt(page, 'Email Id')).toEqual(['Please enter Email Id'])
    await expectNoFindings(page, { phone: true })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitForFocus(button(page, 'Forgot Password?'))
    await button(page, 'Forgot Password?').click()
    await field(page, 'Email Id').fill('paul')
    await button(page, 'Submit').click()
    await page.getByText('Invalid email id.').waitFor()
    await field(page, 'Email Id').fill(paul.email)
    await button(page, 'Submit').click()
    await button(page, 'OK').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await expect.poll(() => mailServer().received.length).toBe(1)
    const html = String(mailServer().received[0]?.html)
    const [, link = ''] = /<a href="([^"]+)">Choose a new password<\/a>/.exec(html) ?? []
    expect(link.startsWith(`${server().url}/reset-password/`)).toBe(true)
    await page.goto(link)
    await page.route(
      '**/password-recovery-confirm',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await enter(page, { 'New Password': NEW, 'Confirm Password': NEW })
    const lost = page.waitForEvent('requestfailed')
    await button(page, 'Submit').click()
    await lost
    await expect.poll(() => button(page, 'Submit').isEnabled()).toBe(true)
    await button(page, 'Submit').click()
    await page.getByRole('dialog', { name: 'Done' }).getByText('Password Changed Successfully').waitFor()
    await button(page, 'OK').click()
    await expect.poll(() => pathOf(page)).toBe('/login')
    await signInWith(page, TEST_PASSWORD)
    await page.getByText('Incorrect username or password').waitFor()

    await page.goto(link)
    await enter(page, { 'New Password': 'yet another password', 'Confirm Password': 'yet another password' })
    await button(page, 'Submit').click()
    await page.getByText('This link was already used, replaced by a newer one, or has expired.').waitFor()
    await button(page, 'OK').click()
    await page.getByRole('link', { name: 'request a new one' }).click()
    await field(page, 'Email Id').waitFor()
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect.poll(() => pathOf(page)).toBe('/login')
    // What was entered there is the address.
    await field(page, 'Username').fill(paul.email)
    await button(page, 'Forgot Password?').click()
    expect(await field(page, 'Email Id').inputValue()).toBe(paul.email)
    await page.keyboard.press('Escape')

    await signInWith(page, NEW)
    await page.getByRole('button', { name: /Profile of Paul Provider/ }).waitFor()
    // Not by someone who is signed in.
    await page.goto(link)
    await expect.poll(() => pathOf(page)).toBe('/')
  })

  test('is compared with its confirmation when either is left', async () => {
    const page = await open('/reset-password/some-token')
    const [mismatch, matched] = [['Password & Confirm Password not matched.'], []]
    const hint = 'At least 12 characters, such as four unrelated words.'
    expect(await saidAt(page, 'New Password')).toEqual([hint])
    await field(page, 'New Password').fill('short')
    await expect.poll(() => saidAt(page, 'New Password')).toEqual(['5 of 12 characters'])
    await field(page, 'New Password').fill(NEW)
    await expect.poll(() => saidAt(page, 'New Password')).toEqual(['Long enough. Longer is stronger.'])
    await field(page, 'Confirm Password').fill(`${NEW}!`)
    expect(await saidAt(page, 'Confirm Password')).toEqual(matched)
    await field(page, 'Confirm Password').blur()
    await expect.poll(() => saidAt(page, 'Confirm Password')).toEqual(mismatch)
    await field(page, 'New Password').fill(`${NEW}!`)
    await field(page, 'New Password').blur()
    await expect.poll(() => saidAt(page, 'Confirm Password')).toEqual(matched)
    await field(page, 'Confirm Password').fill('')
    await field(page, 'New Password').fill('')
    await button(page, 'Submit').click()
    await expect.poll(() => saidAt(page, 'New Password')).toEqual(['Please enter New Password.', hint])
    expect(await saidAt(page, 'Confirm Password')).toEqual(['Please enter Confirm Password.'])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('newPassword')
    await expectNoFindings(page, { phone: true })
  })
})

describe('changing the password', () => {
  test("from a provider's profile menu ends the session on another device", async () => {
    const page = await newPage()
    await signIn(page, paul.email)
    const other = await newPage()
    await signIn(other, paul.email)
    await page.goto('/')
    await page.getByRole('button', { name: /Profile of/ }).click()
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await button(page, 'Submit').click()
    await expect.poll(() => saidAt(page, 'Current Password')).toEqual(['Please enter current password'])
    expect(await saidAt(page, 'Confirm New Password')).toEqual(['Please confirm new password'])
    await expectNoFindings(page, { phone: true })
    await enter(page, { 'Current Password': TEST_PASSWORD, 'New Password': NEW, 'Confirm New Password': 'x' })
    await button(page, 'Submit').click()
    // With the spec's trailing space.
    await expect.poll(() => saidAt(page, 'Confirm New Password')).toEqual(['Please enter same password '])
    await enter(page, { 'New Password': 'password2026!', 'Confirm New Password': 'password2026!' })
    await button(page, 'Submit').click()
    await page.getByText('This password is too easy to guess. Choose another one.').waitFor()
    await enter(page, { 'New Password': NEW, 'Confirm New Password': NEW })
    await button(page, 'Submit').click()
    await page.getByRole('dialog', { name: 'Done' }).getByText('Password Changed Successfully').waitFor()
    await button(page, 'OK').click()
    await expect.poll(() => pathOf(page)).toBe('/')
    await page.getByRole('button', { name: /Profile of/ }).waitFor()

    await other.goto('/pto-requests')
    await other.getByText('Your session has been expired. Please login again!').waitFor()
    await expect
      .poll(() => mailServer().received.map(({ subject }) => subject))
      .toEqual(['Your Homeroom password was changed'])
  })

  test('is also for administrators, and Cancel leads to the Home Page', async () => {
    const page = await newPage()
    await signIn(page, ada.email)
    await page.goto('/change-password')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect.poll(() => pathOf(page)).toBe('/')
    await page.getByRole('button', { name: /Profile of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Change Password' }).count()).toBe(0)
  })
})
