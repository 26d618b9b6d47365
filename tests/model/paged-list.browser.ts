/**
 * A list in a browser: an administrator's tracking labels, as many as the path requires at each request. The server
 * provides the rows; the path decides failures.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { trackingLabelMessages } from '#domain/tracking-label-form.ts'
import type { ListPage, PagedListMachine, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { tellOfChange } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface PagedListWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

interface Filters {
  search: string
  from: string
}
type Snapshot = PagedListSnapshot<string, Filters>

const PATH = '/tracking-label'
/** The total number of rows, by the outcome's name in the model. */
const TOTALS = { rows: 30, 'past the last page': 7, nothing: 0 } as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const UNSEEN = 'Nobody can tell whether it came before the rows; the machine’s paths try both.'
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const size = (page: Page) => page.getByRole('combobox', { name: 'Results per page' })
const failure = (page: Page) => page.getByRole('dialog', { name: 'Error' })
const table = (page: Page) => page.getByRole('table', { name: 'Tracking Label Listing Record' })

const queryOf = ({ filters, page, size: rows }: Pick<Snapshot['context'], 'filters' | 'page' | 'size'>) => {
  const query = new URLSearchParams()
  if (filters.search) query.set('search', filters.search)
  if (page > 1) query.set('page', String(page))
  if (rows !== 10) query.set('size', String(rows))
  return query.toString()
}

const UNREAD = 'The list could not be loaded.'

/** Call at the top of the file. */
export function pagedListInBrowser(): BrowserRun<PagedListMachine<string, Filters>, PagedListWorld> {
  const portal = usePortal()
  /** Stores that many labels, all of which the search finds. */
  const store = async (total: number) => {
    await portal.database().pool.query('delete from tracking_labels')
    await portal.database().pool.query(
      `insert into tracking_labels (tracking_label, description)
         select 'Reed ' || lpad(n::text, 2, '0'), 'Label ' || n from generate_series(1, $1::int) n`,
      [total],
    )
  }

  /** The controls around the rows and the address match the model, whether or not the rows loaded. */
  const seesPlace = async (page: Page, { context }: Snapshot) => {
    await expect.poll(() => search(page).inputValue()).toBe(context.filters.search)
    await expect.poll(() => size(page).inputValue()).toBe(String(context.size))
    await expect.poll(() => button(page, 'Reset Filters').count()).toBe(context.filters.search === '' ? 0 : 1)
    await expect.poll(() => new URL(page.url()).search.slice(1)).toBe(queryOf(context))
  }
  const seesCount = (page: Page, words: string) => page.getByText(`${words} results`, { exact: true }).waitFor()
  const rows = async (page: Page) =>
    (await table(page).getByRole('row').allInnerTexts()).slice(1).map((row) => row.trim().split(/\s*\t\s*/))

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addPeople(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, { loadPage: '/api/tracking-label/get-tracking-labels' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto(`${PATH}?page=2`)
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'filters.change': ({ page }, { after }) => search(page).fill(after.context.filters.search),
      'filters.submit': ({ page }) => search(page).press('Enter'),
      'filters.reset': ({ page }) => button(page, 'Reset Filters').click(),
      'page.choose': ({ page }, { after }) => button(page, `Page ${after.context.page}`).click(),
      'size.choose': async ({ page }, { after }) => {
        await size(page).click()
        await page.getByRole('option', { name: String(after.context.size), exact: true }).click()
      },
      'list.refresh': ({ page }) => button(page, 'Refresh').click(),
      'list.reload': ({ page }) => button(page, 'Try again').click(),
      'list.follow': ({ page }) => tellOfChange(page, PEOPLE.Administrators.userId, 'labels'),
      'place.visit': ({ page }, { after }) => visit(page, `${PATH}?${queryOf(after.context)}`),
      'error.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      loadPage: async ({ calls }, { event, name }, kind) => {
        if (kind === 'done') await store(TOTALS[name as keyof typeof TOTALS])
        await calls.settle('loadPage', kind, event)
      },
    },
    delays: {
      filterDelay: ({ calls }) => expect.poll(() => calls.waiting('loadPage')).toBe(1),
    },
    possible: (snapshot, event) => {
      const { filters, page } = snapshot.context
      // A dialog covers everything.
      if (snapshot.matches('failed')) return event.type === 'error.dismiss'
      switch (event.type) {
        case 'filters.change':
          return event.filters.search !== undefined && event.filters.search !== filters.search
        // While rows are being read, nobody sees that it came.
        case 'list.follow':
          return snapshot.matches('ready') || snapshot.matches('empty')
        // In other states it follows a deletion: tests/screens/services-and-labels.test.ts.
        case 'list.reload':
          // On the first page, a refresh would look the same.
          return snapshot.matches('interrupted') && page > 1
        case 'xstate.done.actor.loadPage': {
          const { rows: found, total } = (event as unknown as { output: ListPage<string> }).output
          // The first page is never past the end.
          return page > 1 || found.length > 0 || total === 0
        }
        default:
          return true
      }
    },
    excuses: {
      '(machine): filters.change [isRefused] → ·':
        'A search text is never refused; dates are, in tests/screens/attendance.test.ts.',
      'loading: list.follow → ·': UNSEEN,
      'rereading: list.follow → ·': UNSEEN,
      '*isStale*': UNSEEN,
      '(machine): filters.change → ·': 'An unchanged search box sends no event.',
    },
    states: {
      settling: ({ page }, snapshot) => seesPlace(page, snapshot),
      loading: async ({ page, calls }, snapshot) => {
        await expect.poll(() => calls.waiting('loadPage')).toBe(1)
        await seesPlace(page, snapshot)
        // Outlines before the first response, then the previous rows, faded. In the model, no result equals no rows.
        const outlines = page.getByRole('status', { name: 'Loading...' })
        const faded = page.locator('table[aria-busy="true"]')
        await expect.poll(() => faded.or(snapshot.context.result?.rows.length ? faded : outlines).count()).toBe(1)
      },
      ready: async ({ page }, snapshot) => {
        const { page: at, size: most } = snapshot.context
        const first = (at - 1) * most + 1
        const last = Math.min(at * most, TOTALS.rows)
        await seesCount(page, `${first}-${last} of ${TOTALS.rows}`)
        const expected = Array.from({ length: last - first + 1 }, (_, index) => {
          const number = first + index
          return [String(number), `Reed ${String(number).padStart(2, '0')}`, `Label ${number}`, 'Delivered']
        })
        await expect.poll(() => rows(page)).toEqual(expected)
        expect(await table(page).getAttribute('aria-busy')).toBe('false')
        await seesPlace(page, snapshot)
      },
      rereading: async ({ page, calls }, snapshot) => {
        await expect.poll(() => calls.waiting('loadPage')).toBe(1)
        await seesPlace(page, snapshot)
        expect(await table(page).getAttribute('aria-busy')).toBe('false')
      },
      empty: async ({ page }, snapshot) => {
        await seesCount(page, '0-0 of 0')
        await expect.poll(() => rows(page)).toEqual([[trackingLabelMessages.empty]])
        expect(await table(page).getAttribute('aria-busy')).toBe('false')
        await seesPlace(page, snapshot)
      },
      failed: ({ page }, { context: { error = '' } }) =>
        expect.poll(() => failure(page).locator('p').innerText()).toBe(error),
      interrupted: async ({ page }, snapshot) => {
        const wereRows = (snapshot.context.result?.rows.length ?? 0) > 0
        await page.getByText(wereRows ? `${UNREAD} What you see may be out of date.` : UNREAD).waitFor()
        await expect.poll(() => failure(page).count()).toBe(0)
        await seesPlace(page, snapshot)
      },
    },
  }
}
