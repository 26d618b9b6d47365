/** Pages follow what others do. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { getDayNote } from '#contract/day.ts'
import { followChanges } from '#contract/live.ts'
import { UNATTENDED } from '#contract/live-headers.ts'
import { getNeedsYou } from '#contract/needs-you.ts'
import { getScheduleEvents } from '#contract/schedule.ts'
import { getAdminPtos } from '#contract/time-off.ts'
import { addDays, startOfWeek } from '#domain/time.ts'
import { openDatabase } from '#server/db/database.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { hasFocus } from '#tests/support/focus.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { createDatabase, isPostgresInstalled, TestPostgres } from '#tests/support/server/postgres.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { askForTimeOff } from '#tests/support/server/time-off.ts'
import { signInByCall } from '#tests/support/sign-in.ts'

const portal = usePortal()
const { Administrators: ada, Providers: paul } = PEOPLE

/** Paul's day, long over. */
const DAY = '2026-06-12'
/** How soon others must see a change, in milliseconds: a second, and two more for a busy computer. */
const SOON = 3_000

const query = (text: string) => portal.database().pool.query(text)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const confirmed = (page: Page) => page.getByText('Confirmed', { exact: true })

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  const token = await portal.server().tokenOf(ada.userId)
  await addSession(portal.server(), token, { date: DAY, providerId: 1, rateTypeId: 1 })
})

/** Opens the path as the person. */
const visit = async (page: Page, email: string, path: string) => {
  await portal.signIn(page, email)
  await page.goto(path)
  return page
}
const open = async (email: string, path: string) => visit(await portal.newPage(), email, path)
const openIn = async (context: BrowserContext, email: string, path: string) =>
  visit(await context.newPage(), email, path)
const DAYS = { ada: `/?view=daily&date=${DAY}&provider=${paul.providerId}`, paul: `/?date=${DAY}` }

test('a change by someone else appears in every tab within a second, without a second stream', async () => {
  const [adas, pauls] = [await portal.browserContext(), await portal.browserContext()]
  const streams: string[] = []
  adas.on('request', (request) => {
    if (request.url().endsWith(followChanges.path)) streams.push(request.url())
  })
  const first = await openIn(adas, ada.email, DAYS.ada)
  await button(first, 'Confirm').waitFor()
  const second = await openIn(adas, ada.email, DAYS.ada)
  await button(second, 'Confirm').waitFor()
  const his = await openIn(pauls, paul.email, DAYS.paul)
  await expect.poll(() => streams.length).toBe(1)

  await button(his, 'Confirm').click()
  await confirmed(his).first().waitFor()
  await confirmed(second).first().waitFor({ timeout: SOON })
  await first.bringToFront()
  await confirmed(first).first().waitFor({ timeout: SOON })
  expect(streams.length).toBe(1)

  // The other tab takes the lead, and misses nothing.
  await first.close()
  await query(`update occurrences set title = 'Handwriting', version = version + 1`)
  await second.getByText('Handwriting').first().waitFor()
  expect(streams.length).toBe(2)
})

test('the weeks before and after are read ahead, once, and shown as others have changed them since', async () => {
  const token = await portal.server().tokenOf(ada.userId)
  const later = addDays(DAY, 7)
  await addSession(portal.server(), token, { date: later, providerId: 1, rateTypeId: 1, eventName: 'Reading' })
  const page = await portal.newPage()
  const weeks: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith(getScheduleEvents.path)) return
    weeks.push(getScheduleEvents.body.parse(response.request().postDataJSON()).fromDateTime)
  })
  await visit(page, ada.email, `/schedule-event-viewer?date=${DAY}`)
  const [shown, next, previous] = [0, 7, -7].map((days) => addDays(startOfWeek(DAY), days))
  await expect.poll(() => weeks).toEqual([shown, next, previous])

  await button(page, 'Next week').click()
  await page.locator(`[data-day="${later}"] [data-event]`, { hasText: 'Reading' }).waitFor()
  await expect.poll(() => weeks[3]).toBe(addDays(later, 2))
  expect(weeks.filter((week) => week === next).length).toBe(1)

  await query(`update occurrences set title = 'Handwriting', version = version + 1 where date = '${DAY}'`)
  await button(page, 'Previous week').click()
  await page.locator(`[data-day="${DAY}"] [data-event]`, { hasText: 'Handwriting' }).waitFor({ timeout: SOON })
})

test('the next page of a list is read ahead, and shown as anything in it has changed since', async () => {
  await allowScreen(portal.database(), 'Administrators', 'PTORequest')
  const days = Array.from({ length: 12 }, (_, index) => `2027-03-${index + 10}`)
  await portal
    .database()
    .db.insert(ptoRequests)
    .values(
      days.map((requestedDate) => ({
        providerId: paul.providerId,
        requestedDate,
        startTime: '09:00',
        endTime: '12:00',
        reason: 'Conference',
      })),
    )
  const page = await portal.newPage()
  const pages: string[] = []
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url())
    if (pathname === getAdminPtos.path) pages.push(searchParams.get('pageIndex') ?? '')
  })
  await visit(page, ada.email, '/pto-record')
  await expect.poll(() => pages).toEqual(['1', '2'])
  const token = await portal.server().tokenOf(ada.userId)
  for (const date of days) {
    await addSession(portal.server(), token, { date, providerId: paul.providerId, rateTypeId: 1 })
  }
  await page.getByText('1 session at this time').first().waitFor({ timeout: SOON })
  await button(page, 'Page 2').click()
  await page.getByText('11-12 of 12 results').waitFor()
  expect(await page.getByText('1 session at this time').count()).toBe(2)
})

test('what a page reads because of others does not keep the session of a user who has left', async () => {
  const page = await portal.newPage()
  await page.clock.install()
  await visit(page, ada.email, DAYS.ada)
  await button(page, 'Confirm').waitFor()
  await page.clock.fastForward('02:00')
  const calls: { path: string; isUnattended: boolean }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push({ path: pathname, isUnattended: request.headers()[UNATTENDED.toLowerCase()] !== undefined })
  })
  await query(`update occurrences set title = 'Handwriting', version = version + 1`)
  await page.getByText('Handwriting').first().waitFor()
  await expect.poll(() => calls.some(({ path }) => path === getNeedsYou.path)).toBe(true)
  expect(calls.filter(({ isUnattended }) => !isUnattended)).toEqual([])
})

test('a list keeps selection, focus, and what is typed, a form its entries, and the details of a session follow it', async () => {
  await allowScreen(portal.database(), 'Administrators', 'PTORequest')
  await allowScreen(portal.database(), 'Providers', 'ProfileInformationRequestPTO')
  const token = await portal.server().tokenOf(paul.userId)
  await askForTimeOff(portal.server(), token, { requestedDate: '2027-01-11' })
  const page = await open(ada.email, '/pto-record')
  const chosen = page.getByRole('checkbox', { name: /^Select Paul Provider/ })
  await chosen.check()
  await chosen.focus()
  await page.evaluate(() => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      if (document.querySelector('table[aria-busy="true"]')) seen.add('faded')
      if (document.querySelector('main [role="status"][aria-label="Loading..."]')) seen.add('skeleton')
      document.documentElement.dataset.seen = [...seen].join()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  await askForTimeOff(portal.server(), token, { requestedDate: '2027-01-12' })
  await page.getByText('1-2 of 2 results').waitFor({ timeout: SOON })
  const marked = page.getByRole('checkbox', { checked: true })
  expect(await marked.count()).toBe(1)
  expect(await hasFocus(marked)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.dataset.seen)).toBe('')

  await page.goto('/service-record')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('Therapy')
  await page.getByText('1-3 of 3 results').waitFor()
  await search.press('End')
  await query(`update services set description = 'Music Therapy' where id = 3`)
  await page.getByText('Music Therapy').waitFor({ timeout: SOON })
  await page.keyboard.type(' in')
  expect(await search.inputValue()).toBe('Therapy in')

  // A form says that someone else changed its record, and loads the new version.
  await page.goto('/edit-service/1')
  const description = page.getByLabel('Description')
  await description.fill('My words')
  const notice = page.getByText(
    'Someone else has just changed this service. Your entries stay until you load the new version.',
  )
  // Another service is none of its business.
  await query(`update services set description = 'Other', version = version + 1 where id = 2`)
  await query(`update services set description = 'Their words', version = version + 1 where id = 1`)
  await notice.waitFor({ timeout: SOON })
  expect(await description.inputValue()).toBe('My words')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Load the new version').click()
  await expect.poll(() => description.inputValue()).toBe('Their words')
  expect(await notice.count()).toBe(0)

  const adas = await portal.server().tokenOf(ada.userId)
  await addSession(portal.server(), adas, { date: '2099-01-13', providerId: paul.providerId, rateTypeId: 1 })
  await page.goto('/schedule-event-viewer?date=2099-01-13')
  await page.locator('[data-event="2"]').click()
  await page.getByRole('dialog', { name: 'Fine motor group' }).waitFor()
  await query(`update occurrences set title = 'Handwriting', version = version + 1`)
  const details = page.getByRole('dialog', { name: 'Handwriting' })
  await details.waitFor({ timeout: SOON })
  await query('update occurrences set deleted_at = now(), version = version + 1 where id = 2')
  await page.getByText('This session has been deleted.').waitFor({ timeout: SOON })
  await details.waitFor({ state: 'detached' })
  expect(await page.locator('[data-event="2"]').count()).toBe(0)
})

test('a dialog and the form of a session say that someone else changed it, and load the new version', async () => {
  await allowScreen(portal.database(), 'Providers', 'ProviderSchedulorCreator')
  const page = await open(paul.email, DAYS.paul)
  const notice = (noun: string) =>
    page.getByText(`Someone else has just changed this ${noun}. Your entries stay until you load the new version.`)
  await button(page, 'Daily Note').click()
  const note = page.getByRole('dialog', { name: 'Daily Note' }).getByRole('textbox')
  await note.fill('My words')
  const token = await portal.server().tokenOf(ada.userId)
  const day = { id: paul.providerId, startDateTimeUtc: DAY }
  const { entityCacheKey } = getDayNote.data.parse(
    (await portal.server().call('getDayNote', { token, body: day })).data,
  )
  await portal.server().call('addDayNote', { token, body: { ...day, dayNote: 'Their words', entityCacheKey } })
  await notice('note').waitFor({ timeout: SOON })
  expect(await note.inputValue()).toBe('My words')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Load the new version').click()
  await expect.poll(() => note.inputValue()).toBe('Their words')
  expect(await notice('note').count()).toBe(0)

  await addSession(portal.server(), token, { date: '2099-01-13', providerId: paul.providerId, rateTypeId: 1 })
  await page.goto('/edit-schedule-provider/2/2')
  const name = page.getByRole('textbox', { name: 'Event name' })
  await name.fill('My words')
  await query(`update occurrences set title = 'Their words', version = version + 1`)
  await notice('session').waitFor({ timeout: SOON })
  expect(await name.inputValue()).toBe('My words')
  await button(page, 'Load the new version').click()
  await expect.poll(() => name.inputValue()).toBe('Their words')
  await query('update occurrences set deleted_at = now(), version = version + 1 where id = 2')
  await page
    .getByText('Someone else has just deleted this session. Your entries can no longer be saved.')
    .waitFor({ timeout: SOON })
  expect(await button(page, 'Load the new version').count()).toBe(0)
})

test('says when others’ changes come late, and when they come at once again', async () => {
  const page = await portal.newPage()
  await page.context().route(`**${followChanges.path}`, (route) => route.fulfill({ status: 502, body: 'A proxy' }))
  await visit(page, ada.email, DAYS.ada)
  await button(page, 'Confirm').waitFor()
  const banner = page.getByText('Changes by others may show up late. Trying again…')
  await banner.waitFor()
  await query(`update occurrences set title = 'Handwriting', version = version + 1`)
  await page.context().unroute(`**${followChanges.path}`)
  await page.evaluate(() => ['offline', 'online'].map((type) => window.dispatchEvent(new Event(type))))
  await banner.waitFor({ state: 'detached' })
  // Nobody told of it, so everything was read again.
  await page.getByText('Handwriting').first().waitFor()
})

test('continues while the server is unreachable; a discreet banner appears and disappears', async () => {
  const page = await open(paul.email, DAYS.paul)
  await button(page, 'Confirm').waitFor()
  await page.context().setOffline(true)
  await page.getByText('No connection to the server').waitFor()
  expect(await axeFindings(page)).toEqual([])
  // The browser tells that something changed, but can't read it.
  const failed = page.waitForEvent('requestfailed')
  await query(`update occurrences set title = 'Handwriting', version = version + 1`)
  await failed
  await page.context().setOffline(false)
  await page.getByText('No connection to the server').waitFor({ state: 'detached' })
  await page.getByText('Handwriting').first().waitFor()
})

describe.runIf(isPostgresInstalled)('two servers on one PostgreSQL', () => {
  const servers: ServerProcess[] = []
  let postgres: TestPostgres | undefined
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await postgres?.remove()
  })

  test('what is confirmed on one appears on the other within a second; one goes on when the other is killed', async () => {
    postgres = await TestPostgres.create()
    const url = await createDatabase(postgres, 'live')
    const database = await openDatabase({ url })
    await addDistrict(database)
    const env = { DATABASE_URL: url, TOKEN_SECRET: '0123456789abcdef0123456789abcdef', PORT: '0' }
    for (const _ of ['one', 'two']) servers.push(await startServer([], { ...env, TIME_ZONE: 'America/New_York' }))
    const [one, two] = servers
    if (!one || !two) throw new Error('A server is missing')
    const openOn = async (baseURL: string, email: string, path: string) => {
      const page = await (await portal.browserContext({ baseURL })).newPage()
      await signInByCall(page, { email, password: TEST_PASSWORD })
      await page.goto(path)
      return page
    }
    await database.pool.query(`insert into schedule_events (event_name, schedule_event_mode, is_timesheet_required,
      provider_id, school_id, service_id, rate_type_id, colour_code, from_date, to_date, start_time, end_time, recurrence,
      is_recurring, created_by_id) values ('Group', 1, true, 1, 1, 1, 1, '#90EE90', '${DAY}', '${DAY}', '09:00', '09:45',
      '{"type":"none"}', false, 1)`)
    await database.pool.query(`insert into occurrences (schedule_event_id, provider_id, school_id, service_id,
      rate_type_id, title, colour_code, schedule_event_mode, is_timesheet_required, is_recurring, date, start_time, end_time, starts_at, ends_at)
      values (1, 1, 1, 1, 1, 'Group', '#90EE90', 1, true, false, '${DAY}', '09:00', '09:45', '${DAY}T13:00Z', '${DAY}T13:45Z')`)
    const hers = await openOn(two.url, ada.email, DAYS.ada)
    await button(hers, 'Confirm').waitFor()
    const his = await openOn(one.url, paul.email, DAYS.paul)
    await button(his, 'Confirm').click()
    await confirmed(hers).first().waitFor({ timeout: SOON })

    await one.kill()
    await his.getByText('No connection to the server').waitFor()
    await database.pool.query(`update occurrences set title = 'Renamed', version = version + 1`)
    await hers.getByText('Renamed').first().waitFor({ timeout: SOON })
    await database.close()
  })
})
