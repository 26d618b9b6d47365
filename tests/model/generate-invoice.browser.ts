/** Generating an invoice in a browser. The path decides what the server replies. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { formatDate } from '#domain/time.ts'
import type { GenerateInvoiceSnapshot, generateInvoiceMachine } from '#machines/billing/generate-invoice.machine.ts'
import { addressOfPlace } from '#screens/billing/invoice-address.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface GenerateInvoiceWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to replace INV-00006?' })
const type = async (page: Page, name: string, date: string) => {
  await field(page, name).fill(formatDate(date))
  await page.keyboard.press('Tab')
}
const choose = async (page: Page, school: string) => {
  await page.getByRole('combobox', { name: 'School' }).click()
  await page.getByRole('option', { name: school, exact: true }).click()
}

/** Call at the top of the file. */
export function generateInvoiceInBrowser(): BrowserRun<typeof generateInvoiceMachine, GenerateInvoiceWorld> {
  const portal = usePortal()
  const ends =
    (id: 'previewInvoice' | 'generateInvoice') =>
    ({ calls }: GenerateInvoiceWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
      kind === 'error'
        ? calls.settle(id, kind, event)
        : calls.answer(id, { status: 200, message: '', data: event.output })
  const isSending = async (
    { calls }: GenerateInvoiceWorld,
    id: 'previewInvoice' | 'generateInvoice',
    { context: { place } }: GenerateInvoiceSnapshot,
  ) => {
    await expect.poll(() => calls.waiting(id)).toBe(1)
    expect(calls.bodyOf(id)).toMatchObject({
      startDate: place.startDate,
      endDate: place.endDate,
      schoolId: place.school,
      studentIds: place.studentIds.join(),
      serviceIds: place.serviceIds.join(),
    })
  }
  const seesPlace = async ({ page }: GenerateInvoiceWorld, { context: { place } }: GenerateInvoiceSnapshot) => {
    await expect
      .poll(() => field(page, 'Start Date').inputValue())
      .toBe(place.startDate === '' ? '' : formatDate(place.startDate))
    const school = place.school === 'all' ? 'All schools' : place.school === null ? '' : 'Lincoln'
    await expect.poll(() => page.getByRole('combobox', { name: 'School' }).inputValue()).toBe(school)
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, {
        previewInvoice: '/api/billing/preview-invoice',
        generateInvoice: '/api/billing/generate-invoice',
      })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/invoice-record')
      await page.getByText('Choose a period and a school to see what the invoice will say.').waitFor()
      return { page, calls }
    },
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'place.change': async ({ page }, { event }) => {
        if (event.type !== 'place.change') return
        const { startDate, endDate, school } = event.change
        if (startDate !== undefined) await type(page, 'Start Date', startDate)
        else if (endDate !== undefined) await type(page, 'End Date', endDate)
        else await choose(page, school === 'all' ? 'All schools' : 'Lincoln')
      },
      'place.visit': async ({ page }, { event }) => {
        if (event.type !== 'place.visit') return
        await visit(page, `/invoice-record?${addressOfPlace(event.place)}`)
      },
      'place.reset': ({ page }) => button(page, 'Reset Filters').click(),
      'preview.retry': ({ page }) => preview(page).getByRole('button', { name: 'Try again' }).click(),
      'invoice.generate': ({ page }) => page.getByRole('button', { name: /^Generate (All )?Invoices?$/ }).click(),
      'replacement.confirm': ({ page }) => question(page).getByRole('button', { name: 'Confirm' }).click(),
      'replacement.cancel': ({ page }) => question(page).getByRole('button', { name: 'Cancel' }).click(),
      'dialog.close': ({ page }) => page.keyboard.press('Escape'),
    },
    outcomes: {
      previewInvoice: ends('previewInvoice'),
      checkInvoice: ends('previewInvoice'),
      generateInvoice: ends('generateInvoice'),
    },
    delays: { settle: (world, { after }) => isSending(world, 'previewInvoice', after) },
    states: {
      editing: seesPlace,
      'editing.previewing': (world, snapshot) => isSending(world, 'previewInvoice', snapshot),
      'editing.previewed': ({ page }) => preview(page).getByRole('table', { name: 'Totals' }).waitFor(),
      'editing.unread': ({ page }) => preview(page).getByText('The preview could not be loaded.').waitFor(),
      checking: (world, snapshot) => isSending(world, 'previewInvoice', snapshot),
      asking: ({ page }) =>
        question(page)
          .getByText('The school has INV-00006, sent on 06/20/2026. The total is $1,122.19 instead of $1,100.00.')
          .waitFor(),
      generating: (world, snapshot) => isSending(world, 'generateInvoice', snapshot),
      generated: ({ page }) => page.getByRole('dialog').getByText('Invoice INV-00007: $1,122.19').waitFor(),
    },
  }
}
