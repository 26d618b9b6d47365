/**
 * Hours in a dialog in a browser, as an administrator: from a calendar's all-day row, and from a session's details on
 * the Home Page. The server saves and deletes; the path decides failures. The row within the dialog has its own run.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import { addDays, formatDayHeader, localOf, startOfWeek } from '#domain/time.ts'
import { type timesheetModalMachine, timesheetModalMessages } from '#machines/schedule/timesheet-modal.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS, SERVICE_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

/** A page with the dialog. */
interface Place {
  readonly page: Page
  readonly calls: HeldCalls
}

export interface TimesheetModalWorld {
  readonly calendar: Place
  readonly home: Place
  /** Where the dialog was opened last. */
  place: Place
  /** The calendar shows hours that were stored or deleted in the meantime. */
  isOutdated: boolean
}

type Snapshot = SnapshotFrom<typeof timesheetModalMachine>

const SUNDAY = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), 14)
/** By what the model adds: Paul at Lincoln, at Lincoln and Maple, and Paul and Sofía at Lincoln. */
const DAYS: Readonly<Record<string, string>> = {
  'the one row': addDays(SUNDAY, 1),
  'one of two schools': addDays(SUNDAY, 2),
  "one of two providers'": addDays(SUNDAY, 3),
}
/** Paul's days with stored hours: one for the calendar, and one in the week after, for the Home Page. */
const [STORED, CORRECTED] = [addDays(SUNDAY, 4), addDays(SUNDAY, 11)]
const CALENDAR = '/schedule-event-viewer'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const form = (page: Page) => dialog(page, /Timesheet$/)
const formButton = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true })
const combobox = (page: Page, name: string) => form(page).getByRole('combobox', { name, exact: true })
const question = (page: Page) => dialog(page, formMessages.deletion)
const storedChip = (page: Page) => page.locator('button[data-stored="true"]')
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).last()

const titleOf = ({ context: { session, timesheet } }: Snapshot) => {
  if (session) return 'Update Timesheet'
  return timesheet && timesheet.id > 0 ? 'Edit Timesheet' : 'Add Timesheet'
}

/** What the dialog asks for, because the day leaves a choice. */
const asked = ({ context: { rows } }: Snapshot) => ({
  provider: new Set(rows.map(({ providerId }) => providerId)).size > 1,
  school: new Set(rows.map(({ schoolId }) => schoolId)).size > 1,
})

/** Call at the top of the file. */
export function timesheetModalInBrowser(): BrowserRun<typeof timesheetModalMachine, TimesheetModalWorld> {
  const portal = usePortal()

  /** Stores the hours as every path finds them. */
  const reset = async () => {
    await portal.database().pool.query('delete from timesheets')
    await portal.database().pool.query(
      `insert into timesheets (id, provider_id, school_id, date, start_time, end_time, service_id, version) overriding system value
         values (101, $1, $2, $3, '09:00', '09:45', $5, 31), (102, $1, $2, $4, '09:00', '09:45', $5, 37)`,
      [PEOPLE.Providers.providerId, SCHOOL_IDS.lincoln, STORED, CORRECTED, SERVICE_IDS.ot],
    )
  }
  const visitDay = (page: Page, date: string) => visit(page, `${CALENDAR}?date=${date}`)

  /** The calendar with the hours as every path finds them. */
  const openCalendar = async (world: TimesheetModalWorld): Promise<Page> => {
    world.place = world.calendar
    const { page } = world.place
    await reset()
    if (world.isOutdated) {
      await visitDay(page, addDays(SUNDAY, 28))
      await storedChip(page).waitFor({ state: 'detached' })
      await visitDay(page, SUNDAY)
      await storedChip(page).waitFor()
      world.isOutdated = false
    }
    return page
  }
  const open = async (path: string): Promise<Place> => {
    const page = await portal.newPage()
    const calls = await holdCalls(page, {
      row: ['/api/schedule-event/update-school-time', '/api/schedule-event/update-timesheet'],
      deleteTimesheet: '/api/schedule-event/delete-school-time',
    })
    await portal.signIn(page, PEOPLE.Administrators.email)
    await page.goto(path)
    return { page, calls }
  }
  /** Chooses another option first: choosing the same again changes nothing. */
  const choose = async (page: Page, name: string, options: readonly string[]) => {
    for (const option of options) {
      await combobox(page, name).click()
      await page.getByRole('option', { name: option, exact: true }).click()
      await expect.poll(() => combobox(page, name).inputValue()).toBe(option)
    }
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const paul = await portal.server().tokenOf(PEOPLE.Providers.userId)
      const sofia = await portal.server().tokenOf(PEOPLE.SpecialProvider.userId)
      for (const date of [...Object.values(DAYS), STORED, CORRECTED]) await addSession(portal.server(), paul, { date })
      await addSession(portal.server(), paul, {
        date: DAYS['one of two schools'] ?? '',
        schoolId: SCHOOL_IDS.maple,
        caseloadIds: [CASELOAD_IDS.chi],
        startTime: '13:00',
        endTime: '13:45',
      })
      await addSession(portal.server(), sofia, {
        date: DAYS["one of two providers'"] ?? '',
        caseloadIds: [CASELOAD_IDS.dora],
      })
      await reset()
      const calendar = await open(`${CALENDAR}?date=${SUNDAY}`)
      await storedChip(calendar.page).waitFor()
      const home = await open(`/?date=${CORRECTED}&provider=${PEOPLE.Providers.providerId}`)
      await home.page.locator(`[data-day="${CORRECTED}"] [data-event]`).waitFor()
      return { calendar, home, place: calendar, isOutdated: false }
    },
    calls: ({ place: { calls } }) => calls,
    close: async ({ calendar, home }) => {
      await Promise.all([calendar.page.close(), home.page.close()])
    },
    screenshot: ({ place: { page } }, path) => page.screenshot({ path }),
    events: {
      'timesheet.add': async (world, { name }) => {
        const page = await openCalendar(world)
        await button(page, `Add Timesheet, ${formatDayHeader(DAYS[name] ?? '')}`).click()
      },
      'timesheet.edit': async (world) => {
        const page = await openCalendar(world)
        await storedChip(page).click()
      },
      'timesheet.correct': async (world) => {
        world.place = world.home
        const { page } = world.place
        await reset()
        if (await button(page, 'Close').count()) await button(page, 'Close').click()
        await page.locator(`[data-day="${CORRECTED}"] [data-event]`).click()
        await button(page, 'Update Timesheet').click()
      },
      'provider.choose': ({ place: { page } }) => choose(page, 'Provider', ['Paul Provider', 'Sofía Special']),
      'school.choose': ({ place: { page } }) => choose(page, 'School', ['Lincoln', 'Maple']),
      'timesheet.delete': ({ place: { page } }) => formButton(page, 'Delete').click(),
      // Twice, as some people do: it must be sent only once.
      'delete.confirm': ({ place: { page } }) => button(page, 'Delete timesheet').dblclick(),
      'delete.dismiss': ({ place: { page } }) => question(page).getByRole('button', { name: 'Cancel' }).click(),
      'modal.close': ({ place: { page } }) => formButton(page, 'Cancel').click(),
    },
    outcomes: {
      row: async (world, { name }) => {
        const { page, calls } = world.place
        if (name !== 'saved') return formButton(page, 'Cancel').click()
        await formButton(page, 'Save').click()
        await calls.answerByServer('row')
        world.isOutdated = true
        return toast(page, timesheetModalMessages.saved).waitFor()
      },
      deleteTimesheet: async (world, { event, after }, kind) => {
        const { page, calls } = world.place
        await calls.settle('deleteTimesheet', kind, event)
        if (kind === 'done') {
          world.isOutdated = true
          await toast(page, timesheetModalMessages.deleted).waitFor()
          await expect.poll(() => storedChip(page).count()).toBe(0)
        }
        // The row says why.
        if (after.matches({ entering: 'editing' }) && 'error' in event && event.error instanceof Error) {
          await dialog(page, 'Not saved').getByText(event.error.message).waitFor()
          await button(page, 'OK').click()
        }
      },
    },
    possible: (snapshot, event) => {
      const { provider, school } = asked(snapshot)
      switch (event.type) {
        // Only what the day leaves open is asked, and a choice can't be cleared.
        case 'provider.choose':
          return provider && 'id' in event && event.id !== null
        case 'school.choose':
          return school && 'id' in event && event.id !== null
        case 'timesheet.delete':
          return (snapshot.context.timesheet?.id ?? 0) > 0
        // An approved day's hours are read-only: tests/screens/timesheet-modal.test.ts.
        case 'timesheet.correct':
          return 'session' in event && event.session.isApproved === 0
        // The confirmation covers the row.
        case 'xstate.done.actor.row':
          return snapshot.matches({ entering: 'editing' })
        default:
          return true
      }
    },
    states: {
      closed: ({ place: { page } }) => expect.poll(() => dialog(page, /Timesheet$/).count()).toBe(0),
      choosing: async ({ place: { page } }, snapshot) => {
        const { provider } = asked(snapshot)
        expect(await combobox(page, provider ? 'Provider' : 'School').inputValue()).toBe('')
        expect(await combobox(page, 'Start').count()).toBe(0)
        expect(await formButton(page, 'Save').isEnabled()).toBe(false)
      },
      'entering.editing': async ({ place: { page } }, snapshot) => {
        const { session, timesheet } = snapshot.context
        await dialog(page, titleOf(snapshot)).waitFor()
        await expect.poll(() => question(page).count()).toBe(0)
        await expect.poll(() => formButton(page, 'Save').isEnabled()).toBe(true)
        const { provider, school } = asked(snapshot)
        if (provider) expect(await combobox(page, 'Provider').inputValue()).toBe('Sofía Special')
        if (school) expect(await combobox(page, 'School').inputValue()).toBe('Maple')
        expect(await combobox(page, 'Start').inputValue()).toBe(school ? '1:00 PM' : '9:00 AM')
        const isDeletable = session === undefined && timesheet !== undefined && timesheet.id > 0
        expect(await formButton(page, 'Delete').count()).toBe(isDeletable ? 1 : 0)
      },
      'entering.confirmingDelete': async ({ place: { page } }) => {
        await question(page)
          .getByText("The hours at Lincoln will be calculated from the day's sessions.", { exact: true })
          .waitFor()
        await expect.poll(() => button(page, 'Delete timesheet').isEnabled()).toBe(true)
      },
      'entering.deleting': async ({ place: { page, calls } }) => {
        await expect.poll(() => calls.waiting('deleteTimesheet')).toBe(1)
        expect(await button(page, 'Delete timesheet').isEnabled()).toBe(false)
        expect(await question(page).getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(false)
      },
    },
  }
}
