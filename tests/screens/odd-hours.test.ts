/** Hours that match no session: seen and explained by the provider, and seen by the administrator before approving. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { schoolBillingProfiles } from '#server/db/schema/schools.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession, confirmHours } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal({ begin: addDistrict })

const [THURSDAY, FRIDAY] = ['2026-06-11', '2026-06-12'] as const
const OUTSIDE = 'Outside the sessions, which are 8:15 AM-10:30 AM'
const SHORTER = 'Shorter than the sessions: 0:15 h for sessions of 2:15 h'
const WHY = 'The principal asked me to stay.'

/** Paul confirmed Thursday as scheduled; Friday he has still to confirm. */
beforeEach(async () => {
  portal.server().now = new Date('2026-06-12T20:00:00Z')
  const [administrator, paul] = [
    await portal.server().tokenOf(PEOPLE.Administrators.userId),
    await portal.server().tokenOf(PEOPLE.Providers.userId),
  ]
  for (const date of [THURSDAY, FRIDAY]) {
    await addSession(portal.server(), administrator, {
      ...{ date, providerId: 1, rateTypeId: 1, startTime: '08:15', endTime: '10:30' },
    })
  }
  await confirmHours(portal.server(), paul, { date: THURSDAY, startTime: '08:15', endTime: '10:30' })
  await portal.database().db.insert(schoolBillingProfiles).values({ schoolId: 1, billingEmail: 'pay@lincoln.example' })
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choose = async (page: Page, name: string, time: string) => {
  const select = page.getByRole('combobox', { name, exact: true })
  await select.fill(time)
  await select.press('Enter')
}

test('are seen and explained before they are confirmed, and before they are approved and billed', async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto(`/?date=${FRIDAY}`)
  await button(page, 'Edit').click()
  expect(await page.getByText(OUTSIDE).count()).toBe(0)
  await choose(page, 'Start', '11:00 AM')
  await choose(page, 'End', '11:15 AM')
  await page.getByText(OUTSIDE).waitFor()
  await page.getByText(SHORTER).waitFor()
  await button(page, 'Confirm').click()
  await page.getByText('Confirmed', { exact: true }).waitFor()

  // It warns, but blocks nothing; the reason is optional, and its draft survives a reload.
  await button(page, 'Say why').click()
  const explaining = page.getByRole('dialog', { name: 'Explain hours' })
  await explaining.getByLabel('Explanation').fill(WHY)
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await button(page, 'Say why').click()
  await explaining.getByText(/Your unsaved changes from .* were restored\./).waitFor()
  expect(await explaining.getByLabel('Explanation').inputValue()).toBe(WHY)
  await explaining.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Explanation: ${WHY}`).waitFor()
  await button(page, 'Change explanation').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await takePictures(page, 'odd-hours provider')

  const administrator = await portal.newPage()
  await portal.signIn(administrator, PEOPLE.Administrators.email)
  await administrator.goto(`/people?date=${FRIDAY}`)
  const odd = administrator.getByRole('gridcell', { name: '0:15 hours, 1 session, To look at', exact: true })
  await odd.waitFor()
  await administrator.getByText('To look at (1)').click()
  await expect.poll(() => administrator.getByRole('rowheader').allInnerTexts()).toEqual(['Paul Provider'])
  expect(new URL(administrator.url()).search).toBe(`?date=${FRIDAY}&status=toLookAt`)
  await button(administrator, 'Select all ready (1)').click()
  await administrator.getByText('1 day selected').waitFor()
  expect(await odd.getAttribute('aria-selected')).toBe('false')
  await odd.click()
  await administrator.getByText('2 days selected').waitFor()
  const details = administrator.getByRole('region', { name: 'Details' })
  await details.getByText(OUTSIDE).waitFor()
  await details.getByText(`Explanation: ${WHY}`).waitFor()
  expect(await axeFindings(administrator)).toEqual([])
  await takePictures(administrator, 'odd-hours people')
  await button(administrator, 'Approve').click()
  const question = administrator.getByRole('dialog', { name: 'Are you sure you want to save the changes?' })
  await question.getByText('1 as scheduled, 1 to look at', { exact: true }).waitFor()
  const listed = question.getByRole('region', { name: 'Checked hours' })
  await listed.getByText('Lincoln, 11:00 AM-11:15 AM', { exact: true }).waitFor()
  await listed.getByText(OUTSIDE).waitFor()
  await listed.getByText(SHORTER).waitFor()
  await listed.getByText(`Explanation: ${WHY}`).waitFor()
  expect(await listed.getByRole('link').getAttribute('href')).toBe(`/?view=daily&date=${FRIDAY}&provider=1`)
  expect(await axeFindings(administrator)).toEqual([])
  await takePictures(administrator, 'odd-hours approval')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await administrator.goto('/close-out?period=2026-06-01')
  await administrator.getByRole('button', { name: /^1 Days to look at$/ }).click()
  const point = administrator.getByRole('table', { name: 'Days to look at' })
  await point.getByText(`Lincoln: ${OUTSIDE}`).waitFor()
  await point.getByText('$20.00', { exact: true }).waitFor()
  const link = point.getByRole('link', { name: 'Open day: Paul Provider, To look at, 06/12/2026, Lincoln' })
  expect(await axeFindings(administrator)).toEqual([])
  await takePictures(administrator, 'odd-hours close-out')
  await link.click()
  await administrator.getByRole('region', { name: 'Lincoln, Paul Provider' }).getByText(`Explanation: ${WHY}`).waitFor()
})
