/** Moving and resizing sessions on Manage Schedule, in Chromium against the real server and its database. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, formatDate, formatDayHeader, type LocalDate, localOf, weekOf } from '#domain/time.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { longDrag } from '#tests/support/finger.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { drag, pointAt } from '#tests/support/week-grid.ts'

const portal = usePortal({ begin: addDistrict })

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/move ${name}.png` })
}

const today = localOf(Date.now(), TEST_TIME_ZONE).date
/** In the week after next, so that nothing has passed. */
const [, monday = '', tuesday = '', wednesday = ''] = weekOf(addDays(today, 14))

const rows = async (query: string) => (await portal.database().pool.query(query)).rows as Record<string, unknown>[]

/** The stored occurrences that are not deleted. */
const stored = async () =>
  (
    await rows(`select id, date::text as date, left(start_time::text, 5) as start, left(end_time::text, 5) as end
      from occurrences where deleted_at is null order by id`)
  ).map(({ id, date, start, end }) => `${id}: ${date} ${start}-${end}`)

const setDay = (date: LocalDate, state: string) =>
  portal.database().pool.query(
    `insert into provider_days (provider_id, date, state) values (1, $1, $2)
     on conflict (provider_id, date) do update set state = excluded.state`,
    [date, state],
  )

const eventOf = (page: Page, id = 1) => page.locator(`[data-event="${id}"]`)
const nameOf = (page: Page, id = 1) => eventOf(page, id).getAttribute('aria-label')
const dayOf = (page: Page, id = 1) =>
  eventOf(page, id).evaluate((event) => event.closest('[data-day]')?.getAttribute('data-day'))
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Not moved' })

const UPDATED = 'Event has been updated successfully'
const WAITING = `${UPDATED}. The change is pending administrator approval.`

interface Setting {
  readonly by?: 'Administrators' | 'Providers'
  readonly sessions?: readonly Partial<SessionForm>[]
  readonly view?: string
  readonly date?: LocalDate
  readonly options?: BrowserContextOptions
  /** The page hears of no changes. */
  readonly isOutdated?: boolean
}

/** Paul's calendar with his sessions, the first of which is at 9:00 on Tuesday and has the id 1. */
const open = async ({
  by = 'Administrators',
  sessions = [{ date: tuesday }],
  view = 'weekly',
  date = tuesday,
  options = {},
  isOutdated = false,
}: Setting = {}) => {
  const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
  for (const session of sessions) await addSession(portal.server(), token, { providerId: 1, rateTypeId: 1, ...session })
  const page = await portal.newPage(options)
  if (isOutdated) await hearOnlyTheTest(page)
  await portal.signIn(page, PEOPLE[by].email)
  const provider = by === 'Administrators' ? '&provider=1' : ''
  await page.goto(`/schedule-event-viewer?view=${view}&date=${date}${provider}`)
  await eventOf(page).waitFor()
  return page
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const announced = (page: Page) => page.locator('[aria-live="polite"]').allTextContents()

describe("an administrator's move takes effect at once", () => {
  test('by mouse to another day: only that session, with Undo; and longer', async () => {
    const page = await open({
      sessions: [
        {
          date: tuesday,
          endDate: addDays(tuesday, 7),
          rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
        },
      ],
    })
    await page.route('**/update-schedule-event-recurrence', async (route) => {
      // Shown in its new place while it is being saved.
      await expect.poll(() => nameOf(page)).toBe('11:00 AM to 11:45 AM, Fine motor group, Lincoln, Saving...')
      await route.continue()
    })
    await drag(page, [tuesday, '09:15'], [wednesday, '11:15'])
    await toast(page, UPDATED).waitFor()
    await expect.poll(() => nameOf(page)).toBe('11:00 AM to 11:45 AM, Fine motor group, Lincoln')
    expect(await dayOf(page)).toBe(wednesday)
    expect(await stored()).toEqual([`1: ${wednesday} 11:00-11:45`, `2: ${addDays(tuesday, 7)} 09:00-09:45`])
    expect(await rows('select moved_from::text, is_edited_alone from occurrences where id = 1')).toEqual([
      { moved_from: tuesday, is_edited_alone: true },
    ])
    await shoot(page, 'moved')

    await page.unroute('**/update-schedule-event-recurrence')
    await button(page, 'Undo').click()
    await expect.poll(() => dayOf(page)).toBe(tuesday)
    await expect.poll(stored).toEqual([`1: ${tuesday} 09:00-09:45`, `2: ${addDays(tuesday, 7)} 09:00-09:45`])
    // The toast with the button closes, and one without it opens.
    await expect.poll(() => button(page, 'Undo').count()).toBe(0)
    await toast(page, UPDATED).waitFor()

    // Dragging its lower edge makes it longer.
    await expect.poll(() => nameOf(page)).toBe('9:00 AM to 9:45 AM, Fine motor group, Lincoln')
    const box = await eventOf(page).boundingBox()
    if (!box) throw new Error('The session is not on screen')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2)
    await page.mouse.down()
    const end = await pointAt(page, tuesday, '10:30')
    await page.mouse.move(end.x, end.y - 20)
    await page.mouse.move(end.x, end.y)
    await page.mouse.up()
    await expect.poll(stored).toContain(`1: ${tuesday} 09:00-10:30`)
    await expect.poll(() => nameOf(page)).toBe('9:00 AM to 10:30 AM, Fine motor group, Lincoln')
  })

  test('by keyboard: the focus stays on it and its new time is announced', async () => {
    const page = await open({ options: { colorScheme: 'dark' } })
    await eventOf(page).focus()
    await press(page, 'm', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter')
    await toast(page, UPDATED).waitFor()
    expect(await announced(page)).toContain(`Kept: ${formatDayHeader(wednesday)}, 9:30 AM to 10:15 AM.`)
    await expect.poll(() => nameOf(page)).toBe('9:30 AM to 10:15 AM, Fine motor group, Lincoln')
    await waitForFocus(eventOf(page))
    await press(page, 'r', 'ArrowDown', 'Enter')
    await expect.poll(stored).toEqual([`1: ${wednesday} 09:30-10:30`])
    // It can't be moved while it is being saved.
    await expect.poll(() => nameOf(page)).toBe('9:30 AM to 10:30 AM, Fine motor group, Lincoln')
    await press(page, 'm', 'ArrowDown', 'Escape')
    expect(await announced(page)).toContain('Canceled.')
    expect(await stored()).toEqual([`1: ${wednesday} 09:30-10:30`])
    await shoot(page, 'dark')
  })

  test('by touch, on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await open({ view: 'daily', options: phone })
    // Away from the edge of the grid, where dragging scrolls.
    await page.locator('[data-days]').evaluate((sheet) => sheet.parentElement?.scrollBy(0, -150))
    const from = await pointAt(page, tuesday, '09:15')
    const to = await pointAt(page, tuesday, '10:15')
    await longDrag(page, from, { ...from, y: from.y + 20 }, to)
    await toast(page, UPDATED).waitFor()
    expect(await stored()).toEqual([`1: ${tuesday} 10:00-10:45`])
    await shoot(page, 'phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  })
})

describe("a provider's move waits for an administrator", () => {
  test('the session stays in place, marked, and the change takes effect when it is approved', async () => {
    const page = await open({ by: 'Providers' })
    await drag(page, [tuesday, '09:15'], [wednesday, '13:15'])
    await toast(page, WAITING).waitFor()
    const marked = '9:00 AM to 9:45 AM, Fine motor group, Lincoln, Edited, pending approval'
    await expect.poll(() => nameOf(page)).toBe(marked)
    expect(await dayOf(page)).toBe(tuesday)
    expect(await stored()).toEqual([`1: ${tuesday} 09:00-09:45`])
    const waiting = await rows(`select form->>'date' as date, form->>'startTime' as start from occurrence_edits`)
    expect(waiting).toEqual([{ date: wednesday, start: '13:00' }])
    await shoot(page, 'waits')

    await button(page, 'Undo').click()
    await expect.poll(() => nameOf(page)).toBe('9:00 AM to 9:45 AM, Fine motor group, Lincoln')
    expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 0 }])
    await drag(page, [tuesday, '09:15'], [wednesday, '13:15'])
    await expect.poll(() => nameOf(page)).toBe(marked)

    const administrator = await portal.newPage()
    await portal.signIn(administrator, PEOPLE.Administrators.email)
    await administrator.goto(`/schedule-event-viewer?date=${tuesday}&provider=1`)
    await expect.poll(() => nameOf(administrator)).toBe(marked)
    await drag(administrator, [tuesday, '09:15'], [monday, '13:15'])
    const question = administrator.getByRole('dialog', { name: 'Move the session?' })
    const asked = `Paul Provider has asked to change the day (${formatDate(tuesday)} to ${formatDate(wednesday)}) and the time (9:00 AM-9:45 AM to 1:00 PM-1:45 PM).`
    await question
      .getByText(
        `${asked} This request is waiting for approval. If you continue, it is discarded, and Paul Provider is told.`,
        { exact: true },
      )
      .waitFor()
    await button(administrator, 'Cancel').click()
    expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 1 }])
    expect(await stored()).toEqual([`1: ${tuesday} 09:00-09:45`])
    // The provider's next move would replace their own request unseen.
    await drag(page, [tuesday, '09:15'], [monday, '13:15'])
    await refusal(page)
      .getByText('Your request to change this session is pending approval. Withdraw it before you move the session.')
      .waitFor()
    await button(page, 'OK').click()
    await eventOf(administrator).click()
    await button(administrator, 'Approve').click()
    await expect.poll(() => dayOf(administrator)).toBe(wednesday)
    expect(await nameOf(administrator)).toBe('1:00 PM to 1:45 PM, Fine motor group, Lincoln')
    expect(await stored()).toEqual([`1: ${wednesday} 13:00-13:45`])
  })
})

test('a move that clashes is confirmed first, with the list of clashes', async () => {
  const page = await open({
    sessions: [{ date: tuesday }, { date: wednesday, eventName: 'Handwriting', startTime: '11:00', endTime: '12:00' }],
  })
  const question = page.getByRole('dialog', { name: 'Move the session despite the clash?' })
  const clash = 'Paul Provider has Handwriting at Lincoln, 11:00 AM-12:00 PM, also with Ana Núñez and Bo Li'
  await drag(page, [tuesday, '09:15'], [wednesday, '11:30'])
  await question.getByText(clash).waitFor()
  expect(await dayOf(page)).toBe(wednesday)
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'clash')
  await button(page, 'Cancel').click()
  await expect.poll(() => dayOf(page)).toBe(tuesday)
  expect(await stored()).toContain(`1: ${tuesday} 09:00-09:45`)

  await drag(page, [tuesday, '09:15'], [wednesday, '11:30'])
  await question.getByText(clash).waitFor()
  await button(page, 'Confirm').click()
  await toast(page, UPDATED).waitFor()
  expect(await stored()).toContain(`1: ${wednesday} 11:15-12:00`)
})

describe('a refused move', () => {
  /** The session is back in place, on screen and in the database. */
  const expectUnmoved = async (page: Page) => {
    await expect.poll(() => dayOf(page)).toBe(tuesday)
    await expect.poll(() => nameOf(page)).toBe('9:00 AM to 9:45 AM, Fine motor group, Lincoln')
    expect(await stored()).toContain(`1: ${tuesday} 09:00-09:45`)
  }

  test('from or to an approved day, beyond 11:45 PM, or without a connection', async () => {
    const page = await open({ sessions: [{ date: tuesday }, { date: wednesday }] })
    await setDay(wednesday, 'approved')
    await page.reload()
    await eventOf(page, 2).focus()
    await press(page, 'm')
    expect(await announced(page)).toContain('This event cannot be changed.')
    await drag(page, [tuesday, '09:15'], [wednesday, '12:15'])
    const closed = `${formatDate(wednesday)} is approved. You will not be able to make any changes for this day.`
    await refusal(page).getByText(closed).waitFor()
    await shoot(page, 'refused')
    await button(page, 'OK').click()
    await expectUnmoved(page)

    // Approved after the calendar loaded: the server says so, and the calendar shows it.
    await setDay(monday, 'locked')
    await drag(page, [tuesday, '09:15'], [monday, '12:15'])
    await refusal(page)
      .getByText(`No session can be added: ${formatDate(monday)} is locked.`)
      .waitFor()
    await button(page, 'OK').click()
    await expectUnmoved(page)

    await eventOf(page).focus()
    await press(page, 'r', ...Array<string>(60).fill('ArrowDown'), 'Enter')
    await refusal(page).getByText('Time can not exceed to 11:45 PM').waitFor()
    await button(page, 'OK').click()
    await expectUnmoved(page)

    await page.route('**/update-schedule-event-recurrence', (route) => route.abort())
    await drag(page, [tuesday, '09:15'], [tuesday, '12:15'])
    await toast(page, 'The server did not respond. The session is back where it was.').waitFor()
    await expectUnmoved(page)
    await page.unroute('**/update-schedule-event-recurrence')
    await drag(page, [tuesday, '09:15'], [tuesday, '12:15'])
    await toast(page, UPDATED).waitFor()
    expect(await stored()).toContain(`1: ${tuesday} 12:00-12:45`)
  })

  test("of a past session, with the spec's message", async () => {
    const yesterday = addDays(today, -1)
    const page = await open({ sessions: [{ date: yesterday }], date: yesterday, view: 'daily' })
    await drag(page, [yesterday, '09:15'], [yesterday, '11:15'])
    await refusal(page).getByText('Event has been expired so you cannot change this event.').waitFor()
    await button(page, 'OK').click()
    expect(await stored()).toEqual([`1: ${yesterday} 09:00-09:45`])
    expect(await nameOf(page)).toBe('9:00 AM to 9:45 AM, Fine motor group, Lincoln')
  })

  test('of a session that someone else changed: a message describes the change, and the calendar shows it', async () => {
    const page = await open({ isOutdated: true })
    const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
    const { data } = await portal.server().call('editScheduleEventRecurrenceById', { token, body: { id: 1 } })
    const body = { ...(data as object), startTime: '14:00', endTime: '14:45' }
    expect((await portal.server().call('updateScheduleEventRecurrence', { token, body })).status).toBe(200)

    await drag(page, [tuesday, '09:15'], [wednesday, '12:15'])
    await refusal(page).getByText('Ada Admin has changed the time (9:00 AM-9:45 AM to 2:00 PM-2:45 PM)').waitFor()
    await button(page, 'OK').click()
    await expect.poll(() => nameOf(page)).toBe('2:00 PM to 2:45 PM, Fine motor group, Lincoln')
    expect(await stored()).toEqual([`1: ${tuesday} 14:00-14:45`])
  })
})
