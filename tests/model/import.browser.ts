/** An import of services in a browser. The path decides how checks and imports end, so the list never changes. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { addedInWords } from '#contract/imports.ts'
import type { ChosenFile } from '#machines/common/chosen-file.ts'
import type { ImportMachine } from '#machines/documents/import.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'

import type { BrowserRun, Step } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

type Machine = ImportMachine<ChosenFile>
type Snapshot = SnapshotFrom<Machine>

export interface ImportWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import Services' })
const question = (page: Page) => page.getByRole('dialog', { name: /^Import the 1 good row and leave out 2 rows/ })
const invitations = (page: Page) => page.getByRole('dialog', { name: /^Send [12] invitations? now\?/ })
const button = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('button', { name, exact: typeof name === 'string' })
const importing = /^Import (the )?\d/

/** The dry run and the import are one call. */
const answer = async ({ calls }: ImportWorld, { event }: Step<Machine>, kind: OutcomeKind) => {
  if (kind === 'error') return calls.settle('run', kind, event)
  return calls.answer('run', { status: 200, message: '', data: 'output' in event ? event.output : null })
}

const seesRefusal = async ({ page }: ImportWorld, { context: { refusal } }: Snapshot) => {
  const { message = '', lines = [] } = refusal ?? {}
  const box = page.getByRole('dialog', { name: lines.length > 0 ? message : 'Error' })
  for (const line of lines.length > 0 ? lines : [message]) await box.getByText(line).waitFor()
}

/** Call at the top of the file. */
export function importInBrowser(): BrowserRun<Machine, ImportWorld> {
  const portal = usePortal()
  return {
    open: async () => {
      const page = await portal.newPage()
      const calls = await holdCalls(page, { run: '/api/service/import-services' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/service-record')
      await page.getByRole('cell', { name: 'No Data Available' }).waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'import.open': ({ page }, { before }) =>
        before.matches('done')
          ? button(page, 'Import another file').click()
          : page.getByRole('button', { name: 'Import', exact: true }).click(),
      'file.choose': ({ page }, { event }) =>
        dialog(page)
          .locator('input[type=file]')
          .setInputFiles({
            name: 'file' in event ? event.file.name : '',
            mimeType: 'text/csv',
            buffer: Buffer.alloc(10, 'x'),
          }),
      'file.remove': ({ page }) => button(page, /^Remove /).click(),
      'check.start': ({ page }) => button(page, 'Check').click(),
      'import.start': ({ page }) => button(page, importing).click(),
      'import.confirm': ({ page }) => question(page).getByRole('button', { name: 'Confirm' }).click(),
      'import.cancel': ({ page }, { before }) =>
        (before.matches('inviting') ? invitations(page) : question(page))
          .getByRole('button', { name: 'Cancel' })
          .click(),
      'invitations.send': ({ page }) => invitations(page).getByRole('button', { name: 'Send now' }).click(),
      'invitations.postpone': ({ page }) => invitations(page).getByRole('button', { name: 'Later' }).click(),
      'import.close': ({ page }, { before }) => button(page, before.matches('done') ? 'OK' : 'Cancel').click(),
      'failure.dismiss': ({ page }) => page.getByRole('button', { name: 'OK', exact: true }).click(),
    },
    outcomes: { checkFile: answer, importRows: answer },
    // Only the browser knows how much has been sent.
    possible: (_, event) => event.type !== 'upload.progress',
    excuses: { '*upload.progress*': 'Ten bytes upload too fast to show progress.' },
    states: {
      closed: ({ page }) => expect.poll(() => dialog(page).count()).toBe(0),
      choosing: async ({ page }, { context: { file, problem } }) => {
        await expect.poll(() => button(page, 'Check').isEnabled()).toBe(true)
        await expect.poll(() => button(page, /^Remove /).count()).toBe(file ? 1 : 0)
        if (file) await dialog(page).getByText(`${file.name} (1 kB)`).waitFor()
        await expect.poll(() => dialog(page).getByRole('alert').allInnerTexts()).toEqual(problem ? [problem] : [])
      },
      checking: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('run')).toBe(1)
        expect(await button(page, 'Check').isEnabled()).toBe(false)
      },
      refused: seesRefusal,
      checked: async ({ page }, { context: { report, notice } }) => {
        const { goodRows = 0, rows = 0, problems = [] } = report ?? {}
        await dialog(page)
          .getByRole('status')
          .filter({ hasText: goodRows === rows ? '3 rows checked, no problems' : `${goodRows} good row` })
          .waitFor()
        await expect.poll(() => button(page, importing).count()).toBe(goodRows > 0 ? 1 : 0)
        await expect.poll(() => dialog(page).getByRole('alert').allInnerTexts()).toEqual(notice ? [notice] : [])
        for (const { problem } of problems) await dialog(page).getByRole('cell', { name: problem }).waitFor()
      },
      confirming: ({ page }) => question(page).waitFor(),
      inviting: ({ page }) => invitations(page).waitFor(),
      importing: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('run')).toBe(1)
        expect(await button(page, 'Cancel').isEnabled()).toBe(false)
      },
      failed: seesRefusal,
      done: ({ page }, { context: { report } }) =>
        dialog(page)
          .getByRole('status')
          .filter({ hasText: addedInWords(report?.added ?? 0, 'service') })
          .waitFor(),
    },
  }
}
