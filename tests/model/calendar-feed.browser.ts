/** Sharing a calendar in a browser. The server provides the calendar; the path decides responses about its address. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface CalendarFeedWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Subscribe to this calendar' })
const replacement = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to replace the address?' })
const end = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to stop sharing this calendar?' })

/** Call at the top of the file. */
export function calendarFeedInBrowser(): BrowserRun<typeof calendarFeedMachine, CalendarFeedWorld> {
  const portal = usePortal()

  /** The call ends as the path says, with the path's response. */
  const ends =
    (call: string) =>
    ({ calls }: CalendarFeedWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
      kind === 'error'
        ? calls.settle(call, kind, event)
        : calls.answer(call, { status: 200, message: '', data: event.output ?? null })
  const press =
    (name: string) =>
    ({ page }: CalendarFeedWorld) =>
      button(page, name).click()
  const isWaiting = (call: string, { calls }: CalendarFeedWorld) => expect.poll(() => calls.waiting(call)).toBe(1)

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, {
        loadFeed: '/api/calendar-feed/get-calendar-feed',
        createFeed: '/api/calendar-feed/create-calendar-feed',
        revokeFeed: '/api/calendar-feed/revoke-calendar-feed',
      })
      await portal.signIn(page, PEOPLE.Providers.email)
      await page.goto('/schedule-provider-event-viewer')
      await button(page, 'Subscribe').waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'feed.open': press('Subscribe'),
      'feed.retry': press('Try again'),
      'feed.create': press('Create address'),
      'feed.replace': press('Replace address'),
      'feed.revoke': press('Stop sharing'),
      'question.confirm': ({ page }) =>
        page.getByRole('button', { name: /^(Replace the address|Stop sharing the calendar)$/ }).click(),
      'question.cancel': press('Cancel'),
      'dialog.close': ({ page }) => dialog(page).getByRole('button', { name: 'Close', exact: true }).click(),
      'failure.dismiss': press('OK'),
    },
    // The page is the provider's own.
    possible: (_, event) => event.type !== 'feed.open' || event.providerId === 7,
    outcomes: {
      loadFeed: ends('loadFeed'),
      createFeed: ends('createFeed'),
      replaceFeed: ends('createFeed'),
      revokeFeed: ends('revokeFeed'),
    },
    states: {
      closed: ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      loading: async (world) => {
        await isWaiting('loadFeed', world)
        await dialog(world.page).getByRole('status', { name: 'Loading...' }).waitFor()
      },
      unreachable: ({ page }) => dialog(page).getByText('The address could not be loaded.').waitFor(),
      private: async ({ page }) => {
        await button(page, 'Create address').waitFor()
        expect(await dialog(page).getByRole('textbox').count()).toBe(0)
      },
      creating: async (world) => {
        await isWaiting('createFeed', world)
        expect(await button(world.page, 'Create address').isEnabled()).toBe(false)
      },
      shared: async ({ page }, { context: { feed } }) => {
        await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Address' }).inputValue()).toBe(feed?.address)
        await expect.poll(() => replacement(page).or(end(page)).count()).toBe(0)
      },
      confirmingReplacement: ({ page }) => replacement(page).waitFor(),
      replacing: async (world) => {
        await isWaiting('createFeed', world)
        expect(await button(world.page, 'Cancel').isEnabled()).toBe(false)
      },
      confirmingEnd: ({ page }) => end(page).waitFor(),
      revoking: async (world) => {
        await isWaiting('revokeFeed', world)
        expect(await button(world.page, 'Cancel').isEnabled()).toBe(false)
      },
      failed: ({ page }, { context: { failure = '' } }) => page.getByRole('dialog').getByText(failure).waitFor(),
    },
  }
}
