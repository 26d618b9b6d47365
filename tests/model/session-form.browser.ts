/** The session form in a browser, opened by an administrator from Manage Schedule. The path decides only failures. */

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiError, NetworkError } from '#contract/failures.ts'
import { formMessages } from '#domain/form-messages.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { addDays, formatDate, localOf, startOfWeek } from '#domain/time.ts'
import type { SessionFormSnapshot, sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import type { SavingEnd } from '#machines/schedule/session-saving.machine.ts'
import type { Database } from '#server/db/database.ts'
import { colours } from '#server/db/schema/schedule.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface SessionFormWorld {
  readonly page: Page
  readonly calls: HeldCalls
  /** An earlier step entered something, so leaving asks for confirmation. */
  hasEntries?: boolean
}

type Portal = ReturnType<typeof usePortal>

/** A Tuesday in the future. */
export const SESSION_DAY = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), 9)

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Add Session' })
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
/** Only the form: the calendar behind it has lists with the same names. */
const formOf = (page: Page) => page.locator('form')
const nameField = (page: Page) => formOf(page).getByRole('textbox', { name: /^(Session|Event) name$/ })
const combobox = (page: Page, name: string) => formOf(page).getByRole('combobox', { name, exact: true })
const studentArea = (page: Page) => page.getByText('Students in this session', { exact: true })
const recurring = (page: Page) => page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' })

const choose = async (page: Page, list: string, option: string) => {
  await combobox(page, list).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
/** Chooses an option unless one is chosen already. */
const ensure = async (page: Page, list: string, option: string) => {
  if ((await combobox(page, list).inputValue()) === '') await choose(page, list, option)
}
const ensureSchool = (page: Page) => ensure(page, 'School', 'Lincoln')
const ensureService = async (page: Page) => {
  await ensureSchool(page)
  await ensure(page, 'Service', 'Occupational Therapy')
}
const ensureStudent = async (page: Page, name: string) => {
  await ensureSchool(page)
  await button(page, `Add ${name}`)
    .or(button(page, `Remove ${name}`))
    .waitFor()
  if (await button(page, `Add ${name}`).isVisible()) await button(page, `Add ${name}`).click()
  await button(page, `Remove ${name}`).waitFor()
}
const ensureRecurring = (page: Page, ticked: boolean) => recurring(page).setChecked(ticked)

/** Fills in the lists that have no choice yet. */
export const ensureAll = async (page: Page) => {
  await ensure(page, 'Provider', 'Paul Provider')
  await ensureService(page)
  await ensure(page, 'Rate type', 'Hourly')
  if (await studentArea(page).isVisible()) await ensureStudent(page, 'Bo Li')
}

export const enterSomething = async (world: SessionFormWorld) => {
  world.hasEntries = true
  await nameField(world.page).pressSequentially('x')
}

/** Everything that a single session needs. */
export const fillIn = async (page: Page) => {
  await nameField(page).fill('Speech group')
  await formOf(page).getByRole('textbox', { name: 'Date', exact: true }).fill(formatDate(SESSION_DAY))
  await page.keyboard.press('Tab')
  await ensureAll(page)
  await ensureRecurring(page, false)
}

/** Signs in an administrator and opens 'Add Session' after `hold` has set up the held calls. */
export const openForm = async <Held>(portal: Portal, hold: (page: Page) => Promise<Held>) => {
  const page = await portal.newPage()
  const held = await hold(page)
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/schedule-event-viewer')
  await button(page, '+ Add Session').click()
  await nameField(page).waitFor()
  return { page, calls: held }
}

/** What a user does in the form of a new or a stored session. */
export const formSteps = {
  'form.cancel': async (world, { event }) => {
    const { page } = world
    const losesEntries = event.type === 'form.cancel' && event.hasEntries
    if (losesEntries) await enterSomething(world)
    await button(formOf(page), 'Cancel').click()
    // An earlier step's entries can't be undone, so the form asks for confirmation.
    if (!losesEntries && world.hasEntries) await button(page, 'Yes').click()
  },
  'cancel.confirm': ({ page }) => button(page, 'Yes').click(),
  'cancel.dismiss': ({ page }) => button(page, 'No').click(),
} satisfies BrowserRun<typeof sessionFormMachine, SessionFormWorld>['events']

/** A user can't reach the fields under a dialog, while saving, or after the form has closed. */
export const isReachable = (snapshot: SessionFormSnapshot, { type }: { type: string }): boolean => {
  if (/^cancel\.|^xstate/.test(type)) return true
  return snapshot.matches({ workflow: 'editing' })
}

/** What a user sees for new and stored sessions alike. */
export const sees = {
  'workflow.confirmingCancel': ({ page }) => page.getByText(formMessages.cancel).waitFor(),
} satisfies BrowserRun<typeof sessionFormMachine, Pick<SessionFormWorld, 'page'>>['states']

/** Brings saving to the step's end; tests/model/session-saving.browser.ts covers saving itself. */
export const endSaving = async ({ page, calls }: SessionFormWorld, { event }: { event: unknown }): Promise<void> => {
  const { output } = event as { output: SavingEnd }
  const preview = (error?: Error) => calls.settle('previewSession', error ? 'error' : 'done', { type: '', error })
  if (output.end === 'refused') {
    const errors = Object.entries(output.fields).map(([path, message]) => ({ path, message }))
    return preview(new ApiError(400, 'The form is not valid', errors))
  }
  if (output.end === 'returned') {
    if (output.entityCacheKey === undefined) return preview(new NetworkError('No answer'))
    await preview(new ApiError(409, 'Ada Admin has changed the time of this session.'))
    await page.getByRole('dialog', { name: 'Not saved' }).getByText('changed the time').waitFor()
    return button(page, 'OK').click()
  }
  await preview()
  // A series or a session that clashes is previewed first.
  const confirm = page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Update|Update All)$/ })
    .last()
  const isShown = page.getByRole('dialog', { name: /^(Preview of the series|This session clashes)$/ })
  await expect.poll(async () => calls.waiting('saveSession') + (await isShown.count())).toBeGreaterThan(0)
  if (calls.waiting('saveSession') === 0) await confirm.click()
  await calls.settle('saveSession', 'done', { type: '' })
}

/** Two colors to choose from. */
export const addColours = async ({ db }: Database): Promise<void> => {
  await db.insert(colours).values([
    { id: 1, name: 'Blue', code: '#74C0FC' },
    { id: 2, name: 'Orange', code: '#FFC078' },
  ])
}

/** The calls that save a new session, by actor id. */
export const SAVING_CALLS = {
  previewSession: '/api/schedule-event/preview-schedule-event',
  saveSession: '/api/schedule-event/add-schedule-event',
} as const

/** Why the paths don't cover stored sessions. */
const STORED = 'The paths only add sessions; tests/model/session-form-stored.model.test.ts opens stored ones.'

/** Call at the top of the file. */
export function sessionFormInBrowser(): BrowserRun<typeof sessionFormMachine, SessionFormWorld> {
  const portal = usePortal()
  return {
    starts: ['an administrator adds'],
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      await addColours(portal.database())
      return openForm(portal, (page) => holdCalls(page, SAVING_CALLS))
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      ...formSteps,
      'form.submit': async (world) => {
        const { page } = world
        world.hasEntries = true
        await fillIn(page)
        await button(page, 'Save').click()
      },
    },
    outcomes: { saving: endSaving },
    possible: isReachable,
    states: {
      'purpose.create': async ({ page }, snapshot) => {
        const isOver = snapshot.matches({ workflow: 'saved' }) || snapshot.matches({ workflow: 'closed' })
        if (!isOver) await nameField(page).waitFor()
      },
      'workflow.editing': async ({ page }) => {
        await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
        await expect.poll(() => button(panelOf(page), 'Save').isEnabled()).toBe(true)
      },
      'workflow.saving': async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('previewSession')).toBe(1)
        expect(await button(panelOf(page), 'Cancel').isEnabled()).toBe(false)
      },
      'workflow.saved': async ({ page }) => {
        await acceptSaved(page, sessionFormMessages.added)
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      },
      'workflow.closed': ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      ...sees,
    },
    excuses: {
      '*purpose.editOccurrence': STORED,
      '*purpose.editSeries': STORED,
      '*purpose.view': STORED,
      '*purpose.passed': STORED,
    },
  }
}
