/** Drafts of the session form, in Chromium: they survive, are announced, and are removed when they should be. */

import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { formMessages } from '#domain/form-messages.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { addDays, formatDate, formatTime, localOf } from '#domain/time.ts'
import { permissions, rolePermissions } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { comingTuesday } from '#tests/support/demo-dates.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved, passPreview } from '#tests/support/preview.ts'
import { addDistrict, addSession, occurrenceIdsOn } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_PASSWORD, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const { database, server, newPage, signIn } = usePortal({ begin: addDistrict })
const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const tuesday = comingTuesday()

beforeEach(async () => {
  // The form's pages have separate screen keys.
  const screens = ['Scheduling', 'ProviderSchedulorCreator']
  await database()
    .db.insert(permissions)
    .values(screens.map((screen, index) => ({ id: 100 + index, module: 'Scheduling', screen, name: screen })))
  await database()
    .db.insert(rolePermissions)
    .values([
      { roleId: ROLE_IDS.Administrators, permissionId: 100 },
      { roleId: ROLE_IDS.Providers, permissionId: 101 },
      { roleId: ROLE_IDS.SpecialProvider, permissionId: 101 },
    ])
})

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** Scoped to the form, since the calendar behind it has filters with the same names. */
const combobox = (page: Page, name: string) => page.locator('form').getByRole('combobox', { name, exact: true })
const weekly = (page: Page) => page.locator('form').getByRole('radio', { name: 'Weekly' })
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const students = (page: Page) =>
  page.locator('[data-rfd-droppable-id="Students in this session"] [data-name]').allTextContents()
const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const restored = (page: Page) => page.getByText(/^Your unsaved changes from \d+:\d\d [AP]M were restored\.$/)
const offered = (page: Page) => page.getByText(/^You have an unsaved session from \d+:\d\d [AP]M\.$/)
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/draft ${name}.png` })
}

const choose = async (page: Page, list: string, option: string) => {
  await combobox(page, list).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The storage entries of all drafts. */
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')))
/** Waits until a pause in typing stores the draft. */
const isKept = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .flatMap(([key, value]) => (key.startsWith('draft/') ? [value] : []))
          .join(),
      ),
    )
    .toContain(text)

/** By keyboard, as what is offered on the Home Page and the calendars. */
const resume = async (page: Page, heading: string) => {
  await offered(page).waitFor()
  await button(page, 'Resume draft').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: heading }).waitFor()
  await restored(page).waitFor()
  expect(await page.locator('form').getByRole('textbox').first().inputValue()).toBe('Half done')
  expect(await offered(page).count()).toBe(0)
}

const open = async (email: string, path = '/') => {
  const page = await newPage()
  await signIn(page, email)
  await page.goto(path)
  return page
}

/** A session of Paul's next Tuesday, by default weekly for a month. */
const addSeries = async () => {
  const token = await server().tokenOf(paul.userId)
  const { id } = await addSession(server(), token, {
    eventName: 'Speech group',
    date: tuesday,
    rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
    endDate: addDays(tuesday, 21),
  })
  const [occurrenceId] = await occurrenceIdsOn(server(), token, tuesday)
  return { id, occurrenceId, token }
}

/** Fills in every kind of field: text, select, drag and drop, checkbox. */
const fillIn = async (page: Page, noun: 'Session' | 'Event') => {
  await field(page, `${noun} name`).fill('Half done')
  await choose(page, 'School', 'Lincoln')
  await choose(page, 'Service', 'Physical Therapy')
  await choose(page, 'Rate type', 'Hourly')
  await button(page, 'Add Bo Li').click()
  await combobox(page, 'Start Time').fill('10:00 AM')
  await page.keyboard.press('Tab')
  await checkbox(page, 'Set Recurring Series for this Session').check()
  await weekly(page).check()
  await checkbox(page, 'Tuesday').check()
  await field(page, 'End Date').fill(formatDate(addDays(tuesday, 28)))
  await page.keyboard.press('Tab')
  await page.getByRole('status', { name: 'Series' }).waitFor()
}

/** The same values, read from the form. */
const entered = async (page: Page, noun: 'Session' | 'Event') => {
  await expect.poll(() => field(page, 'Rate').inputValue()).toBe('$70.00')
  await expect.poll(() => students(page)).toEqual(['Bo Li'])
  return {
    name: await field(page, `${noun} name`).inputValue(),
    school: await combobox(page, 'School').inputValue(),
    service: await combobox(page, 'Service').inputValue(),
    rateType: await combobox(page, 'Rate type').inputValue(),
    times: [await combobox(page, 'Start Time').inputValue(), await combobox(page, 'End Time').inputValue()],
    isWeekly: await weekly(page).isChecked(),
    isTuesday: await checkbox(page, 'Tuesday').isChecked(),
    endDate: await field(page, 'End Date').inputValue(),
  }
}
const ALL_OF_IT = {
  name: 'Half done',
  school: 'Lincoln',
  service: 'Physical Therapy',
  rateType: 'Hourly',
  times: ['10:00 AM', '10:15 AM'],
  isWeekly: true,
  isTuesday: true,
  endDate: formatDate(addDays(tuesday, 28)),
}

describe('a new session', () => {
  test('on its page: all entries survive a reload, and a notice says so; Start over empties the form', async () => {
    const page = await open(ada.email, '/create-schedule')
    await field(page, 'Event name').waitFor()
    expect(await restored(page).count()).toBe(0)
    await fillIn(page, 'Event')
    await choose(page, 'Provider', 'Paul Provider')
    // No pause: the last entries are stored when the page closes.
    await page.reload()
    await restored(page).waitFor()
    expect(await entered(page, 'Event')).toEqual(ALL_OF_IT)
    expect(await combobox(page, 'Provider').inputValue()).toBe('Paul Provider')
    expect(await page.locator('[role=status]', { has: restored(page) }).count()).toBe(1)
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'restored')

    await button(page, 'Start over').focus()
    await page.keyboard.press('Enter')
    await restored(page).waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'Event name').inputValue()).toBe('')
    expect(await combobox(page, 'School').inputValue()).toBe('')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-autofocus'))).toBe('true')
    await expect.poll(() => keptDrafts(page)).toEqual([])

    // Left by a link: the Home Page and the calendar offer it, and open it in the side panel.
    await field(page, 'Event name').fill('Half done')
    await page.getByRole('link', { name: 'Homeroom, Home Page' }).click()
    await offered(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'told administrator')
    await resume(page, 'Add Session')
    await visit(page, '/')
    await visit(page, '/schedule-event-viewer')
    await resume(page, 'Add Session')
    await fillIn(page, 'Session')
    await choose(page, 'Provider', 'Paul Provider')
    await button(panel(page, 'Add Session'), 'Save').click()
    await passPreview(page, sessionFormMessages.added)
    await expect.poll(() => keptDrafts(page)).toEqual([])
    expect(await offered(page).count()).toBe(0)
  })

  test("a provider's is offered on Home and calendar, and removed when it is discarded there, or canceled", async () => {
    const page = await open(paul.email, '/create-schedule-provider')
    await field(page, 'Event name').fill('Half done')
    await isKept(page, 'Half done')
    await visit(page, '/')
    await button(page, 'Discard draft').click()
    await offered(page).waitFor({ state: 'detached' })
    await expect.poll(() => keptDrafts(page)).toEqual([])

    await visit(page, '/create-schedule-provider')
    await field(page, 'Event name').fill('Half done')
    await isKept(page, 'Half done')
    await visit(page, '/')
    await resume(page, 'Add Session')
    await visit(page, '/schedule-provider-event-viewer')
    await offered(page).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await resume(page, 'Add Event')
    await button(page, 'Cancel').click()
    const question = page.getByRole('dialog', { name: formMessages.cancel })
    await button(question, 'No').click()
    await question.waitFor({ state: 'detached' })
    expect(await keptDrafts(page)).toEqual([`draft/${paul.userId}/session/new`])
    await button(page, 'Cancel').click()
    await button(question, 'Yes').click()
    await page.getByRole('heading', { name: 'Manage Schedule' }).waitFor()
    await expect.poll(() => keptDrafts(page)).toEqual([])
    expect(await offered(page).count()).toBe(0)
  })

  test('a draft from elsewhere is offered, not applied, when a time was selected on the calendar', async () => {
    const page = await open(paul.email, '/create-schedule-provider')
    await field(page, 'Event name').fill('Half done')
    await isKept(page, 'Half done')
    const select = async () => {
      await visit(page, '/')
      await page.getByRole('heading', { name: 'Home Page' }).waitFor()
      await visit(page, `/create-schedule-provider?date=${tuesday}&start=14:00&end=14:45`)
      await page.getByRole('heading', { name: 'Add Event' }).waitFor()
    }
    await select()
    await offered(page).waitFor()
    expect([await field(page, 'Event name').inputValue(), await combobox(page, 'Start Time').inputValue()]).toEqual([
      '',
      '2:00 PM',
    ])
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'offered')

    // A new entry first: it survives as a draft, and the other is still there afterward.
    await field(page, 'Event name').fill('Quickly')
    await offered(page).waitFor({ state: 'detached' })
    await isKept(page, 'Quickly')
    await page.reload()
    await restored(page).waitFor()
    expect([await field(page, 'Event name').inputValue(), await combobox(page, 'Start Time').inputValue()]).toEqual([
      'Quickly',
      '2:00 PM',
    ])
    await button(page, 'Cancel').click()
    await button(page, 'Yes').click()
    await page.getByRole('heading', { name: 'Manage Schedule' }).waitFor()

    await select()
    await offered(page).waitFor()
    await button(page, 'Resume draft').click()
    await restored(page).waitFor()
    expect(await field(page, 'Event name').inputValue()).toBe('Half done')
    await select()
    await button(page, 'Discard draft').click()
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })
})

describe('a stored session', () => {
  test('one occurrence: changes are restored, until it can no longer be changed', async () => {
    const { id, occurrenceId } = await addSeries()
    const address = `/edit-schedule-provider/${id}/${occurrenceId}`
    const page = await open(paul.email, address)
    await field(page, 'Event name').fill('Half done')
    await button(page, 'Remove Bo Li').click()
    await page.reload()
    await restored(page).waitFor()
    expect(await field(page, 'Event name').inputValue()).toBe('Half done')
    await expect.poll(() => students(page)).toEqual(['Ana Núñez'])
    expect(await combobox(page, 'Start Time').inputValue()).toBe('9:00 AM')
    // Only for this occurrence.
    await visit(page, `/edit-schedule-provider/${id}`)
    await expect.poll(() => field(page, 'Event name').inputValue()).toBe('Speech group')
    await visit(page, address)
    await restored(page).waitFor()
    await button(page, 'Start over').click()
    await expect.poll(() => field(page, 'Event name').inputValue()).toBe('Speech group')
    await expect.poll(() => students(page)).toEqual(['Ana Núñez', 'Bo Li'])

    await field(page, 'Event name').fill('Half done')
    await isKept(page, 'Half done')
    await database().pool.query(
      `update provider_days set state = 'approved', approval_status = 1 where provider_id = 1 and date = $1`,
      [tuesday],
    )
    await page.reload()
    await page.getByRole('main').getByRole('alert').getByText('approved').waitFor()
    await expect.poll(() => field(page, 'Event name').inputValue()).toBe('Speech group')
    expect(await restored(page).count()).toBe(0)
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })

  test("a series' changed rule is restored, and an occurrence in the side panel of the calendar", async () => {
    const { id, occurrenceId } = await addSeries()
    const page = await open(ada.email, `/edit-schedule/${id}?from=${tuesday}`)
    await checkbox(page, 'Thursday').check()
    await field(page, 'Recur every').fill('2')
    await page.reload()
    await restored(page).waitFor()
    expect([await checkbox(page, 'Thursday').isChecked(), await field(page, 'Recur every').inputValue()]).toEqual([
      true,
      '2',
    ])
    await shoot(page, 'series')
    await button(page, 'Start over').click()
    await restored(page).waitFor({ state: 'detached' })

    await visit(page, `/schedule-event-viewer?date=${tuesday}`)
    const openPanel = async () => {
      await page.locator(`[data-event="${occurrenceId}"]`).click()
      await button(page, 'Edit').click()
      await panel(page, 'Edit Session').waitFor()
      await expect.poll(() => combobox(page, 'Service').inputValue()).toBe('Occupational Therapy')
    }
    await openPanel()
    await field(page, 'Session name').fill('Half done')
    await page.reload()
    await openPanel()
    await restored(page).waitFor()
    expect(await field(page, 'Session name').inputValue()).toBe('Half done')
    await shoot(page, 'edit panel')
    await page.keyboard.press('Escape')
    await button(page, 'Yes').click()
    await panel(page, 'Edit Session').waitFor({ state: 'detached' })
    await expect.poll(() => keptDrafts(page)).toEqual([])
    await openPanel()
    expect([await field(page, 'Session name').inputValue(), await restored(page).count()]).toEqual(['Speech group', 0])
    await choose(page, 'Rate type', 'Hourly')
    await field(page, 'Session name').fill('Done')
    await button(page, 'Update').click()
    await acceptSaved(page, 'Event has been updated successfully')
    await page.locator(`[data-event="${occurrenceId}"]`).filter({ hasText: 'Done' }).waitFor()
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })

  test('that someone else changed: a notice says so, and saving shows what changed', async () => {
    const { id, occurrenceId } = await addSeries()
    const page = await open(ada.email, `/edit-schedule/${id}/${occurrenceId}/true`)
    await field(page, 'Event name').fill('Half done')
    // It was added by a provider, whose form has no rate type.
    await choose(page, 'Rate type', 'Hourly')
    await isKept(page, 'Half done')
    const token = await server().tokenOf(ada.userId)
    const { data } = await server().call('editScheduleEventRecurrenceById', { token, body: { id: occurrenceId } })
    const body = { ...(data as object), rateTypeId: 1, startTime: '18:00', endTime: '18:45' }
    expect((await server().call('updateScheduleEventRecurrence', { token, body })).status).toBe(200)

    await page.reload()
    await page.getByText('The session has changed since then. When you save, you will see what changed').waitFor()
    expect([await field(page, 'Event name').inputValue(), await combobox(page, 'Start Time').inputValue()]).toEqual([
      'Half done',
      '9:00 AM',
    ])
    await shoot(page, 'stale')
    await expect.poll(() => combobox(page, 'Service').inputValue()).not.toBe('')
    await button(page, 'Update').click()
    await page.getByRole('dialog', { name: 'Not saved' }).getByText(`${ada.name} has changed the time`).waitFor()
    await button(page, 'OK').click()
    await button(page, 'Update').click()
    await acceptSaved(page, 'Event has been updated successfully')
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })
})

describe('the session', () => {
  test('that expires keeps drafts; one that the user ends removes them, also those of another open tab', async () => {
    const page = await open(paul.email, '/create-schedule-provider')
    await field(page, 'Event name').fill('Half done')
    server().now = new Date(Date.now() + 2 * 3_600_000)
    await choose(page, 'School', 'Lincoln')
    await page.getByText('Your session has been expired. Please login again!').waitFor()
    await button(page, 'OK').click()
    await button(page, 'Login').waitFor()
    await page.getByLabel('Username').fill(paul.email)
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
    await button(page, 'Login').click()
    await restored(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/create-schedule-provider')
    expect(await field(page, 'Event name').inputValue()).toBe('Half done')
    await expect.poll(() => combobox(page, 'School').inputValue()).toBe('Lincoln')

    // The user goes on in the same form, opens another tab, and logs out.
    await isKept(page, 'Half done')
    const other = await page.context().newPage()
    await other.goto('/schedule-event-viewer')
    await other.bringToFront()
    await button(other, '+ Add Session').click()
    await restored(other).waitFor()
    await field(other, 'Session name').fill('In the other tab')
    await isKept(other, 'In the other tab')
    await page.bringToFront()
    await field(page, 'Event name').fill('Last moment')
    await page.getByRole('button', { name: /Profile of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await button(page, 'Confirm').click()
    for (const tab of [page, other]) {
      await button(tab, 'Login').waitFor()
      expect(await keptDrafts(tab)).toEqual([])
    }
  })
})

describe('the browser', () => {
  test('has a draft from another day, an invalid one, or one of another user', async () => {
    const page = await open(paul.email, '/create-schedule-provider')
    const key = `draft/${paul.userId}/session/new`
    await field(page, 'Event name').fill('Half done')
    await isKept(page, 'Half done')
    // The notice names the day, in the organization's time zone.
    const keptAt = `${addDays(localOf(Date.now(), TEST_TIME_ZONE).date, -3)}T23:32:00Z`
    await visit(page, '/')
    await page.evaluate(
      ([name = '', instant = '']) => {
        const entry = JSON.parse(localStorage.getItem(name) ?? '')
        localStorage.setItem(name, JSON.stringify({ ...entry, keptAt: instant }))
      },
      [key, keptAt],
    )
    await visit(page, '/create-schedule-provider')
    const { date, time } = localOf(keptAt, TEST_TIME_ZONE)
    await page
      .getByText(`Your unsaved changes from ${formatDate(date)}, ${formatTime(time)} were restored.`, { exact: true })
      .waitFor()

    // An invalid one: the form opens empty, and it is gone.
    await visit(page, '/')
    await page.evaluate(
      ([name = '', value = '']) => localStorage.setItem(name, value),
      [key, '{"version":1,"content":'],
    )
    await visit(page, '/create-schedule-provider')
    await field(page, 'Event name').waitFor()
    expect([await field(page, 'Event name').inputValue(), await restored(page).count()]).toEqual(['', 0])
    await expect.poll(() => keptDrafts(page)).toEqual([])

    // Paul's session ends without a logout, and Sofía signs in.
    await field(page, 'Event name').fill('Half done')
    await isKept(page, 'Half done')
    await page.evaluate(() => localStorage.removeItem('userSession'))
    await signIn(page, sofia.email)
    await page.goto('/create-schedule-provider')
    await field(page, 'Event name').waitFor()
    expect([await field(page, 'Event name').inputValue(), await restored(page).count()]).toEqual(['', 0])
    expect(await keptDrafts(page)).toEqual([key])
  })

  test('that has no storage left, or blocks it, still has a working form', async () => {
    const page = await newPage()
    await signIn(page, paul.email)
    await page.addInitScript(() => {
      const { setItem, getItem } = Storage.prototype
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('draft/')) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
        setItem.call(this, key, value)
      }
      Storage.prototype.getItem = function (key) {
        if (key.startsWith('draft/')) throw new DOMException('The operation is insecure', 'SecurityError')
        return getItem.call(this, key)
      }
    })
    await page.goto('/create-schedule-provider')
    await field(page, 'Event name').fill('Goes through')
    await choose(page, 'School', 'Lincoln')
    await choose(page, 'Service', 'Occupational Therapy')
    await button(page, 'Add Ana Núñez').click()
    await field(page, 'Date').fill(formatDate(tuesday))
    await page.keyboard.press('Tab')
    await button(page, 'Save').click()
    await acceptSaved(page, sessionFormMessages.added)
  })
})
