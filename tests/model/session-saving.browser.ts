/** Saving from the session form in a browser, with the real form. The path decides the responses to its calls. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { StoredSession } from '#contract/session-form.ts'
import { storedSessionSchema } from '#contract/session-form.ts'
import type { SessionPreview } from '#contract/session-preview.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { addDays, formatDate } from '#domain/time.ts'
import { previewInWords, replacesInWords } from '#machines/schedule/preview-in-words.ts'
import type { sessionSavingMachine } from '#machines/schedule/session-saving.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { fillIn, openForm, SAVING_CALLS, SESSION_DAY } from './session-form.browser.ts'
import { IDS, setDifferentVersions, startAtDifferentIds } from './stored-sessions.browser.ts'

export interface SavingWorld {
  readonly page: Page
  readonly calls: HeldCalls
  /** What the form opened with, for a stored session. */
  readonly stored?: StoredSession
  /** The entered name, and the button that saves. */
  readonly name: string
  readonly save: string
  readonly start: string
  /** Whether the form has a newer version of the session than it opened with. */
  isNewer?: boolean
}

const api = (name: string) => `/api/schedule-event/${name}` as const

/** For stored sessions: the form's page, and the machine's calls there. */
const STORED = {
  'an occurrence is changed': {
    address: `/edit-schedule/${IDS.series}/${IDS.occurrence}/true`,
    id: IDS.occurrence,
    save: 'Update',
    load: 'editScheduleEventRecurrenceById',
    calls: {
      previewSession: SAVING_CALLS.previewSession,
      saveSession: api('update-schedule-event-recurrence'),
      rereadSession: api('edit-schedule-event-recurrence-by-id'),
    },
  },
  'a series is changed': {
    address: `/edit-schedule/${IDS.series}?from=${addDays(SESSION_DAY, 2)}`,
    id: IDS.series,
    save: 'Update All',
    load: 'editScheduleEventById',
    calls: {
      previewSession: SAVING_CALLS.previewSession,
      saveSession: api('update-schedule-event-series'),
      rereadSession: api('edit-schedule-event-by-id'),
    },
  },
} as const

/** On a Tuesday and the Thursday after it. */
const twice = {
  providerId: 1,
  rateTypeId: 1,
  date: SESSION_DAY,
  endDate: addDays(SESSION_DAY, 2),
  rule: { type: 'weekly' as const, option: 'everyNWeeks' as const, everyNWeeks: 1, days: [2 as const, 4 as const] },
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nameField = (page: Page) => page.getByRole('textbox', { name: /^(Session|Event) name$/ })
const recurring = (page: Page) => page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' })
const preview = (page: Page) =>
  page.getByRole('dialog', {
    name: /^(Preview of the series|This session clashes|A request is waiting for approval|Other sessions on this day)$/,
  })

/** Call at the top of the file. */
export function sessionSavingInBrowser(): BrowserRun<typeof sessionSavingMachine, SavingWorld> {
  const portal = usePortal({ lasts: 'file' })

  const fillInNew = async (page: Page, start: string) => {
    await fillIn(page)
    if (start === 'a series is added') {
      await recurring(page).check()
      await page.getByRole('textbox', { name: 'End Date' }).fill(formatDate(addDays(SESSION_DAY, 7)))
      await page.keyboard.press('Tab')
    }
    return { name: await nameField(page).inputValue(), save: 'Save', start }
  }

  const openNew = async (start: string): Promise<SavingWorld> => {
    const { page, calls } = await openForm(portal, (page) => holdCalls(page, SAVING_CALLS))
    return { page, calls, ...(await fillInNew(page, start)) }
  }

  const openStored = async (start: keyof typeof STORED): Promise<SavingWorld> => {
    const { address, id, save, load, calls: paths } = STORED[start]
    const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
    await allowScreen(portal.database(), 'Administrators', 'Scheduling')
    await startAtDifferentIds(portal.database())
    await addSession(portal.server(), token, twice)
    await setDifferentVersions(portal.database())
    const { data } = await portal.server().call(load, { token, body: { id } })
    const page = await portal.newPage()
    await portal.signIn(page, PEOPLE.Administrators.email)
    await page.goto(address)
    const name = `Renamed ${start}`
    await nameField(page).fill(name)
    await expect.poll(() => page.getByRole('combobox', { name: 'Service', exact: true }).inputValue()).not.toBe('')
    // Not earlier: the form itself was loaded by the same call.
    const calls = await holdCalls(page, paths)
    return { page, calls, stored: storedSessionSchema.parse(data), name, save, start }
  }

  /** Back in the form: nothing covers it and the entries are still there. */
  const seesForm = async ({ page, name, save }: SavingWorld) => {
    await expect.poll(() => button(page, save).isEnabled()).toBe(true)
    await preview(page).waitFor({ state: 'detached' })
    await expect.poll(() => nameField(page).inputValue()).toBe(name)
  }

  return {
    open: async (start) => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const isStored = start === 'an occurrence is changed' || start === 'a series is changed'
      const world = isStored ? await openStored(start) : await openNew(start)
      await button(world.page, world.save).click()
      return world
    },
    // The entries are still in the form, unless they were saved.
    reopen: async (world, start) => {
      const { page, calls, stored, save } = world
      if (stored && (world.isNewer || world.start !== start)) return undefined
      if (!stored && start in STORED) return undefined
      const refusal = page.getByRole('dialog', { name: 'Not saved' })
      if (await refusal.isVisible()) await button(page, 'OK').click()
      if (world.start === start && (await nameField(page).isVisible())) {
        await button(page, save).click()
        return world
      }
      if (!(await nameField(page).isVisible())) {
        await button(page, '+ Add Session').click()
        await nameField(page).waitFor()
      }
      const filled = await fillInNew(page, start)
      await button(page, save).click()
      return { page, calls, ...filled }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'preview.confirm': ({ page, save }) => preview(page).getByRole('button', { name: save, exact: true }).click(),
      'preview.back': ({ page }) => button(page, 'Back').click(),
      'failure.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      previewSession: ({ calls }, { event }, kind) => {
        if (kind === 'error') return calls.settle('previewSession', kind, event)
        const { output } = event as unknown as { output: SessionPreview }
        return calls.answer('previewSession', { status: 200, message: '', data: output })
      },
      saveSession: ({ calls }, { event }, kind) => calls.settle('saveSession', kind, event),
      // The paths have two versions: '3', which the form opened with, and '4'.
      rereadSession: (world, { event }, kind) => {
        const { calls, stored } = world
        if (kind === 'error') return calls.settle('rereadSession', kind, event)
        const { output } = event as unknown as { output: Partial<StoredSession> }
        world.isNewer = output.entityCacheKey !== '3'
        const entityCacheKey = output.entityCacheKey === '3' ? stored?.entityCacheKey : '4'
        return calls.answer('rereadSession', {
          status: 200,
          message: '',
          data: { ...stored, ...output, entityCacheKey },
        })
      },
    },
    // So that not only an occurrence is read again.
    possible: ({ context: { session } }, event) =>
      event.type !== 'xstate.done.actor.rereadSession' ||
      !('output' in event) ||
      JSON.stringify(event.output).includes('"isEventPassed":true') === (session.purpose === 'editSeries'),
    states: {
      previewing: async ({ page, calls, save }) => {
        await expect.poll(() => calls.waiting('previewSession')).toBe(1)
        expect(await button(page, save).isEnabled()).toBe(false)
        expect(await nameField(page).isVisible()).toBe(true)
      },
      asking: async ({ page }, { context }) => {
        if (!context.preview) throw new Error('There is no preview to show')
        await preview(page).getByText(previewInWords(context.preview), { exact: true }).waitFor()
        await preview(page).getByRole('list', { name: 'Dates' }).waitFor()
        const { replaces, rateTypeNote } = context.preview
        if (rateTypeNote) await preview(page).getByText(rateTypeNote, { exact: true }).waitFor()
        if (replaces) await preview(page).getByText(replacesInWords(replaces), { exact: true }).waitFor()
      },
      saving: ({ calls }) => expect.poll(() => calls.waiting('saveSession')).toBe(1),
      rereading: ({ calls }) => expect.poll(() => calls.waiting('rereadSession')).toBe(1),
      failed: ({ page }, { context: { message = '' } }) =>
        page.getByRole('dialog', { name: 'Not saved' }).getByText(message).waitFor(),
      saved: async ({ page, save }) => {
        const { added, updated } = sessionFormMessages
        await acceptSaved(page, save === 'Save' ? added : updated)
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      },
      refused: async (world) => {
        await seesForm(world)
        await world.page.getByText('Name is required').waitFor()
      },
      returned: seesForm,
    },
  }
}
