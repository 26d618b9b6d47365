/** The Workflows page in a browser. The page lays out each drawing in a worker; the path decides when, and failures. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { workflow } from '#machines/schedule/timesheet-modal.workflow.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import { catalog } from '#workflows/catalog.ts'
import type { ChartViewerSnapshot, chartViewerMachine } from '#workflows/drawing/chart-viewer.machine.ts'
import type { BrowserRun } from './harness/description.ts'

export interface ChartViewerWorld {
  readonly page: Page
}

declare global {
  interface Window {
    /** The layouts that the page has asked for, oldest first. */
    heldLayouts: { readonly run: () => void; readonly fail: () => void }[]
  }
}

const BOXED = 'schedule/timesheet-modal'

const titleOf = (workflow: string) => catalog.find(({ name }) => name === workflow)?.title ?? ''
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const drawing = (page: Page, { context: { workflow } }: ChartViewerSnapshot) =>
  page.getByRole('group', { name: titleOf(workflow), exact: true })
const drawnStates = async (page: Page, snapshot: ChartViewerSnapshot) =>
  (await drawing(page, snapshot).locator('[aria-pressed] > text:first-of-type').allTextContents()).map((name) =>
    name.trim(),
  )
const search = (page: Page) => page.getByRole('textbox', { name: 'Find a state or event' })

/** Runs in the page, before its code: keeps each layout until the test ends it, except the first, which is empty. */
const holdLayouts = () => {
  window.heldLayouts = []
  window.Worker = class extends Worker {
    override postMessage(message: { cmd?: string; id?: number; graph?: { id?: string } }) {
      const run = () => super.postMessage(message)
      const fail = () => {
        const data = { id: message.id, error: { message: 'The layout failed.' } }
        this.onmessage?.(new MessageEvent('message', { data }))
      }
      if (message.cmd === 'layout' && message.graph?.id !== 'nothing') window.heldLayouts.push({ run, fail })
      else run()
    }
  }
}

/** Call at the top of the file. */
export function chartViewerInBrowser(): BrowserRun<typeof chartViewerMachine, ChartViewerWorld> {
  const portal = usePortal()

  const seesPlace = async (page: Page, { context: { workflow, naming, words, view } }: ChartViewerSnapshot) => {
    await page.getByRole('heading', { name: titleOf(workflow), level: 2 }).waitFor()
    await expect.poll(() => search(page).inputValue()).toBe(words)
    await expect.poll(() => page.getByRole('switch', { name: 'Show code names' }).isChecked()).toBe(naming === 'code')
    await expect.poll(() => page.getByRole('radio', { name: 'Simulate' }).isChecked()).toBe(view === 'simulate')
  }

  return {
    open: async () => {
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.addInitScript(holdLayouts)
      await page.goto(`/workflows?chart=${BOXED}`)
      return { page }
    },
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'place.visit': async ({ page }, { event }) => {
        if (event.type !== 'place.visit') return
        const { workflow, words } = event.place
        const query = new URLSearchParams({ chart: workflow, ...(words !== '' && { find: words }) })
        await visit(page, `/workflows?${query}`)
      },
      'workflow.open': ({ page }, { after: { context } }) =>
        page
          .getByRole('navigation', { name: 'All workflows' })
          .getByRole('button', { name: titleOf(context.workflow), exact: true })
          .click(),
      'view.open': ({ page }) => page.getByText('Simulate', { exact: true }).click(),
      'detail.change': async ({ page }) => {
        await page
          .getByRole('group', { name: workflow.texts.events['timesheet.add'], exact: true })
          .getByRole('button', { name: 'the one row' })
          .click()
        await expect.poll(() => new URL(page.url()).searchParams.get('detail')).not.toBeNull()
      },
      'naming.choose': ({ page }) => page.getByRole('switch', { name: 'Show code names' }).click(),
      'box.toggle': async ({ page }) => {
        await button(page, /^(Collapse|Expand) entering$/i).focus()
        await page.keyboard.press('Enter')
      },
      'boxes.close': ({ page }) => button(page, 'Collapse all').click(),
      'state.choose': async ({ page }, { before }) => {
        await drawing(page, before)
          .getByRole('button', { name: /^closed /i })
          .focus()
        await page.keyboard.press('Enter')
        await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('timesheetModal.closed')
      },
      'words.change': ({ page }, { event }) => search(page).fill('words' in event ? event.words : ''),
      'drawing.retry': ({ page }) => button(page, 'Try again').click(),
    },
    outcomes: {
      // Replaced layouts end, too; the page ignores them.
      drawChart: ({ page }, _, kind) =>
        page.evaluate((how) => {
          for (const { run, fail } of window.heldLayouts.splice(0)) how === 'done' ? run() : fail()
        }, kind),
    },
    possible: (snapshot, event) => {
      const { workflow, naming, closed, view, detail } = snapshot.context
      const isBoxed = workflow === BOXED
      switch (event.type) {
        case 'view.open':
          return view !== 'simulate' && 'view' in event && event.view === 'simulate'
        case 'detail.change':
          return isBoxed && view === 'simulate' && detail === '' && 'detail' in event && event.detail !== ''
        case 'naming.choose':
          return 'naming' in event && event.naming !== naming
        case 'box.toggle':
          return isBoxed && snapshot.matches('shown')
        case 'boxes.close':
          return isBoxed && closed.length === 0
        // A chosen state stays chosen until another is.
        case 'state.choose':
          return isBoxed && snapshot.matches('shown') && 'id' in event && event.id !== undefined
        default:
          return true
      }
    },
    states: {
      drawing: async ({ page }, snapshot) => {
        await seesPlace(page, snapshot)
        await expect.poll(() => page.evaluate(() => window.heldLayouts.length)).toBeGreaterThan(0)
        expect(await page.getByText('The workflow could not be drawn.').count()).toBe(0)
      },
      shown: async ({ page }, snapshot) => {
        const { workflow, naming, closed } = snapshot.context
        await seesPlace(page, snapshot)
        await drawing(page, snapshot).waitFor()
        if (workflow !== BOXED) return
        const [box, inside] = naming === 'code' ? ['entering', 'confirmingDelete'] : ['Entering', 'Confirming delete']
        const seen = async () => {
          const states = await drawnStates(page, snapshot)
          return [box, inside].map((name) => states.includes(name))
        }
        await expect.poll(seen).toEqual([true, closed.length === 0])
      },
      failed: async ({ page }, snapshot) => {
        await seesPlace(page, snapshot)
        await page.getByText('The workflow could not be drawn.').waitFor()
      },
    },
  }
}
