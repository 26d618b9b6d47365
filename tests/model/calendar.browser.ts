/**
 * Manage Schedule in a browser. The server provides the sessions, which are deleted and restored as the path requires.
 * The filters' options load when the path says so and don't change; how each choice narrows the others is covered by
 * the options' machine and tests/screens/calendars.test.ts.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { addDays, daysBetween, formatDate, type LocalDate, localOf } from '#domain/time.ts'
import type { calendarMachine } from '#machines/schedule/calendar.machine.ts'
import type { CalendarPlace } from '#machines/schedule/calendar-place.ts'
import { tellOfChange } from '#tests/support/live-news.ts'
import { CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { NOWHERE, visit, visitNew } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { dailySeries, usePortalWithSessions } from './stored-sessions.browser.ts'

export interface CalendarWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

type Snapshot = SnapshotFrom<typeof calendarMachine>

const UNREAD = 'The schedule could not be loaded. What you see may be out of date.'
const UNSEEN = 'Nobody can tell whether it came before the sessions; the machine’s paths try both.'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const search = (page: Page) => page.getByLabel('Search', { exact: true })
const events = (page: Page) => page.locator('[data-event]')
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

const choose = async (page: Page, list: string, option: string) => {
  await combobox(page, list).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const isChosen = (page: Page, view: string) => page.getByRole('radio', { name: view }).isChecked()
const step = (page: Page, which: 'Previous' | 'Next') =>
  page.getByRole('button', { name: new RegExp(`^${which} (week|day)$`) }).click()

const realToday = localOf(Date.now(), TEST_TIME_ZONE).date

/** The page of each start. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'the week': '/schedule-event-viewer',
  "a creator's weekdays at a school": `/schedule-event-creator?view=daily&date=${realToday}&school=1`,
}

/**
 * Call at the top of the file.
 * @param modelToday the model's today, which represents the real one
 * @param providers the model's ids of the portal's Paul and Sofía
 */
export function calendarInBrowser(
  modelToday: LocalDate,
  providers: { readonly paul: number; readonly sofia: number },
): BrowserRun<typeof calendarMachine, CalendarWorld> {
  const everyDay = { date: addDays(realToday, -70), endDate: addDays(realToday, 70) }
  const { portal, begin, signedIn } = usePortalWithSessions([
    dailySeries({ ...everyDay, eventName: 'Speech with Paul', providerId: 1, caseloadIds: [CASELOAD_IDS.ana] }),
    dailySeries({ ...everyDay, eventName: 'Speech with Sofía', providerId: 2, caseloadIds: [CASELOAD_IDS.ana] }),
  ])
  /** In whole weeks, because the calendar has no weekends. */
  const realDate = (date: LocalDate) => addDays(realToday, 7 * Math.round(daysBetween(modelToday, date) / 7))
  const names = new Map<number | undefined, string>([
    [undefined, 'All'],
    [providers.paul, 'Paul Provider'],
    [providers.sofia, 'Sofía Special'],
  ])

  const addressOf = ({ view, date, filters }: CalendarPlace) => {
    const provider =
      filters.providerId === undefined ? '' : `&provider=${filters.providerId === providers.paul ? 1 : 2}`
    const school = filters.schoolId === undefined ? '' : '&school=1'
    return `?view=${view}&date=${realDate(date)}${provider}${school}`
  }
  /** Search text, provider and the state of Reset match the model; day and view don't matter here. */
  const seesFilters = async (page: Page, { context: { filters, options } }: Snapshot) => {
    await expect.poll(() => search(page).inputValue()).toBe(filters.search)
    await expect.poll(() => button(page, 'Reset').isEnabled()).toBe(Object.values(filters).some(Boolean))
    if (options.providers.length === 0) return
    await expect.poll(() => combobox(page, 'Provider').inputValue()).toBe(names.get(filters.providerId))
  }
  const shown = (page: Page) => page.getByRole('textbox', { name: 'Date' }).inputValue()

  return {
    open: async (start) => {
      await begin()
      const page = await signedIn('Administrators')
      const calls = await holdCalls(page, {
        loadCalendar: '/api/schedule-event/get-schedule-events',
        options: '/api/provider/get-all-providers-schools-students',
      })
      await page.goto(ADDRESSES[start] ?? '/')
      return { page, calls }
    },
    reopen: async (world, start) => {
      const { page, calls } = world
      if (await button(page, 'OK').isVisible()) await button(page, 'OK').click()
      await visitNew(page, NOWHERE)
      await expect.poll(() => calls.waiting('loadCalendar') + calls.waiting('options')).toBe(0)
      await visit(page, ADDRESSES[start] ?? '/')
      return world
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'date.choose': async ({ page }, { event }) => {
        if (event.type !== 'date.choose') return
        const date = formatDate(realDate(event.date))
        // Choosing the day that is already shown has no effect.
        if ((await shown(page)) === date) await step(page, 'Next')
        await page.getByRole('textbox', { name: 'Date' }).fill(date)
        await page.keyboard.press('Enter')
        await expect.poll(() => shown(page)).toBe(date)
      },
      'date.today': async ({ page }) => {
        await button(page, 'Today').click()
        await expect.poll(() => shown(page)).toBe(formatDate(realToday))
      },
      'date.previous': ({ page }) => step(page, 'Previous'),
      'date.next': ({ page }) => step(page, 'Next'),
      'view.choose': async ({ page }, { name }) => {
        const [view, other] = name === 'daily' ? (['Daily', 'Weekly'] as const) : (['Weekly', 'Daily'] as const)
        if (await isChosen(page, view)) await page.getByText(other, { exact: true }).click()
        await page.getByText(view, { exact: true }).click()
      },
      'filter.choose': async ({ page }, { event }) => {
        if (event.type !== 'filter.choose') return
        if (event.filter === 'studentId') await choose(page, 'Student', 'Ana Núñez')
        else if (event.filter === 'schoolId') await choose(page, 'School', 'Lincoln')
        else await choose(page, 'Provider', names.get(event.id) ?? '')
      },
      'provider.previous': ({ page }) => button(page, 'Previous provider').click(),
      'provider.next': ({ page }) => button(page, 'Next provider').click(),
      'search.type': ({ page }, { event }) => search(page).fill(event.type === 'search.type' ? event.search : ''),
      'search.submit': ({ page }) => search(page).press('Enter'),
      'filters.reset': ({ page }) => button(page, 'Reset').click(),
      'place.visit': async ({ page }, { event }) => {
        if (event.type !== 'place.visit') return
        const date = formatDate(realDate(event.place.date))
        if ((await shown(page)) === date) await step(page, 'Next')
        await visit(page, addressOf(event.place))
        await expect.poll(() => shown(page)).toBe(date)
      },
      'calendar.refresh': ({ page }) => button(page, 'Try again').click(),
      'calendar.follow': ({ page }) => tellOfChange(page, PEOPLE.Administrators.userId, 'sessions'),
      'error.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      loadCalendar: async ({ calls }, { event, name }, kind) => {
        if (kind === 'done') {
          const isEmpty = name === 'no sessions'
          await portal.database().pool.query(`update occurrences set deleted_at = ${isEmpty ? 'now()' : 'null'}`)
          // The access token has expired: it is renewed, and the call is repeated.
          if (isEmpty) await calls.answer('loadCalendar', { status: 401, message: '', data: null })
        }
        await calls.settle('loadCalendar', kind, event)
      },
      options: ({ calls }, { event }) => calls.settle('options', 'done', event),
    },
    delays: {
      filterDelay: ({ calls }) => expect.poll(() => calls.waiting('loadCalendar')).toBe(1),
    },
    excuses: {
      'loading: calendar.follow → ·': UNSEEN,
      'rereading: calendar.follow → ·': UNSEEN,
      '*isStale*': UNSEEN,
      '*timesheet.replace*': 'tests/screens/timesheet-modal.test.ts saves hours and finds them on the calendar.',
    },
    possible: (snapshot, event) => {
      const { options, filters } = snapshot.context
      // The server has its own lists, and only days with sessions or without.
      if (/"(timesheets|schools)":\[\{/.test(JSON.stringify(event)) && event.type === 'xstate.done.actor.loadCalendar')
        return false
      if (event.type === 'xstate.snapshot.options' && JSON.stringify(event).match(/providerName/g)?.length !== 2)
        return false
      if (event.type === 'timesheet.replace') return false
      // A dialog covers everything.
      if (snapshot.matches('failed')) return event.type === 'error.dismiss'
      // While sessions are being read, nobody sees that it came.
      if (event.type === 'calendar.follow') return snapshot.matches('ready') || snapshot.matches('empty')
      if (event.type === 'calendar.refresh') return snapshot.matches('interrupted')
      // The options load first, and once.
      if (event.type === 'xstate.snapshot.options') return options.providers.length === 0
      if (/^(filter|provider)\./.test(event.type))
        return options.providers.length > 0 && filters.studentId === undefined
      return true
    },
    states: {
      settling: ({ page }, snapshot) => seesFilters(page, snapshot),
      loading: async ({ page, calls }, snapshot) => {
        await expect.poll(() => calls.waiting('loadCalendar')).toBe(1)
        await seesFilters(page, snapshot)
        expect(await page.getByText(UNREAD).count()).toBe(0)
      },
      ready: async ({ page }, snapshot) => {
        await expect.poll(() => events(page).count()).toBeGreaterThan(0)
        await seesFilters(page, snapshot)
      },
      rereading: async ({ page, calls }, snapshot) => {
        await expect.poll(() => calls.waiting('loadCalendar')).toBe(1)
        await seesFilters(page, snapshot)
        expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
      },
      empty: async ({ page }, snapshot) => {
        await page.locator('[data-day]').first().waitFor()
        await expect.poll(() => events(page).count()).toBe(0)
        await seesFilters(page, snapshot)
      },
      failed: ({ page }, { context: { error = '' } }) =>
        page.getByRole('dialog', { name: 'Error' }).getByText(error).waitFor(),
      interrupted: ({ page }) => page.getByText(UNREAD).waitFor(),
    },
  }
}
