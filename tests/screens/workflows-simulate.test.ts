/** The Simulate view, as analysts and QA use it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { browserContext, signIn } = usePortal()

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const offer = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const currentState = (page: Page) => page.getByRole('group', { name: 'Current state' })
/** The states that the drawing marks as current. */
const markedNow = (page: Page) =>
  page
    .locator('svg [aria-current="true"]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? box.textContent))
/** Each step with its result. */
const path = async (page: Page) => {
  const texts = await part(page, 'Path').getByRole('listitem').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\n+/g, '\n'))
}
const picture = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/simulate-${name}.png`, fullPage: true })
}

test('a workflow is simulated, guards explain refusals, and the path is shared and saved', async () => {
  const context = await browserContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await signIn(page, PEOPLE.Administrators.email)

  // A failure, then success.
  await page.goto('/workflows?view=simulate&chart=session/change-password')
  await currentState(page).getByText('Editing').waitFor()
  await expect.poll(() => markedNow(page)).toHaveLength(1)
  await offer(page, 'Submit').getByRole('button', { name: 'A password', exact: true }).click()
  await currentState(page).getByText('Saving').waitFor()
  await page.getByText('Calls: change the password', { exact: true }).waitFor()
  await offer(page, 'The password was not changed').getByRole('button', { name: 'wrong current password' }).click()
  await currentState(page).getByText('Editing').waitFor()
  await expect
    .poll(() => path(page))
    .toEqual([
      'Start\nEditing',
      'Submit: a password\nEditing → Saving',
      'The password was not changed: wrong current password\nSaving → Editing',
    ])
  await part(page, 'Data').getByText('Enter correct Password').first().waitFor()
  await picture(page, 'failure')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await currentState(page).getByText('Saving').waitFor()
  await offer(page, 'The password is changed').getByRole('button', { name: 'changed' }).click()
  await offer(page, 'OK').getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByText('The workflow has ended.').waitFor()
  expect(await path(page)).toEqual([
    'Start\nEditing',
    'Submit: a password\nEditing → Saving',
    'The password is changed: changed\nSaving → Saved',
    'OK\nSaved → Finished',
  ])

  // A custom payload: refused with the path of the problem, and kept; then accepted.
  await page.getByRole('button', { name: 'Restart' }).click()
  const json = page.getByRole('textbox', { name: 'Payload as JSON' })
  await page.getByRole('button', { name: 'Edit payload of Type in a field' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await json.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit payload of Type in a field' }).click()
  await json.fill('{ "field": 7 }')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('field: This value must be text.').waitFor()
  expect(await json.inputValue()).toBe('{ "field": 7 }')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'refused')
  await json.fill('{ "field": "oldPassword" }')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => path(page)).toEqual(['Start\nEditing', 'Type in a field, custom payload\nStays in Editing'])

  // The examples of another workflow load at the second try.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('navigation', { name: 'All workflows' }).getByRole('button', { name: 'Time-off review' }).click()
  await page.getByText('The examples could not be loaded.').waitFor()
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await currentState(page).waitFor()

  // A guard that refuses an event: its name, the result of each part, and the values read. The start can be changed.
  await page.goto('/workflows?view=simulate&chart=time-off/pto-request')
  await part(page, 'Choose a start').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Change start' }).click()
  await part(page, 'Choose a start').getByRole('button', { name: 'pending, another provider' }).click()
  const withdraw = offer(page, 'Withdraw the request')
  await withdraw.getByText('Why?').click()
  await expect.poll(() => withdraw.getByRole('listitem').allInnerTexts()).toContain('context.isOwn = false')
  await picture(page, 'held')
  await withdraw.getByRole('button', { name: 'Withdraw the request', exact: true }).click()
  await part(page, 'What happened').getByText('Refused: nothing changed.').waitFor()
  expect(await axeFindings(page)).toEqual([])

  // The link opens the same elsewhere; a step that no longer exists is reported.
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await context.newPage()
  await other.goto(link)
  await part(other, 'What happened').getByText('Refused: nothing changed.').waitFor()
  expect(await path(other)).toEqual(await path(page))
  await other.goto(
    '/workflows?view=simulate&chart=session/change-password&detail=*.form.submit*-a_password*.form.submit*-torn',
  )
  await other.getByText("“Submit: torn” can't happen in Saving. The path ends before this step.").waitFor()
  expect(await path(other)).toHaveLength(2)
  await other.close()

  // A path is saved under a name, opened and deleted.
  const kept = part(page, 'Saved paths')
  await kept.getByRole('button', { name: 'Save this path' }).click()
  await kept.getByRole('button', { name: 'Cancel' }).click()
  await kept.getByText('None yet.').waitFor()
  await kept.getByRole('button', { name: 'Save this path' }).click()
  await kept.getByRole('button', { name: 'Save', exact: true }).click()
  await kept.getByText('Name is required').waitFor()
  await kept.getByRole('textbox', { name: 'Name' }).fill('Withdrawn by another')
  await page.keyboard.press('Enter')
  await kept.getByRole('button', { name: 'Withdrawn by another', exact: true }).waitFor()
  await page.goto('/workflows?view=simulate&chart=time-off/pto-request')
  await kept.getByRole('button', { name: 'Withdrawn by another', exact: true }).click()
  await part(page, 'What happened').getByText('Refused: nothing changed.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(page, 'narrow')
  await kept.getByRole('button', { name: 'Delete Withdrawn by another' }).click()
  await kept.getByText('None yet.').waitFor()
})
