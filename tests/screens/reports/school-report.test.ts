/** The school report: what was scheduled at a school, after Submit, with students narrowed by school and provider. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { messagesAtFields } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'
import { schoolSample } from '#tests/support/reports/school-sample.ts'

const { open, openChecked } = reportPage(usePortal(), schoolSample)

const FEW_DAYS = '/report/school/admin?from=2027-11-01&to=2027-11-30'

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const choose = async (page: Page, name: string, option: string) => {
  await field(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const offered = async (page: Page, name: string) => {
  await field(page, name).click()
  const texts = await page.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return texts
}
const EVERYONE = ['All', 'Ana Núñez', 'Bo Li', 'Chi Okafor', 'Dora Weiss', 'Eli Stone']

test('offers the students of the chosen school and provider, and all of them again after a reset', async () => {
  const page = await openChecked()
  await page.goto(FEW_DAYS)
  await expect.poll(() => offered(page, 'Student')).toEqual(EVERYONE)
  expect(await field(page, 'School').inputValue()).toBe('Choose...')
  await choose(page, 'Student', 'Chi Okafor')
  await choose(page, 'School', 'Lincoln')
  await expect.poll(() => field(page, 'Student').inputValue()).toBe('All')
  await expect.poll(() => offered(page, 'Student')).toEqual(['All', 'Ana Núñez', 'Bo Li', 'Dora Weiss'])
  await choose(page, 'Provider', 'Sofía Special')
  await expect.poll(() => offered(page, 'Student')).toEqual(['All', 'Dora Weiss'])
  await choose(page, 'School', 'Choose...')
  await expect.poll(() => offered(page, 'Student')).toEqual(['All', 'Dora Weiss', 'Eli Stone'])
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect.poll(() => offered(page, 'Student')).toEqual(EVERYONE)
})

test('requires a school for rows and details, and keeps its dates if the new ones are in the wrong order', async () => {
  const page = await open(FEW_DAYS)
  for (const name of ['View details', 'Submit']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => messagesAtFields(page)).toEqual(['School Is Required'])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await choose(page, 'School', 'Maple')
    await expect.poll(() => messagesAtFields(page)).toEqual([])
    await choose(page, 'School', 'Choose...')
  }
  await page.getByLabel('From Date').fill('12/01/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(["From Date can't be greater than End Date"])
  await page.getByLabel('From Date').fill('11/10/2027')
  await page.keyboard.press('Tab')
  await page.getByLabel('End Date').fill('11/09/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(["End Date can't be less than Start Date"])
  expect(new URL(page.url()).searchParams.get('to')).toBe('2027-11-30')
})
