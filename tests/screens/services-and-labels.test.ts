/** The catalogue as an administrator keeps it: lists, the pages that add and change, deleting, two people at once. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { services, trackingLabels } from '#server/db/schema.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, browserContext, signIn } = usePortal()

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
})

const open = async (path: string) => {
  const page = await (await browserContext()).newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  return page
}

const rows = async (page: Page) =>
  (await page.getByRole('table').getByRole('row').allInnerTexts()).slice(1).map((row) => row.trim().split(/\s*\t\s*/))
const rowsBecome = (page: Page, expected: string[][]) => expect.poll(() => rows(page)).toEqual(expected)
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const ok = (page: Page) => page.getByRole('button', { name: 'OK' }).click()

const art = ['ART', 'Art Therapy']
const ot = ['OT', 'Occupational Therapy']
const pt = ['PT', 'Physical Therapy']
const numbered = (...list: string[][]) => list.map((row, index) => [String(index + 1), ...row])

test('services are listed, searched, added, changed and deleted', async () => {
  const page = await open('/service-record')
  await page.getByRole('heading', { name: 'Service Listing Record' }).waitFor()
  await rowsBecome(page, numbered(art, ot, pt))
  await page.getByText('1-3 of 3 results').waitFor()
  expect(await axeFindings(page)).toEqual([])

  const reset = page.getByRole('button', { name: 'Reset Filters' })
  expect(await reset.count()).toBe(0)
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.getByRole('option', { name: 'Description, Z-A' }).click()
  await rowsBecome(page, numbered(pt, ot, art))
  expect(pathOf(page)).toBe('/service-record?sort=-description')
  await page.reload()
  await rowsBecome(page, numbered(pt, ot, art))
  await reset.click()
  await rowsBecome(page, numbered(art, ot, pt))
  await page.getByRole('searchbox', { name: 'Search' }).fill('phys')
  await page.getByRole('button', { name: 'Find' }).click()
  await rowsBecome(page, numbered(pt))
  expect(pathOf(page)).toBe('/service-record?search=phys')

  // The page leads back to the list as it was left.
  await page.getByRole('link', { name: 'Edit PT' }).click()
  await page.getByRole('heading', { name: 'Edit Service' }).waitFor()
  await page.getByLabel('Service Code').fill('')
  await save(page)
  await page.getByText('Service Code Is Required.', { exact: true }).waitFor()
  expect(await page.getByLabel('Service Code').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Service Code').fill('ot')
  await page.getByText('Service Code Is Required.').waitFor({ state: 'hidden' })
  await save(page)
  await page.getByText('A service with this code already exists.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Service Code').fill('PHY')
  await page.getByText('A service with this code already exists.').waitFor({ state: 'hidden' })
  await save(page)
  await page.getByRole('dialog').getByText('Service has been updated successfully').waitFor()
  await ok(page)
  await rowsBecome(page, numbered(['PHY', 'Physical Therapy']))
  expect(pathOf(page)).toBe('/service-record?search=phys')
  await reset.click()
  await rowsBecome(page, numbered(art, ot, ['PHY', 'Physical Therapy']))

  await page.getByRole('link', { name: 'Add Service' }).click()
  await save(page)
  await page.getByText('Service Code Is Required', { exact: true }).waitFor()
  await page.getByText('Service Description Is Required').waitFor()
  await page.getByLabel('Service Code').fill('MUS')
  await page.getByLabel('Description').fill('x'.repeat(251))
  await page.getByText('Maximum of 250 characters allowed').waitFor()
  await page.getByLabel('Description').fill('Music Therapy')
  await save(page)
  await page.getByText('Service has been added successfully').waitFor()
  await ok(page)
  await rowsBecome(page, numbered(art, ['MUS', 'Music Therapy'], ot, ['PHY', 'Physical Therapy']))

  await page.getByRole('button', { name: 'Delete MUS' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this service?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete MUS' }).click()
  await question.getByText('MUS').waitFor()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Service has been deleted successfully').waitFor()
  await ok(page)
  await rowsBecome(page, numbered(art, ot, ['PHY', 'Physical Therapy']))

  await page.getByRole('button', { name: 'Delete ART' }).click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('This service is in use and cannot be deleted: the rates of Lincoln.').waitFor()
  await ok(page)
  await rowsBecome(page, numbered(art, ot, ['PHY', 'Physical Therapy']))
})

test('what was entered is not lost: not to Cancel, a reload, or somebody faster', async () => {
  const page = await open('/edit-service/1')
  await page.getByLabel('Description').fill('Occupational')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Are you sure you want to cancel?').waitFor()
  await page.getByRole('button', { name: 'No' }).click()
  expect(await page.getByLabel('Description').inputValue()).toBe('Occupational')

  await page.reload()
  await page.getByText(/Your unsaved changes from .* were restored/).waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Occupational')

  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const theirs = { id: 1, code: 'OTX', description: 'Theirs' }
  await server().call('editService', { token, body: theirs })
  await save(page)
  const refusal = page.getByRole('alert').filter({ hasText: 'Someone else has changed this service.' })
  await refusal.getByText('What you entered is still here. Saving it again replaces their change.').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Occupational')
  await page.getByLabel('Description').fill('Occupational Therapy, mine')
  await refusal.waitFor({ state: 'hidden' })
  await save(page)
  await page.getByText('Service has been updated successfully').waitFor()
  await ok(page)
  await page.getByRole('heading', { name: 'Service Listing Record' }).waitFor()
  const stored = await database().db.select().from(services)
  expect(stored.find(({ id }) => id === 1)).toMatchObject({ code: 'OT', description: 'Occupational Therapy, mine' })

  // Saved or given up, nothing is left of the draft.
  await page.goto('/edit-service/1')
  await page.getByLabel('Description').waitFor()
  expect(await page.getByText('were restored').count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Service Listing Record' }).waitFor()

  await page.goto('/edit-service/999')
  await page.getByText('Service not found.').waitFor()
  await page.goto('/edit-service/none')
  await page.getByText('Service not found.').waitFor()
})

test('tracking labels the same, page by page', async () => {
  await database()
    .db.insert(trackingLabels)
    .values(Array.from({ length: 12 }, (_, n) => ({ trackingLabel: `L${10 + n}`, description: `Label ${10 + n}` })))
  const page = await open('/tracking-label')
  await page.getByRole('heading', { name: 'Tracking Label Listing Record' }).waitFor()
  await page.getByText('1-10 of 14 results').waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await rowsBecome(page, [
    ['11', 'L19', 'Label 19'],
    ['12', 'L20', 'Label 20'],
    ['13', 'L21', 'Label 21'],
    ['14', 'PRE', 'Present, session held'],
  ])
  await page.getByRole('link', { name: 'Edit PRE' }).click()
  await page.getByRole('heading', { name: 'Edit Tracking Label' }).waitFor()
  await page.getByLabel('Tracking Label').fill('')
  await save(page)
  await page.getByText('Tracking Label Is Required', { exact: true }).waitFor()
  await page.getByLabel('Tracking Label').fill('PRES')
  await save(page)
  await page.getByText('Tracking Label has been updated successfully').waitFor()
  await ok(page)
  expect(pathOf(page)).toBe('/tracking-label?page=2')
  await page.getByRole('button', { name: 'Delete PRES' }).click()
  await page.getByRole('dialog', { name: 'Are you sure you want to delete this Tracking Label?' }).waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Tracking Label has been deleted successfully').waitFor()
  await ok(page)
  await page.getByText('11-13 of 13 results').waitFor()
  await page.getByRole('combobox', { name: 'Results per page' }).click()
  await page.getByRole('option', { name: '20' }).click()
  await page.getByText('1-13 of 13 results').waitFor()

  await page.getByRole('link', { name: 'Add Tracking Label' }).click()
  await page.getByLabel('Tracking Label').fill('a,b')
  await save(page)
  await page.getByText('A tracking label cannot contain a comma.').waitFor()
  await page.getByText('Tracking Description Is Required.').waitFor()
  await page.getByLabel('Tracking Label').fill('TELE')
  await page.getByLabel('Description').fill('Teletherapy')
  await save(page)
  await page.getByText('Tracking Label has been added successfully').waitFor()
  await ok(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByText('No Data Found').waitFor()
})
