/** The hand-over page in a browser. The path decides the previews and the results. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { formatDate } from '#domain/time.ts'
import type { handOverMachine } from '#machines/people/hand-over.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPeople, allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface HandOverWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Do you want to undo this hand-over?' })
const inQuestion = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true })
const handOverQuestion = (page: Page) => page.getByRole('dialog', { name: 'Do you want to hand over this work?' })
const inHandOver = (page: Page, name: string) => handOverQuestion(page).getByRole('button', { name, exact: true })
const handOver = (page: Page) => button(page, /^Hand Over \d/)

/** Call at the top of the file. */
export function handOverInBrowser(): BrowserRun<typeof handOverMachine, HandOverWorld> {
  const portal = usePortal()
  /** The call ends as the path says, with the path's reply. */
  const ends =
    (call: string, reply: (event: AnyEventObject) => { message: string; data: unknown }) =>
    ({ calls }: HandOverWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
      kind === 'error' ? calls.settle(call, kind, event) : calls.answer(call, { status: 200, ...reply(event) })
  const isWaiting = (call: string, { calls }: HandOverWorld) => expect.poll(() => calls.waiting(call)).toBe(1)

  return {
    hasFixedDates: true,
    open: async () => {
      await truncateAll(portal.database())
      await addPeople(portal.database())
      await allowScreen(portal.database(), 'Administrators', 'ProviderProfileInformation')
      const page = await portal.newPage()
      const calls = await holdCalls(page, {
        previewWork: '/api/hand-over/preview-hand-over',
        handOverWork: '/api/hand-over/hand-over',
        previewUndo: '/api/hand-over/preview-undo-hand-over',
        undoHandOver: '/api/hand-over/undo-hand-over',
      })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/hand-over/1')
      await page.getByRole('heading', { name: 'Hand Over', exact: true }).waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'preview.retry': ({ page }) => button(page, 'Try again').click(),
      'day.choose': async ({ page }, { event }) => {
        if (event.type !== 'day.choose') return
        const field = page.getByLabel('From', { exact: true })
        await field.fill(formatDate(event.from))
        await field.press('Tab')
      },
      'choices.change': async ({ page }, { event }) => {
        if (event.type !== 'choices.change') return
        const { toProviderId } = event.choices
        await page.getByLabel('Everything to').selectOption(toProviderId === null ? 'stays' : String(toProviderId))
      },
      'work.handOver': ({ page }) => handOver(page).click(),
      'work.confirm': ({ page }) => inHandOver(page, 'Confirm').click(),
      'work.cancel': ({ page }) => inHandOver(page, 'Cancel').click(),
      'undo.ask': ({ page }) => button(page, /^Undo the hand-over of/).click(),
      'undo.confirm': ({ page }) => inQuestion(page, 'Confirm').click(),
      'undo.cancel': ({ page }) => inQuestion(page, 'Cancel').click(),
      'failure.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      previewWork: ends('previewWork', ({ output }) => ({ message: '', data: output })),
      handOverWork: ends('handOverWork', ({ output }) => ({
        message: output.message,
        data: { id: 8, items: 1, sessions: 4 },
      })),
      previewUndo: ends('previewUndo', ({ output }) => ({ message: '', data: output })),
      undoHandOver: ends('undoHandOver', ({ output }) => ({
        message: output.message,
        data: { id: 7, state: 'undone' },
      })),
    },
    states: {
      previewing: async (world, { context: { preview } }) => {
        await isWaiting('previewWork', world)
        if (preview) expect(await handOver(world.page).isEnabled()).toBe(false)
        else await world.page.getByRole('status', { name: 'Loading', exact: true }).waitFor()
      },
      unread: async ({ page }, { context: { message = 'The work could not be loaded.' } }) => {
        await page.getByText(message).waitFor()
        await button(page, 'Try again').waitFor()
      },
      choosing: async ({ page }, { context: { preview, from = '', choices, message } }) => {
        const moving = preview?.items.filter(({ isMoving }) => isMoving).length ?? 0
        await expect.poll(() => handOver(page).textContent()).toBe(`Hand Over ${moving} Item${moving === 1 ? '' : 's'}`)
        await expect.poll(() => handOver(page).isEnabled()).toBe(moving > 0)
        await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe(formatDate(from))
        const { toProviderId } = choices
        expect(await page.getByLabel('Everything to').inputValue()).toBe(
          toProviderId === null ? 'stays' : String(toProviderId),
        )
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        if (message !== undefined) await page.getByRole('alert').getByText(message).waitFor()
      },
      confirming: async ({ page }) => {
        await handOverQuestion(page).getByText('4 sessions to Sofía Special').waitFor()
        await expect.poll(() => inHandOver(page, 'Confirm').isEnabled()).toBe(true)
      },
      moving: async (world) => {
        await isWaiting('handOverWork', world)
        expect(await inHandOver(world.page, 'Cancel').isEnabled()).toBe(false)
      },
      checkingUndo: async (world) => {
        await isWaiting('previewUndo', world)
        expect(await inQuestion(world.page, 'Confirm').isEnabled()).toBe(false)
      },
      confirmingUndo: async ({ page }) => {
        await question(page).getByText('From today on, 1 student goes back to Paul Provider.').waitFor()
        await expect.poll(() => inQuestion(page, 'Confirm').isEnabled()).toBe(true)
      },
      undoing: async (world) => {
        await isWaiting('undoHandOver', world)
        expect(await inQuestion(world.page, 'Cancel').isEnabled()).toBe(false)
      },
      refused: ({ page }, { context: { message = '' } }) =>
        page.getByRole('dialog', { name: 'Not done' }).getByText(message).waitFor(),
    },
  }
}
