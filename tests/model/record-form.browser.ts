/**
 * A form in a browser, in both places: a provider's dialog for a time-off request, which closes after saving, and an
 * administrator's page of a service, which confirms the save and leads back to the list. The records are stored as the
 * path requires; the path decides failures.
 */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { serviceMessages } from '#contract/services.ts'
import { formMessages } from '#domain/form-messages.ts'
import { addDays, localOf, startOfWeek } from '#domain/time.ts'
import { timeOffMessages } from '#domain/time-off.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours } from '#tests/support/server/time-off.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

/** A user with one of the two forms. */
interface User {
  readonly page: Page
  readonly calls: HeldCalls
  /** The field for the model's values. */
  readonly field: Locator
  /** Its name on the wire. */
  readonly path: string
  readonly open: () => Promise<unknown>
  readonly close: (name: 'Cancel' | 'Close') => Promise<unknown>
  readonly read: () => Promise<string>
  /** Changes the record as another user would. */
  readonly store: (text: string) => Promise<unknown>
  readonly sees: { closed: () => Promise<unknown>; saved: () => Promise<unknown>; failed: (message: string) => unknown }
}

export interface RecordFormWorld {
  readonly dialog: User
  readonly onPage: User
  user: User
  /** The field's current value. */
  entered: string
}

const DAY = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), 16)

const ASKS = 'Neither form has a question before saving: tests/screens/last-day.test.ts.'
const RELOADS = 'It is offered once someone else has changed the record: tests/screens/live-changes.test.ts.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: formMessages.cancel })
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Not saved' })

/** Call at the top of the file. */
export function recordFormInBrowser(): BrowserRun<RecordFormMachine<number, string, string>, RecordFormWorld> {
  const portal = usePortal()
  const query = (text: string, values: unknown[] = []) => portal.database().pool.query(text, values)

  const open = async (
    email: string,
    path: string,
    paths: { readRecord: `/api/${string}`; saveRecord: `/api/${string}` },
  ) => {
    const page = await portal.newPage()
    const calls = await holdCalls(page, paths)
    await portal.signIn(page, email)
    await page.goto(path)
    return { page, calls }
  }
  /** Reads the only record's text, and changes it while a form is open. */
  const recordIn = (table: 'pto_requests' | 'services', column: string, id: number) => ({
    read: async () => {
      const { rows } = await query(`select ${column} as text from ${table} where id = $1`, [id])
      return String(rows[0]?.text)
    },
    store: (text: string) =>
      query(`update ${table} set ${column} = $1, version = version + 1 where id = $2`, [text, id]),
  })

  const openDialog = async (): Promise<User> => {
    await allowScreen(portal.database(), 'Providers', 'ProfileInformationRequestPTO')
    await grantHours(portal.database(), PEOPLE.Providers.providerId, 10, new Date())
    const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
    const id = await askForTimeOff(portal.server(), token, { requestedDate: DAY })
    const { page, calls } = await open(PEOPLE.Providers.email, '/pto-requests', {
      readRecord: `/api/provider-pto/get-original/${id}`,
      saveRecord: '/api/provider-pto/update-provider-pto',
    })
    const form = page.getByRole('dialog', { name: 'Edit PTO' })
    return {
      page,
      calls,
      field: form.getByRole('textbox', { name: 'Reason' }),
      path: 'reason',
      open: () => page.getByRole('button', { name: /^Edit, / }).click(),
      close: (name) => form.getByRole('button', { name, exact: true }).click(),
      ...recordIn('pto_requests', 'reason', id),
      sees: {
        closed: () => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
        saved: () => page.getByText(timeOffMessages.updated).last().waitFor(),
        failed: (message) => expect.poll(() => refusal(page).locator('p').innerText()).toBe(message),
      },
    }
  }

  const openPage = async (): Promise<User> => {
    const { page, calls } = await open(PEOPLE.Administrators.email, '/service-record', {
      readRecord: '/api/service/get-service',
      saveRecord: '/api/service/edit-service',
    })
    return {
      page,
      calls,
      field: page.getByLabel('Description'),
      path: 'description',
      open: () => page.getByRole('link', { name: 'Edit OT' }).click(),
      close: (name) => button(page, name).click(),
      ...recordIn('services', 'description', 1),
      sees: {
        closed: async () => {
          await page.getByRole('heading', { name: 'Service Listing Record' }).waitFor()
          await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        },
        saved: () => page.getByRole('dialog', { name: 'Saved' }).getByText(serviceMessages.updated).waitFor(),
        failed: (message) => expect.poll(() => page.getByRole('main').getByRole('alert').innerText()).toBe(message),
      },
    }
  }

  const type = async (world: RecordFormWorld, text: string) => {
    await world.user.field.fill(text)
    world.entered = text
  }
  const seesEntry = ({ user: { field }, entered }: RecordFormWorld) =>
    expect.poll(() => field.inputValue()).toBe(entered)
  /** While a call is pending, the buttons are disabled and the entry is kept. */
  const seesPending = async (call: 'readRecord' | 'saveRecord', world: RecordFormWorld) => {
    const { page, calls } = world.user
    await expect.poll(() => calls.waiting(call)).toBe(1)
    for (const name of ['Cancel', 'Save']) await expect.poll(() => button(page, name).isEnabled()).toBe(false)
    await seesEntry(world)
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const [dialog, onPage] = [await openDialog(), await openPage()]
      return { dialog, onPage, user: dialog, entered: '' }
    },
    calls: ({ user }) => user.calls,
    close: async ({ dialog, onPage }) => {
      await Promise.all([dialog, onPage].map(({ page }) => page.close()))
    },
    screenshot: ({ user: { page } }, path) => page.screenshot({ path }),
    events: {
      'form.open': (world, { after }) => {
        world.user = after.context.tellsSaved ? world.onPage : world.dialog
        return world.user.open()
      },
      'form.change': (world) => type(world, `${world.entered} at ten`),
      // Twice, as some people do: it must be sent only once.
      'form.submit': async (world, { after }) => {
        const { values = '' } = after.context
        const { page, close } = world.user
        if (values !== world.entered) {
          await type(world, values)
          // Both places ask about entries, whichever of them the path closes.
          await close('Cancel')
          await question(page).waitFor()
          await button(page, 'No').click()
        }
        await button(page, 'Save').dblclick()
      },
      'form.ask': () => Promise.reject(new Error(ASKS)),
      'question.dismiss': () => Promise.reject(new Error(ASKS)),
      'form.reload': () => Promise.reject(new Error(RELOADS)),
      'form.close': ({ user }, { before }) =>
        user.close(
          before.hasTag('editable') || (before.hasTag('failed') && !before.matches('unread')) ? 'Cancel' : 'Close',
        ),
      'close.confirm': ({ user: { page } }) => button(page, 'Yes').click(),
      'close.dismiss': ({ user: { page } }) => button(page, 'No').click(),
      'failure.dismiss': ({ user: { page } }) => button(page, 'OK').click(),
      'success.dismiss': ({ user: { page } }) => button(page, 'OK').click(),
      'read.retry': ({ user: { page } }) => button(page, 'Try again').click(),
    },
    outcomes: {
      readRecord: async (world, { event, after }, kind) => {
        if (kind === 'done') {
          world.entered = after.context.stored ?? ''
          await world.user.store(world.entered)
        }
        await world.user.calls.settle('readRecord', kind, event)
      },
      rereadRecord: async ({ user: { calls, store } }, { event, after }, kind) => {
        if (kind === 'done') await store(after.context.stored ?? '')
        await calls.settle('readRecord', kind, event)
      },
      saveRecord: async ({ user: { page, calls, field, path, read, sees }, entered }, { event, name }, kind) => {
        const stored = await read()
        if (name === 'a field is refused') {
          const message = 'Too long'
          await calls.answer('saveRecord', { status: 400, message, data: null, errors: [{ path, message }] })
          await page.getByText(message, { exact: true }).waitFor()
          expect(await field.getAttribute('aria-invalid')).toBe('true')
        } else await calls.settle('saveRecord', kind, event)
        if (kind === 'done') await sees.saved()
        // An earlier save's message may still be shown when this one has not been stored yet.
        await expect.poll(read).toBe(kind === 'done' ? entered : stored)
      },
    },
    possible: (snapshot, event) => {
      const { tellsSaved } = snapshot.context
      if (event.type === 'form.ask' || event.type === 'form.reload') return false
      // One record and one text are enough here.
      if (event.type === 'form.open' && event.subject !== 1) return false
      if (event.type === 'form.submit' && event.values !== 'Fire drill') return false
      // Drafts have separate tests.
      if (event.type === 'form.submit' && event.over !== undefined) return false
      // A page has no buttons until it has loaded, and it shows refusals below its fields.
      if (tellsSaved && event.type === 'form.close') return !snapshot.matches('reading') && !snapshot.matches('unread')
      if (tellsSaved) return event.type !== 'failure.dismiss'
      // The message covers the dialog's fields.
      return !snapshot.matches('failed') || event.type === 'failure.dismiss'
    },
    excuses: { '*form.ask*': ASKS, '*confirmingSave*': ASKS, '*form.reload*': RELOADS },
    states: {
      closed: ({ user: { sees } }) => sees.closed(),
      reading: async ({ user: { calls, field } }) => {
        await expect.poll(() => calls.waiting('readRecord')).toBe(1)
        expect(await field.count()).toBe(0)
      },
      unread: async ({ user: { page, field } }, { context: { message = 'The form could not be loaded.' } }) => {
        await page.getByText(message).waitFor()
        expect(await field.count()).toBe(0)
      },
      editing: async (world) => {
        const { page } = world.user
        await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
        await expect.poll(() => question(page).or(refusal(page)).count()).toBe(0)
        await seesEntry(world)
      },
      confirmingClose: async (world) => {
        await question(world.user.page).waitFor()
        await seesEntry(world)
      },
      saving: (world) => seesPending('saveRecord', world),
      rereading: (world) => seesPending('readRecord', world),
      failed: async (world, { context: { message = '' } }) => {
        await world.user.sees.failed(message)
        await seesEntry(world)
      },
      saved: ({ user: { sees } }) => sees.saved(),
    },
  }
}
