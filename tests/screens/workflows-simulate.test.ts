/** Simulate: an analyst or tester steps through a workflow. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { browserContext, signIn } = usePortal()

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const offer = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const standsIn = (page: Page) => page.getByRole('group', { name: 'Where it stands' })
/** The states that the drawing marks as current. */
const markedNow = (page: Page) =>
  page
    .locator('svg [aria-current="true"]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? box.textContent))
/** Each step with its outcome. */
const path = async (page: Page) => {
  const texts = await part(page, 'The path so far').getByRole('listitem').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\n+/g, '\n'))
}
const picture = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/simulate-${name}.png`, fullPage: true })
}

test('a user steps through a workflow, sees why an event is blocked, and shares and saves the path', async () => {
  const context = await browserContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await signIn(page, PEOPLE.Administrators.email)

  // Signing in: to a failure, and to success.
  await page.goto('/workflows?view=simulate')
  await standsIn(page).getByText('Editing').waitFor()
  await expect.poll(() => markedNow(page)).toHaveLength(1)
  await offer(page, 'Submit form').getByRole('button', { name: 'filled' }).click()
  await standsIn(page).getByText('Submitting').waitFor()
  await page.getByText('Runs: sign in', { exact: true }).waitFor()
  await offer(page, 'Sign in fails').getByRole('button', { name: 'wrong password' }).click()
  await standsIn(page).getByText('Editing').waitFor()
  await expect
    .poll(() => path(page))
    .toEqual([
      'It begins\nEditing',
      'Submit form: filled\nEditing → Submitting',
      'Sign in fails: wrong password\nSubmitting → Editing',
    ])
  await part(page, 'What it knows').getByText('refusals').click()
  await part(page, 'What it knows').getByText('The username or password is wrong').first().waitFor()
  await picture(page, 'failure')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await standsIn(page).getByText('Submitting').waitFor()
  await offer(page, 'Sign in succeeds').getByRole('button', { name: 'granted' }).click()
  await page.getByText('It has come to its end.').waitFor()
  expect(await path(page)).toEqual([
    'It begins\nEditing',
    'Submit form: filled\nEditing → Submitting',
    'Sign in succeeds: granted\nSubmitting → Signed in',
  ])

  // A custom payload: rejected with the path of the mismatch, without losing anything; then accepted.
  await page.getByRole('button', { name: 'Start anew' }).click()
  await page.getByRole('button', { name: 'Edit what Edit field carries' }).click()
  const json = page.getByRole('textbox', { name: 'What it carries, as JSON' })
  await json.fill('{ "field": 7 }')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText(/^field: Instance/).waitFor()
  expect(await json.inputValue()).toBe('{ "field": 7 }')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'refused')
  await json.fill('{ "field": "username" }')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => path(page)).toEqual(['It begins\nEditing', 'Edit field, as written\nstays in Editing'])

  // A guard that blocks an event: its name, whether each part holds, and the values it read.
  await page.goto('/workflows?view=simulate&chart=time-off/pto-request')
  await part(page, 'Where to begin').getByRole('button', { name: 'pending, another provider' }).click()
  const withdraw = offer(page, 'Withdraw request')
  await withdraw.getByText('Why?').click()
  await expect.poll(() => withdraw.getByRole('listitem').allInnerTexts()).toContain('context.isOwn = false')
  await picture(page, 'held')
  await withdraw.getByRole('button', { name: 'Withdraw request', exact: true }).click()
  await part(page, 'What happened').getByText('It was held back: nothing changed.').waitFor()
  expect(await axeFindings(page)).toEqual([])

  // The link opens the same path elsewhere; steps that can no longer be played are reported.
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await context.newPage()
  await other.goto(link)
  await part(other, 'What happened').getByText('It was held back: nothing changed.').waitFor()
  expect(await path(other)).toEqual(await path(page))
  await other.goto('/workflows?view=simulate&detail=*.form.submit*-filled*.form.submit*-torn')
  await other.getByText('Nothing called form.submit (torn) can happen in submitting.').waitFor()
  expect(await path(other)).toHaveLength(2)
  await other.close()

  // A path is saved under a name, reopened, and deleted.
  const kept = part(page, 'Kept paths')
  await kept.getByRole('button', { name: 'Save this path' }).click()
  await kept.getByRole('button', { name: 'Save', exact: true }).click()
  await kept.getByText('Name is required').waitFor()
  await kept.getByRole('textbox', { name: 'Name' }).fill('Withdrawn by another')
  await page.keyboard.press('Enter')
  await kept.getByRole('button', { name: 'Withdrawn by another', exact: true }).waitFor()
  await page.goto('/workflows?view=simulate&chart=time-off/pto-request')
  await kept.getByRole('button', { name: 'Withdrawn by another', exact: true }).click()
  await part(page, 'What happened').getByText('It was held back: nothing changed.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(page, 'narrow')
  await kept.getByRole('button', { name: 'Delete Withdrawn by another' }).click()
  await kept.getByText('None yet.').waitFor()
})
