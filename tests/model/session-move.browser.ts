/**
 * Moving sessions in a browser, as an administrator on Manage Schedule. The browser's clock is set to the Tuesday of
 * the week shown, so its Monday is over. The sessions are stored as the path requires, and the server reads, checks and
 * saves; the path decides failures.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { sessionFormMessages } from '#domain/session-form.ts'
import { addDays, formatTime, instantOf, type LocalDate, type LocalTime } from '#domain/time.ts'
import type { sessionMoveMachine } from '#machines/schedule/session-move.machine.ts'
import { storeWaitingChange } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { drag } from '#tests/support/week-grid.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { SERIES_DAY as TUESDAY, usePortalWithSessions } from './stored-sessions.browser.ts'

/** Where the moved session is, and where it was before. */
interface Place {
  readonly date: LocalDate
  readonly start: LocalTime
}

export interface SessionMoveWorld {
  readonly page: Page
  readonly calls: HeldCalls
  now: Place
  before: Place
}

type Snapshot = SnapshotFrom<typeof sessionMoveMachine>

const [MONDAY, WEDNESDAY, THURSDAY, FRIDAY] = [-1, 1, 2, 3].map((days) => addDays(TUESDAY, days)) as [
  string,
  string,
  string,
  string,
]
/** The session to move, one that is over, two of other days, and one to clash with. */
const [MOVED, OVER, , , CLASHING] = [1, 2, 3, 4, 5]
const HOME: Place = { date: TUESDAY, start: '09:00' }

const eventOf = (page: Page, id = MOVED) => page.locator(`[data-event="${id}"]`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByRole('alert').filter({ hasText: sessionFormMessages.updated })
/** 15 minutes after a session starts. */
const within = ({ date, start }: Place): [LocalDate, LocalTime] => [date, `${start.slice(0, 2)}:15`]

const seesAt = async (page: Page, { date, start }: Place, isBusy: boolean) => {
  const shown = async () => {
    const name = await eventOf(page).getAttribute('aria-label')
    return { isThere: name?.includes(`${formatTime(start)} to`), isBusy: name?.endsWith('Saving...') }
  }
  await expect.poll(shown).toEqual({ isThere: true, isBusy })
  await page.locator(`[data-day="${date}"]`).locator(eventOf(page)).waitFor()
}

/** Call at the top of the file. */
export function sessionMoveInBrowser(): BrowserRun<typeof sessionMoveMachine, SessionMoveWorld> {
  const usual = { providerId: 1, rateTypeId: 1 }
  const { portal, begin } = usePortalWithSessions([
    { ...usual, date: TUESDAY },
    { ...usual, date: MONDAY },
    { ...usual, date: THURSDAY },
    { ...usual, date: FRIDAY },
    { ...usual, date: addDays(TUESDAY, 60) },
  ])
  const query = (text: string, values: unknown[] = []) => portal.database().pool.query(text, values)
  const put = (id: number | undefined, { date, start }: Place) =>
    query(
      `update occurrences set date = $2::date, start_time = $3::time, end_time = $3::time + interval '45 minutes',
         starts_at = ($2::date + $3::time) at time zone $4,
         ends_at = ($2::date + $3::time + interval '45 minutes') at time zone $4
       where id = $1`,
      [id, date, start, TEST_TIME_ZONE],
    )
  const setDay = (date: LocalDate, state: string) =>
    query(
      `insert into provider_days (provider_id, date, state) values (1, $1, $2)
       on conflict (provider_id, date) do update set state = excluded.state`,
      [date, state],
    )

  /** Lets the calendar load what is stored. */
  const reread = async ({ page, calls }: SessionMoveWorld) => {
    while (calls.waiting('calendar') > 0) await calls.answerByServer('calendar')
    await page.locator('[aria-busy="false"]').waitFor()
  }

  const moves: Readonly<Record<string, (world: SessionMoveWorld) => Promise<void>>> = {
    'to the next day': async (world) => {
      const to = { date: world.now.date === WEDNESDAY ? TUESDAY : WEDNESDAY, start: '13:00' }
      await drag(world.page, within(world.now), within(to))
      world.before = world.now
      world.now = to
    },
    'into the past': ({ page, now }) => drag(page, within(now), [MONDAY, '13:15']),
    'to an approved day': ({ page, now }) => drag(page, within(now), [FRIDAY, '13:15']),
    'past the end of the day': async ({ page }) => {
      await eventOf(page).focus()
      await page.keyboard.press('r')
      for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    },
    'of a session that has ended': ({ page }) => drag(page, [MONDAY, '09:15'], [WEDNESDAY, '11:15']),
  }

  /** If the move failed or was canceled, the session is back where it was. */
  const takeBack = (world: SessionMoveWorld, { before, after }: { before: Snapshot; after: Snapshot }) => {
    const wasUnderWay = !before.matches('resting') && (after.matches('failed') || after.matches({ resting: 'idle' }))
    if (wasUnderWay) [world.now, world.before] = [world.before, world.now]
  }

  const settle =
    (id: string, prepare: (world: SessionMoveWorld, name: string, before: Snapshot) => Promise<unknown>) =>
    async (
      world: SessionMoveWorld,
      step: { event: unknown; name: string; before: Snapshot; after: Snapshot },
      kind: 'done' | 'error' | 'snapshot',
    ) => {
      if (kind === 'done') await prepare(world, step.name, step.before)
      await world.calls.settle(id, kind, step.event as { type: string; error?: unknown })
      takeBack(world, step)
    }

  return {
    open: async () => {
      await begin()
      await setDay(FRIDAY, 'approved')
      // A page of its own, because its clock is set.
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE.Administrators.email)
      const calls = await holdCalls(page, {
        readSession: '/api/schedule-event/edit-schedule-event-recurrence-by-id',
        checkMove: '/api/schedule-event/preview-schedule-event',
        saveMove: '/api/schedule-event/update-schedule-event-recurrence',
        calendar: '/api/schedule-event/get-schedule-events',
      })
      await page.clock.setFixedTime(instantOf(TUESDAY, '06:00', TEST_TIME_ZONE))
      await page.goto(`/schedule-event-viewer?date=${TUESDAY}&provider=1`)
      await expect.poll(() => calls.waiting('calendar')).toBe(1)
      const world = { page, calls, now: HOME, before: HOME }
      await reread(world)
      await eventOf(page, OVER).waitFor()
      return world
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'session.move': async (world, { name }) => {
        await setDay(world.now.date, 'open')
        await put(MOVED, world.now)
        await reread(world)
        await moves[name]?.(world)
      },
      'move.undo': async (world) => {
        await reread(world)
        await button(world.page, 'Undo').click()
        ;[world.now, world.before] = [world.before, world.now]
      },
      'move.confirm': ({ page }) => button(page, 'Confirm').click(),
      'move.cancel': async (world, step) => {
        await button(world.page, 'Cancel').click()
        takeBack(world, step)
      },
      'failure.dismiss': ({ page }) => button(page, 'OK').click(),
      'calendar.show': (world) => reread(world),
    },
    outcomes: {
      readSession: settle('readSession', async ({ now, before }, name, { context: { undoing } }) => {
        if (name === 'on a newly approved day') await setDay(before.date, 'approved')
        // Someone else has moved it back already.
        if (name === 'as shown on the calendar' && undoing) await put(MOVED, now)
      }),
      checkMove: settle('checkMove', async ({ now }, name) => {
        await put(CLASHING, name === 'clashing' ? now : { date: addDays(TUESDAY, 60), start: '09:00' })
        await query('delete from occurrence_edits')
        if (name === 'over a waiting request') {
          await storeWaitingChange(portal.database(), MOVED, { date: THURSDAY, startTime: '15:00', endTime: '15:45' })
        }
      }),
      saveMove: settle('saveMove', async () => undefined),
    },
    possible: (snapshot, event) => {
      const { undoing, isPending } = snapshot.context
      // The button is on the toast of a move that was just saved.
      if (event.type === 'move.undo') {
        return snapshot.matches({ resting: 'settling' }) && undoing === undefined && !event.undo.isPending && !isPending
      }
      if (event.type === 'session.move') return snapshot.matches({ resting: 'idle' })
      // An administrator's move is never pending.
      if (event.type !== 'xstate.done.actor.saveMove') return true
      return 'output' in event && JSON.stringify(event.output).includes('"isPending":false')
    },
    states: {
      'resting.idle': async ({ page, now }) => {
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        await seesAt(page, now, false)
      },
      'resting.settling': async ({ page, now }) => {
        await saved(page).last().waitFor()
        // The toast stays while the pointer is on it.
        await saved(page).last().hover()
        await seesAt(page, now, false)
      },
      reading: async ({ page, calls, now }) => {
        await expect.poll(() => calls.waiting('readSession')).toBe(1)
        await seesAt(page, now, true)
      },
      checking: async ({ page, calls, now }) => {
        await expect.poll(() => calls.waiting('checkMove')).toBe(1)
        await seesAt(page, now, true)
      },
      confirming: async ({ page, now }, { context: { replaces } }) => {
        const name = replaces ? 'Move the session?' : 'Move the session despite the clash?'
        const words = replaces ? 'Paul Provider has asked to change' : 'Paul Provider has Fine motor group at Lincoln'
        await page.getByRole('dialog', { name }).getByText(words).waitFor()
        await seesAt(page, now, false)
      },
      saving: async ({ page, calls, now }) => {
        await expect.poll(() => calls.waiting('saveMove')).toBe(1)
        await seesAt(page, now, true)
      },
      failed: async ({ page, now }, { context: { message = '' } }) => {
        // The model's dates differ from the page's.
        const words = message.replace(/^\d{2}\/\d{2}\/\d{4}/, '')
        await page.getByRole('dialog', { name: 'Not moved' }).getByText(words).waitFor()
        await seesAt(page, now, false)
      },
    },
  }
}
