/** Answering time-off requests in a browser. The path decides the list and the responses. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Pto } from '#contract/time-off.ts'
import { overdraftsOf, timeOffMessages } from '#domain/time-off.ts'
import type { AnswerOutcome, ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun, Step } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

type Machine = typeof ptoReviewMachine

export interface ReviewWorld {
  readonly page: Page
  readonly calls: HeldCalls
  /** The response to the list's call. */
  rows: readonly Pto[]
  /** As it was written last. */
  note: string
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const noteDialog = (page: Page) => page.getByRole('dialog', { name: 'Reject PTO Requests' })
const question = (page: Page) => page.getByRole('dialog', { name: timeOffMessages.accept })
const lastQuestion = (page: Page) => page.getByRole('dialog', { name: timeOffMessages.acceptOver })
const SPAN = 'Select Paul Provider, 11/15/2027-11/16/2027: 2 days, 6 h'
const tick = (page: Page, provider: string) => page.getByRole('checkbox', { name: new RegExp(`^Select ${provider}`) })
/** How the checkbox of each request that can be answered begins. */
const REQUESTS: Readonly<Record<number, string>> = {
  71: 'Paul Provider, 11/15/2027, ',
  72: 'Paul Provider, 11/16/2027, ',
  58: 'Sofía',
}

/** Call at the top of the file. */
export function ptoReviewInBrowser(): BrowserRun<Machine, ReviewWorld> {
  const portal = usePortal()

  /** The ticked checkboxes match the model's selection. */
  const seesTicks = async (page: Page, { context: { requests, selected } }: SnapshotFrom<Machine>) => {
    for (const [id, provider] of Object.entries(REQUESTS)) {
      const isThere = requests.some((request) => request.id === Number(id))
      await expect.poll(() => tick(page, provider).count()).toBe(isThere ? 1 : 0)
      if (isThere) await expect.poll(() => tick(page, provider).isChecked()).toBe(selected.includes(Number(id)))
    }
  }

  const answer =
    (id: string) =>
    async ({ calls }: ReviewWorld, { event }: Step<Machine>, kind: OutcomeKind) => {
      if (kind === 'error') return calls.settle(id, kind, event)
      const { refusals } = (event as unknown as { output: AnswerOutcome }).output
      const reply = refusals.length > 0 ? { status: 409, data: refusals } : { status: 200, data: null }
      return calls.answer(id, { message: '', ...reply })
    }

  const seesFailure = ({ page }: ReviewWorld, { context: { failure = '' } }: SnapshotFrom<Machine>) =>
    page.getByRole('dialog', { name: 'Error' }).getByText(failure).waitFor()

  return {
    open: async () => {
      await allowScreen(portal.database(), 'Administrators', 'PTORequest')
      const page = await portal.newPage()
      const calls = await holdCalls(page, {
        acceptRequests: '/api/provider-pto/accept-provider-pto',
        rejectRequests: '/api/provider-pto/reject-provider-pto',
      })
      const world: ReviewWorld = { page, calls, rows: [], note: '' }
      await page.route(/get-all-admin-ptos/, (route) => {
        const { rows } = world
        const data = { allAdminPtos: rows, pageIndex: 1, pageSize: 10, totalRecords: rows.length }
        return route.fulfill({ json: { statusCode: 200, message: '', data } })
      })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/pto-record')
      await page.getByRole('cell', { name: 'No Data Found' }).waitFor()
      return world
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'requests.show': async (world, { event }) => {
        if (event.type !== 'requests.show') return
        world.rows = event.requests
        await button(world.page, 'Refresh').click()
      },
      'request.toggle': ({ page }, { event }) => tick(page, REQUESTS['id' in event ? event.id : 0] ?? 'nobody').click(),
      'span.toggle': ({ page }) => page.getByRole('checkbox', { name: SPAN }).click(),
      'page.toggle': ({ page }) => page.getByRole('checkbox', { name: 'Select all on this page' }).click(),
      'answer.accept': ({ page }) => button(page, 'Accept').click(),
      'answer.reject': ({ page }) => button(page, 'Reject').click(),
      'answer.confirm': ({ page }) => button(page, 'Confirm').click(),
      'note.submit': async (world, { event }) => {
        const { page } = world
        world.note = 'note' in event ? event.note : ''
        await noteDialog(page).getByLabel('Note').fill(world.note)
        await noteDialog(page).getByRole('button', { name: 'Reject' }).click()
      },
      'answer.cancel': ({ page }) => button(page, 'Cancel').click(),
      'notice.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: { acceptRequests: answer('acceptRequests'), rejectRequests: answer('rejectRequests') },
    // A dialog covers the list, and answered requests have no checkbox.
    possible: (snapshot, event) =>
      event.type === 'requests.show'
        ? snapshot.matches('choosing')
        : event.type === 'span.toggle'
          ? snapshot.context.requests.some(({ spanId }) => spanId === event.spanId)
          : event.type === 'answer.confirm'
            ? // The requests have no sessions; tests/screens/pto-record.test.ts cancels some and hands some over.
              event.sessions.length === 0
            : event.type !== 'request.toggle' || event.id in REQUESTS,
    states: {
      choosing: async ({ page }, snapshot) => {
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        await seesTicks(page, snapshot)
      },
      warned: ({ page }) => page.getByRole('dialog').getByText(timeOffMessages.nothingChosen).waitFor(),
      'accepting.confirming': async ({ page }, { context: { chosen } }) => {
        await expect.poll(() => question(page).getByRole('listitem').count()).toBe(chosen.length)
        expect(await button(page, 'Confirm').isEnabled()).toBe(true)
      },
      'accepting.confirmingOverdraft': async ({ page }, { context: { chosen } }) => {
        await expect.poll(() => lastQuestion(page).getByRole('listitem').count()).toBe(overdraftsOf(chosen).length)
        expect(await button(page, 'Confirm').isEnabled()).toBe(true)
      },
      'accepting.saving': async ({ page, calls }, { context: { chosen } }) => {
        await expect.poll(() => calls.waiting('acceptRequests')).toBe(1)
        const asked = overdraftsOf(chosen).length > 0 ? lastQuestion(page) : question(page)
        expect(await asked.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(false)
      },
      'accepting.failed': seesFailure,
      'rejecting.noting': async ({ page, note: written }, { context: { chosen, note } }) => {
        await expect.poll(() => noteDialog(page).getByRole('listitem').count()).toBe(chosen.length)
        await expect.poll(() => noteDialog(page).getByRole('button', { name: 'Reject' }).isEnabled()).toBe(true)
        if (note !== '') expect(await noteDialog(page).getByLabel('Note').inputValue()).toBe(written)
      },
      'rejecting.saving': async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('rejectRequests')).toBe(1)
        expect(await noteDialog(page).getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(false)
      },
      'rejecting.failed': seesFailure,
      refused: async ({ page }, { context: { refusals } }) => {
        const dialog = page.getByRole('dialog', { name: "Some requests weren't updated" })
        for (const refusal of refusals) await dialog.getByText(refusal).waitFor()
      },
    },
  }
}
