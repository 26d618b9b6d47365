/** Uploading hours of time off in a browser. The path decides how uploads end, so the list never changes. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ptoHoursFile, ptoHoursMessages } from '#contract/pto-hours.ts'
import { uploadProblem } from '#contract/upload.ts'
import type { DatedFile, UploadMachine } from '#machines/documents/upload.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface UploadWorld {
  readonly page: Page
  readonly calls: HeldCalls
  /** What the dialog has to say about the chosen file. */
  problem: string | undefined
}

const GOOD = 'ID,Provider Name,Available Hours\n2,,8'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload PTO Hours' })
const button = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name, exact: typeof name === 'string' })

/** Call at the top of the file. */
export function uploadInBrowser(): BrowserRun<UploadMachine<DatedFile, number, string>, UploadWorld> {
  const portal = usePortal()
  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, { sendFile: '/api/provider-pto/upload-pto-hours' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/pto-balance-hours')
      await page.getByRole('cell', { name: 'Sofía Special' }).waitFor()
      return { page, calls, problem: undefined }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'upload.open': (world) => {
        world.problem = undefined
        return world.page.getByRole('button', { name: 'Upload', exact: true }).click()
      },
      // The page accepts larger files than the model.
      'file.choose': async (world, { event, name }) => {
        if (event.type !== 'file.choose') return
        const buffer = name.includes('too large') ? Buffer.alloc(ptoHoursFile.maxBytes + 1, 'x') : Buffer.from(GOOD)
        const file = { name: event.file.name, mimeType: 'text/csv', buffer }
        world.problem = uploadProblem(ptoHoursFile, { name: file.name, size: buffer.length })
        await dialog(world.page).locator('input[type=file]').setInputFiles(file)
      },
      'file.remove': ({ page }) => button(page, /^Remove /).click(),
      'upload.start': async (world, { after }) => {
        if (after.matches('choosing')) world.problem ??= ptoHoursMessages.file
        await button(world.page, 'Upload').click()
      },
      'upload.close': ({ page }) => button(page, 'Cancel').click(),
      'failure.dismiss': ({ page }) => page.getByRole('button', { name: 'OK', exact: true }).click(),
    },
    outcomes: {
      sendFile: async ({ page, calls }, { event }, kind) => {
        if (kind === 'error') return calls.settle('sendFile', kind, event)
        await calls.answer('sendFile', { status: 200, message: '', data: { rows: 1, changed: 1 } })
        await page.getByText(ptoHoursMessages.uploaded).last().waitFor()
      },
    },
    // Only the browser knows how much has been sent.
    possible: (_, event) => event.type !== 'upload.progress' && event.type !== 'file.ask',
    excuses: {
      '*file.ask*': 'This dialog has no other fields.',
      '*upload.progress*': 'A file of one row uploads too fast to show progress.',
    },
    states: {
      closed: ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      choosing: async ({ page, problem }, { context }) => {
        await expect.poll(() => button(page, 'Upload').isEnabled()).toBe(true)
        await expect.poll(() => button(page, /^Remove /).count()).toBe(context.file ? 1 : 0)
        if (context.file) await dialog(page).getByText(`${context.file.name} (1 kB)`).waitFor()
        const problems = context.problem === undefined ? [] : [problem]
        await expect.poll(() => dialog(page).getByRole('alert').allInnerTexts()).toEqual(problems)
      },
      sending: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('sendFile')).toBe(1)
        expect(await button(page, 'Upload').isEnabled()).toBe(false)
        await dialog(page)
          .getByRole('status')
          .getByText(/% sent$|^Sent/)
          .waitFor()
      },
      refused: async ({ page }, { context: { refusal } }) => {
        const { message = '', lines = [] } = refusal ?? {}
        const box = page.getByRole('dialog', { name: lines.length > 0 ? message : 'Error' })
        for (const line of lines.length > 0 ? lines : [message]) await box.getByText(line, { exact: true }).waitFor()
      },
    },
  }
}
