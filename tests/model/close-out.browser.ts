/** The close-out of a half-month in a browser. The path decides what the server replies. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { rateTypeNames } from '#domain/billing/invoice.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import type { closeOutMachine } from '#machines/billing/close-out.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { NOVEMBER } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface CloseOutWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const LOCKED = {
  ...NOVEMBER,
  ...{ id: 1, createdOnUtc: '2026-11-20T15:00:00.000Z', isForced: false, lockedBy: 'Ada Admin' },
  ...{ leftOut: { days: 0, minutes: 0, amount: '0.00' }, unlocked: null, unlockRefusal: null },
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Lock Out', exact: true })
const points = (page: Page) => page.getByRole('table', { name: 'Open items' })
const STALE = 'It could not be updated since'

/** As the browser does when the user turns to another tab, or back. */
const turn = (page: Page, to: 'visible' | 'hidden') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, to)

/** Call at the top of the file. */
export function closeOutInBrowser(): BrowserRun<typeof closeOutMachine, CloseOutWorld> {
  const portal = usePortal()
  const ends =
    (call: string, reply: (output: { message: string }) => { message: string; data: unknown }) =>
    ({ calls }: CloseOutWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
      kind === 'error' ? calls.settle(call, kind, event) : calls.answer(call, { status: 200, ...reply(event.output) })
  const reads = ends('readCloseOut', (data) => ({ message: '', data }))
  const isReading = async ({ calls }: CloseOutWorld) => {
    await expect.poll(() => calls.waiting('readCloseOut')).toBe(1)
    expect(calls.bodyOf('readCloseOut')).toMatchObject({ startDate: NOVEMBER.startDate })
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addPeople(portal.database())
      // A context of its own, because its clock is set.
      const context = await portal.browserContext()
      const page = await context.newPage()
      await page.clock.install()
      const calls = await holdCalls(page, {
        readCloseOut: '/api/billing/close-out',
        readDaysToLookAt: '/api/billing/close-out/days-to-look-at',
        saveRateType: '/api/billing/set-rate-type',
        lockPeriod: '/api/billing/lock-out-invoice',
      })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto(`/close-out?period=${NOVEMBER.startDate}`)
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    hasFixedDates: true,
    close: ({ page }) => page.context().close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'window.focus': async ({ page }) => turn(page, 'visible'),
      'window.hide': ({ page }) => turn(page, 'hidden'),
      'closeOut.retry': ({ page }) => button(page, 'Try again').click(),
      'closeOut.refresh': async ({ page, calls }) => {
        await button(page, 'Lock Out').click()
        await dialog(page).getByRole('button', { name: 'Lock Out', exact: true }).click()
        await calls.answer('lockPeriod', { status: 200, message: '', data: LOCKED })
        await page.getByText(lockOutMessages.locked(NOVEMBER)).first().waitFor()
        await dialog(page).waitFor({ state: 'detached' })
      },
      'rateType.choose': async ({ page }, { event }) => {
        if (event.type !== 'rateType.choose') return
        await button(page, /^Set rate type: Paul Provider, Without a rate/).click()
        await page.getByRole('menuitem', { name: rateTypeNames[event.chosen.rateTypeId] }).click()
      },
      'failure.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      readCloseOut: reads,
      rereadCloseOut: reads,
      readDaysToLookAt: ends('readDaysToLookAt', (data) => ({ message: '', data })),
      saveRateType: ends('saveRateType', ({ message }) => ({ message, data: { sessions: 1 } })),
    },
    delays: { refreshPause: ({ page }) => page.clock.fastForward(30_000) },
    possible: ({ context: { closeOut } }, event) => event.type !== 'rateType.choose' || closeOut?.unrated.length === 1,
    states: {
      loading: async (world) => {
        await isReading(world)
        await world.page.getByRole('status', { name: 'Loading...' }).waitFor()
      },
      failed: ({ page }, { context: { message = 'The half-month could not be loaded.' } }) =>
        page.getByRole('alert').getByText(message).waitFor(),
      checkingHours: async ({ page, calls }, { context: { startDate, daysToLookAt } }) => {
        await expect.poll(() => calls.waiting('readDaysToLookAt')).toBe(1)
        expect(calls.bodyOf('readDaysToLookAt')).toMatchObject({ startDate })
        await button(page, `${daysToLookAt?.length ?? '...'} Days to look at`).waitFor()
        await points(page).waitFor()
      },
      ready: async ({ page, calls }, { context: { closeOut, daysToLookAt, isStale } }) => {
        await button(page, `${daysToLookAt?.length ?? '...'} Days to look at`).waitFor()
        await expect.poll(() => button(page, /^Set rate type/).count()).toBe(closeOut?.unrated.length)
        await expect.poll(() => page.getByText(STALE).count()).toBe(isStale ? 1 : 0)
        await page.getByText('Updated 10:00 AM').waitFor()
        expect(calls.waiting('readCloseOut')).toBe(0)
      },
      refreshing: async (world) => {
        await isReading(world)
        await points(world.page).waitFor()
      },
      savingRateType: async ({ calls }, { context: { startDate, chosen } }) => {
        await expect.poll(() => calls.waiting('saveRateType')).toBe(1)
        expect(calls.bodyOf('saveRateType')).toMatchObject({ startDate, ...chosen })
      },
      refused: ({ page }, { context: { message = '' } }) =>
        page.getByRole('dialog', { name: 'Not saved' }).getByText(message, { exact: true }).waitFor(),
    },
  }
}
