/**
 * A timesheet row in a browser: Paul's at Lincoln, next to Sofía's, on an administrator's Home Page of one day. The
 * hours are stored as the path requires, and the server reads and confirms them; the path decides failures. Dialogs are
 * tested in tests/screens/timesheet-modal.test.ts and tests/screens/admin-home.test.ts.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { z } from 'zod'
import { ApiError } from '#contract/failures.ts'
import { approvedWord, countsAsApproved, type Timesheet } from '#contract/schedule.ts'
import { addDays, formatTime, type LocalDate, type LocalTime, localOf, startOfWeek } from '#domain/time.ts'
import { sampleTimesheet } from '#machines/schedule/sample-sessions.ts'
import { entryOf, type HoursInput } from '#machines/schedule/timesheet-entry.ts'
import type { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS, SERVICE_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface TimesheetRowWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

type Snapshot = SnapshotFrom<typeof timesheetRowMachine>

const DIALOGS = 'Happens only in dialogs, which tests/screens/timesheet-modal.test.ts and admin-home.test.ts cover.'

const CALLS = {
  loadServices: '/api/schedule-event/get-events-service-types',
  saveTimesheet: '/api/schedule-event/update-school-time',
  readDay: '/api/schedule-event/get-schedule-events-per-day',
} as const

const sentSchema = z.object({ providerId: z.int().optional(), entityCacheKey: z.string().default('') })

/** A Tuesday in the past, whose hours can be confirmed. */
const DAY = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), -12)
/** A day without sessions. */
const EMPTY_DAY = addDays(DAY, -28)
/** The row's version in every path. */
const FIRST_VERSION = '2'
const PAUL = PEOPLE.Providers.providerId
const SERVICE = 'Occupational Therapy'

const paulsRow = (page: Page) => page.getByRole('region', { name: 'Lincoln, Paul Provider' })
const button = (page: Page, name: string) => paulsRow(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => paulsRow(page).getByRole('combobox', { name, exact: true })
const zeroBox = (page: Page) => paulsRow(page).getByRole('checkbox', { name: 'Submit with Zero Hours' })
const cell = (page: Page, name: string) => paulsRow(page).locator(`td[data-label="${name}"]`)
const failure = (page: Page) => page.getByRole('dialog', { name: 'Error' })
const addressOf = (date: LocalDate) => `/?view=daily&date=${date}`

const shown = (time: string) => (time === '' ? '' : formatTime(time))
const type = async (page: Page, name: 'Start' | 'End', time: LocalTime | '') => {
  await field(page, name).fill(shown(time))
  await field(page, name).press('Tab')
}

/** The server confirms only unchanged entries, so that its row matches the model's. */
const isAsStored = ({ context: { entry } }: Snapshot) =>
  JSON.stringify(entry) === JSON.stringify(entryOf(sampleTimesheet()))

/** Call at the top of the file. */
export function timesheetRowInBrowser(
  starts: Readonly<Record<string, HoursInput>>,
): BrowserRun<typeof timesheetRowMachine, TimesheetRowWorld> {
  const portal = usePortal({ lasts: 'file' })
  const query = (text: string, values: unknown[] = []) => portal.database().pool.query(text, values)

  /** Stores Paul's row as the model has it, with a new version unless one is given. */
  const store = async (timesheet: Timesheet, version?: string) => {
    const { startTime, endTime, isZeroHours, isConfirmed, isApproved, serviceId, isRequired = true } = timesheet
    await query('update occurrences set is_timesheet_required = $1 where provider_id = $2', [isRequired, PAUL])
    await query(`update provider_days set state = $1 where provider_id = $2`, [
      isApproved === 1 ? 'approved' : 'open',
      PAUL,
    ])
    await query(
      `update timesheets set start_time = $1, end_time = $2, is_zero_hours = $3, confirmed_at = $4, service_id = $5,
         version = coalesce($6, version + 1) where provider_id = $7`,
      [startTime, endTime, isZeroHours, isConfirmed ? new Date() : null, serviceId && SERVICE_IDS.ot, version, PAUL],
    )
  }

  /** The page reloads the day after a refused save and on a search; a reload may be pending already. */
  const reread = async ({ page, calls }: TimesheetRowWorld, timesheet: Timesheet) => {
    if (calls.waiting('readDay') === 0) {
      // Also while a message covers the page.
      await page.getByLabel('Search', { exact: true }).dispatchEvent('keydown', { key: 'Enter' })
      await expect.poll(() => calls.waiting('readDay')).toBe(1)
    }
    await store(timesheet)
    const read = page.waitForResponse((response) => new URL(response.url()).pathname === CALLS.readDay)
    await calls.answerByServer('readDay')
    await (await read).finished()
    // A message may cover the row, so that nothing on the screen tells that the row has arrived.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  }

  const seesDay = async ({ page, calls }: TimesheetRowWorld) => {
    await expect.poll(() => calls.waiting('readDay')).toBe(1)
    await calls.answerByServer('readDay')
    await paulsRow(page).waitFor()
  }

  const seesButtons = async (page: Page, edit: 'Edit' | 'Cancel', canEdit: boolean, canConfirm: boolean) => {
    await expect.poll(() => button(page, edit).isEnabled()).toBe(canEdit)
    await expect.poll(() => button(page, 'Confirm').isEnabled()).toBe(canConfirm)
  }

  /** The fields show the entered values. */
  const seesEntry = async (page: Page, { context: { entry } }: Snapshot, isEditable: boolean) => {
    for (const [name, time] of [
      ['Start', entry.startTime],
      ['End', entry.endTime],
    ] as const) {
      await expect.poll(() => field(page, name).inputValue()).toBe(shown(time))
      await expect.poll(() => field(page, name).isEnabled()).toBe(isEditable && !entry.isZeroHours)
    }
    await expect.poll(() => field(page, 'Service').inputValue()).toBe(entry.serviceId === null ? '' : SERVICE)
    await expect.poll(() => zeroBox(page).isChecked()).toBe(entry.isZeroHours)
    await expect.poll(() => zeroBox(page).isEnabled()).toBe(isEditable)
  }

  /** Text instead of fields. */
  const seesText = async (page: Page, { context: { entry } }: Snapshot) => {
    await expect.poll(() => cell(page, 'Start').innerText()).toBe(shown(entry.startTime))
    await expect.poll(() => cell(page, 'End').innerText()).toBe(shown(entry.endTime))
    await expect.poll(() => cell(page, 'Service').innerText()).toBe(entry.serviceId === null ? '' : SERVICE)
    await expect.poll(() => zeroBox(page).isChecked()).toBe(entry.isZeroHours)
    await expect.poll(() => zeroBox(page).isEnabled()).toBe(false)
  }

  return {
    starts: Object.keys(starts).filter((start) => starts[start]?.place === undefined),
    open: async (start) => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const session = { date: DAY, startTime: '09:00', endTime: '11:30' }
      const tokenOf = (who: 'Providers' | 'SpecialProvider') => portal.server().tokenOf(PEOPLE[who].userId)
      await addSession(portal.server(), await tokenOf('Providers'), session)
      await addSession(portal.server(), await tokenOf('SpecialProvider'), {
        ...session,
        caseloadIds: [CASELOAD_IDS.dora],
      })
      await query(
        `insert into timesheets (provider_id, school_id, date, start_time, end_time) values ($1, $2, $3, '09:00', '11:30')`,
        [PAUL, SCHOOL_IDS.lincoln, DAY],
      )
      await store(starts[start]?.timesheet ?? sampleTimesheet(), FIRST_VERSION)
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE.Administrators.email)
      // Calls about Sofía's row go to the server.
      const calls = await holdCalls(
        page,
        CALLS,
        (body) => sentSchema.parse(body).providerId !== PEOPLE.SpecialProvider.providerId,
      )
      await page.goto(addressOf(DAY))
      await seesDay({ page, calls })
      return { page, calls }
    },
    // By way of another day, so that the row is a new one.
    reopen: async (world, start) => {
      const { page, calls } = world
      if (calls.waiting('saveTimesheet') > 0) return undefined
      if (await failure(page).isVisible()) await failure(page).getByRole('button', { name: 'OK' }).click()
      if (await button(page, 'Cancel').isVisible()) await button(page, 'Cancel').click()
      while (calls.waiting('readDay') > 0) await calls.answerByServer('readDay')
      await visit(page, addressOf(EMPTY_DAY))
      await expect.poll(() => calls.waiting('readDay')).toBe(1)
      await calls.answerByServer('readDay')
      await paulsRow(page).waitFor({ state: 'detached' })
      await store(starts[start]?.timesheet ?? sampleTimesheet(), FIRST_VERSION)
      calls.takeEnded()
      await visit(page, addressOf(DAY))
      await seesDay(world)
      return world
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'row.edit': ({ page }) => button(page, 'Edit').click(),
      'row.cancel': ({ page }) => button(page, 'Cancel').click(),
      // Twice, as some people do: it must be sent only once.
      'row.save': ({ page }, { after }) =>
        after.matches('saving') ? button(page, 'Confirm').dblclick() : button(page, 'Confirm').click(),
      'start.choose': ({ page }, { event }) => type(page, 'Start', (event as { time: string }).time),
      'end.choose': ({ page }, { event }) => type(page, 'End', (event as { time: string }).time),
      'service.choose': async ({ page }) => {
        await field(page, 'Service').click()
        await page.getByRole('option', { name: SERVICE, exact: true }).click()
      },
      'isZeroHours.toggle': ({ page }) => zeroBox(page).click(),
      'failure.dismiss': ({ page }) => failure(page).getByRole('button', { name: 'OK' }).click(),
      'row.reload': (world, { event }) => reread(world, (event as { timesheet: Timesheet }).timesheet),
    },
    outcomes: {
      loadServices: ({ calls }, { event }, kind) => calls.settle('loadServices', kind, event),
      saveTimesheet: async ({ calls }, { event, name, before }, kind) => {
        if (kind === 'done')
          await store(
            { ...before.context.timesheet, isApproved: 0 },
            sentSchema.parse(calls.bodyOf('saveTimesheet')).entityCacheKey,
          )
        if (name === 'confirmed with a new token') {
          await calls.answer('saveTimesheet', { status: 401, message: 'Token expired', data: null })
          await expect.poll(() => calls.waiting('saveTimesheet')).toBe(1)
        }
        await calls.settle('saveTimesheet', kind, event)
      },
    },
    possible: (snapshot, event) => {
      const { context } = snapshot
      // A message covers everything else.
      if (snapshot.matches('editing') && context.failure !== undefined) return event.type === 'failure.dismiss'
      if (event.type === 'failure.dismiss') return snapshot.matches('refused')
      if (event.type === 'service.choose') {
        // A service cannot be cleared.
        return 'id' in event && event.id !== null && context.entry.serviceId === null && context.services.length > 0
      }
      if (event.type === 'row.save') return !snapshot.matches('reading') || !context.timesheet.isConfirmed
      // The rows in the path's conflicts don't exist in this district.
      if ('error' in event && event.error instanceof ApiError) return event.error.data === null
      if (event.type !== 'xstate.done.actor.saveTimesheet') return true
      const isApprovedAtOnce = 'output' in event && (event.output as Timesheet).isApproved === 1
      return isAsStored(snapshot) && !isApprovedAtOnce
    },
    states: {
      reading: async ({ page }, snapshot) => {
        await seesButtons(page, 'Edit', true, !snapshot.context.timesheet.isConfirmed)
        await seesText(page, snapshot)
        await expect
          .poll(() => paulsRow(page).getByText('Confirmed', { exact: true }).count())
          .toBe(snapshot.context.timesheet.isConfirmed ? 1 : 0)
      },
      editing: async ({ page }, snapshot) => {
        const { errors } = snapshot.context
        await seesEntry(page, snapshot, true)
        if (snapshot.context.failure !== undefined) await failure(page).getByText(snapshot.context.failure).waitFor()
        else await seesButtons(page, 'Cancel', true, true)
        for (const message of Object.values(errors)) await paulsRow(page).getByText(message, { exact: true }).waitFor()
        await expect
          .poll(() => paulsRow(page).locator('[aria-invalid="true"]').count())
          .toBe(Object.keys(errors).length)
      },
      closedMeanwhile: async ({ page }, snapshot) => {
        await seesButtons(page, 'Cancel', true, false)
        await seesEntry(page, snapshot, false)
        await paulsRow(page).getByRole('status').getByText('You will not be able to make any changes').waitFor()
      },
      saving: async ({ page, calls }, snapshot) => {
        await expect.poll(() => calls.waiting('saveTimesheet')).toBe(1)
        await seesButtons(page, 'Edit', false, false)
        await seesText(page, snapshot)
      },
      refused: async ({ page }, { context }) => {
        await failure(page)
          .getByText(context.failure ?? '')
          .waitFor()
      },
      closed: async ({ page }, snapshot) => {
        const { isApproved } = snapshot.context.timesheet
        await seesButtons(page, 'Edit', false, false)
        await seesText(page, snapshot)
        const why = countsAsApproved(isApproved) ? approvedWord(isApproved) : 'No timesheet required'
        await paulsRow(page).getByText(why, { exact: true }).waitFor()
      },
    },
    excuses: {
      confirmingDrop: DIALOGS,
      'confirmingDrop: *': DIALOGS,
      left: DIALOGS,
      'opening: always → editing': DIALOGS,
      'editing: isRequired.toggle*': DIALOGS,
      'editing: row.refuse*': DIALOGS,
      '*[asksToDrop]*': DIALOGS,
      '*[isInDialog]*': DIALOGS,
      '*[isOtherRow]*': DIALOGS,
      'reading: row.save [isConfirmed]*': 'The button of a confirmed row is disabled until it is edited.',
    },
  }
}
