/** An eight-hour day of an administrator's browser, without the pauses: does anything grow, or get slower? */
import type { CDPSession, Page } from 'playwright-core'
import { getScheduleEvents } from '#contract/schedule.ts'
import { DEMO_ADMINISTRATOR, DEMO_SECOND_ADMINISTRATOR } from '#server/seed/demo-accounts.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { startDemoServer } from '#tests/support/server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'
import type { Bench, BenchResult, Row } from './bench.ts'
import { growthOf, MEGABYTE, PART, timesOf } from './long-day/day.ts'
import { openSessions, signInOther, writeNote } from './long-day/other-client.ts'
import { otherDaysAfterEnter, paintedAfterEnter } from './painted.ts'

const TENTHS = 10
/** Each has four week changes, a form, and a change by someone else. */
const ROUNDS = Math.max(2, Math.round((500 / TENTHS) * PART))

/** A frame after the days that were asked for are shown, so that a step follows what the user sees. */
const weeksOf = async (page: Page, name: string, times: number[]) => {
  for (let step = 0; step < 2; step += 1) times.push(await otherDaysAfterEnter(page, name))
}

/** Goes to another page by the menu, without loading the portal again. */
const goTo = async (page: Page, path: string, heading: string) => {
  await page.locator(`header a[href="${path}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.locator('[data-event]').first().waitFor()
}

/** Opens the form, types into it and leaves. @returns the time until it is painted, in ms */
const fillInAndLeave = async (page: Page): Promise<number> => {
  const button = page.getByRole('button', { name: '+ Add Session' })
  const name = page.getByRole('textbox', { name: 'Session name', exact: true })
  const opened = await paintedAfterEnter(page, button, `document.querySelector('[role="dialog"] input')`)
  await name.pressSequentially('Handwriting')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click()
  await name.waitFor({ state: 'detached' })
  return opened
}

/** How often it is looked at what a page holds on to: it may be reading ahead, which ends soon. */
const LOOKS = 4

/** What the page holds on to, once what it let go has been collected. */
const heldBy = async (page: Page, protocol: CDPSession): Promise<Row['values']> => {
  const looks: { heap: number; nodes: number; listeners: number }[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    await page.waitForTimeout(1_000)
    // What is freed by the first may hold on to more.
    for (let turn = 0; turn < 2; turn += 1) await protocol.send('HeapProfiler.collectGarbage')
    const { usedSize } = await protocol.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await protocol.send('Memory.getDOMCounters')
    looks.push({ heap: usedSize / MEGABYTE, nodes, listeners: jsEventListeners })
  }
  const least = (what: 'heap' | 'nodes' | 'listeners') => Math.min(...looks.map((look) => look[what]))
  return { 'heap, MB': least('heap'), 'DOM nodes': least('nodes'), listeners: least('listeners') }
}

export const bench: Bench = {
  name: 'A day in the browser: 2,000 weeks, 500 forms, 500 changes by others',
  lasts: 'half an hour',
  run: async (): Promise<BenchResult> => {
    const [server, browser] = await Promise.all([startDemoServer(), launchChromium()])
    const rows: Row[] = []
    try {
      const page = await browser.newPage({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      })
      await signInByCall(page, DEMO_ADMINISTRATOR)
      await page.goto('/')
      await page.locator('[data-event]').first().waitFor()
      const protocol = await page.context().newCDPSession(page)
      for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
        const other = await signInOther(server.url, DEMO_SECOND_ADMINISTRATOR)
        const sessions = await openSessions(other)
        const change = (round: number) => {
          const session = sessions[round % sessions.length]
          if (!session) throw new Error('Every session of this week is approved')
          return writeNote(other, session, `Note ${tenth}.${round}`)
        }
        const weeks: number[] = []
        const forms: number[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          const direction = round % 2 ? 'Previous week' : 'Next week'
          await goTo(page, '/', 'Home Page')
          const changed = change(round)
          await weeksOf(page, direction, weeks)
          await goTo(page, '/schedule-event-viewer', 'Manage Schedule')
          await weeksOf(page, direction, weeks)
          forms.push(await fillInAndLeave(page))
          await changed
        }
        await goTo(page, '/', 'Home Page')
        await goTo(page, '/schedule-event-viewer', 'Manage Schedule')
        // The page still hears of others' changes.
        await Promise.all([
          page.waitForResponse((response) => response.url().endsWith(getScheduleEvents.path)),
          change(ROUNDS),
        ])
        rows.push({
          name: `tenth ${tenth}`,
          values: { ...(await heldBy(page, protocol)), ...timesOf('week', weeks), ...timesOf('form', forms) },
        })
      }
      return {
        rows,
        targets: growthOf('the last tenth against the second', rows[1]?.values ?? {}, rows.at(-1)?.values ?? {}),
        notes: [
          `Each tenth has ${ROUNDS * 4} week changes by keyboard on Home and Manage Schedule, ${ROUNDS} forms typed into and left, and as many changes by another administrator.`,
          'The first tenth warms up: it fills what has a limit, such as the steps that administrators may watch.',
          `Heap, nodes and listeners: the least of ${LOOKS} looks, each after a collection. The built server with the embedded database shares this machine.`,
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
