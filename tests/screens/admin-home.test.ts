/** The administrator's Home Page except approving: the strip of days, one day, rejecting, reopening, birthdays. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { labelNames } from '#tests/support/server/labels.ts'
import { addDistrict, addSession, CASELOAD_IDS, confirmHours, occurrenceIdsOn } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

/** Friday at ten in the morning in New York. */
const NOW = new Date('2026-06-12T14:00:00Z')
const FRIDAY = '2026-06-12'

/** On Friday Paul's day is approved and Sofía's open; on Saturday Paul has an upcoming session. */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  server().now = NOW
  const tokenOf = (who: keyof typeof PEOPLE) => server().tokenOf(PEOPLE[who].userId)
  const [ada, paul, sofia] = [
    await tokenOf('Administrators'),
    await tokenOf('Providers'),
    await tokenOf('SpecialProvider'),
  ]
  await addSession(server(), paul, { date: FRIDAY })
  await addSession(server(), paul, { date: '2026-06-13' })
  await addSession(server(), sofia, { date: FRIDAY, caseloadIds: [CASELOAD_IDS.dora] })
  await confirmHours(server(), paul, { date: FRIDAY })
  const [id = 0] = await occurrenceIdsOn(server(), paul, FRIDAY)
  const body = { scheduleEventRecurrence: [{ id, recurrenceDate: FRIDAY }] }
  expect((await server().call('approveScheduleEvents', { token: ada, body })).status).toBe(200)
})

const openHome = async (query: string) => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/${query}`)
  return page
}

const day = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]

test("the strip shows each day's status, and leads to one provider's day, which takes a Daily Note", async () => {
  await database().pool.query(
    `update providers set birth_date = case id when 1 then date '1990-06-12' else date '1985-06-20' end`,
  )
  const page = await openHome(`?date=${FRIDAY}`)
  await page.getByText('Paul Provider, Fri, Jun 12').waitFor()
  await page.getByText('Sofía Special, Sat, Jun 20').waitFor()
  await day(page, 'Fri 12 1 unconfirmed, 1 approved').click()
  const list = page.getByRole('dialog', { name: 'Fri 12 1 unconfirmed, 1 approved' })
  await list.getByRole('region', { name: 'unconfirmed' }).getByRole('button', { name: 'Sofía Special' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await list.getByRole('button', { name: 'Sofía Special' }).click()
  const school = page.getByRole('region', { name: 'Lincoln, Sofía Special' })
  await school.getByRole('cell', { name: 'Sofía Special' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?view=daily&date=${FRIDAY}&provider=2`)
  expect(await page.getByRole('cell', { name: 'Paul Provider' }).count()).toBe(0)

  await school.getByRole('button', { name: 'Confirm' }).click()
  await school.getByText('Confirmed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Daily Note' }).click()
  const note = page.getByRole('dialog', { name: 'Daily Note' })
  await note.getByLabel('Fri, Jun 12, 2026').fill('Called the school.')
  await note.getByRole('button', { name: 'Save' }).click()
  await note.waitFor({ state: 'hidden' })
  expect(await rows('select provider_id, day_note from day_notes')).toEqual([
    { provider_id: 2, day_note: 'Called the school.' },
  ])
  await page.goBack()
  await day(page, 'Fri 12 1 confirmed, 1 approved').waitFor()
  await day(page, 'Sat 13 1 unconfirmed').waitFor()
  expect(await day(page, 'Mon 8 No sessions').isDisabled()).toBe(true)

  // On a phone, the filters show on demand and say how many are set.
  await page.setViewportSize({ width: 390, height: 844 })
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await search.fill('fine')
  const filters = page.getByRole('button', { name: 'Filters (1)' })
  expect(await filters.getAttribute('aria-expanded')).toBe('true')
  await filters.click()
  expect(await search.isVisible()).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await search.isVisible()).toBe(true)
  expect(await filters.isVisible()).toBe(false)
})

test('an approved day is reopened with a reason, by keyboard', async () => {
  const page = await openHome(`?date=${FRIDAY}`)
  await day(page, 'Fri 12 1 unconfirmed, 1 approved').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reopen Paul Provider' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reopen' })
  await dialog.getByText('Paul Provider, 06/12/2026').waitFor()
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await dialog.getByText('Reason Is Required').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('Wrong school')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await day(page, 'Fri 12 2 unconfirmed').waitFor()
  await page.getByText('06/12/2026 has been reopened for Paul Provider').waitFor()
  expect(
    await rows(`select detail from transition_log where machine = 'provider-day' and event = 'day.reopen'`),
  ).toEqual([{ detail: { reason: 'Wrong school' } }])

  const his = await newPage()
  await signIn(his, PEOPLE.Providers.email)
  await his.goto(`/?date=${FRIDAY}`)
  const notice = his.getByRole('alert', { name: 'Reopened by Ada Admin, 06/12/2026 10:00 AM' })
  await notice.getByText('Wrong school').waitFor()
  expect(await axeFindings(his)).toEqual([])
})

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/reject ${name}.png` })
}

/** Sofía's session ended, and she confirmed its hours. */
const confirmSofia = async (hours: Parameters<typeof confirmHours>[2] = {}) => {
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  expect((await confirmHours(server(), sofia, { date: FRIDAY, providerId: 2, ...hours })).status).toBe(200)
}

test('a day is rejected from its header: whose day, with a reason, and the provider confirms it again', async () => {
  await confirmSofia()
  await database().pool.query("update provider_days set state = 'confirmed', approval_status = 0 where provider_id = 1")
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto(`/?date=${FRIDAY}`)
  await day(page, 'Fri 12 2 confirmed').waitFor()
  await button(page, 'Reject Fri, Jun 12, 2026').click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Paul Provider', 'Sofía Special'])
  await shoot(page, 'menu')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Sofía Special' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog.getByText('Sofía Special, 06/12/2026').waitFor()
  await dialog.getByText('9:00 AM-9:45 AM, confirmed').waitFor()
  await button(page, 'Reject').click()
  await dialog.getByText('Reason Is Required').waitFor()
  expect(await axeFindings(page)).toEqual([])

  // Meanwhile Sofía changes the hours: nothing is rejected, and the reason stays.
  await confirmSofia({ id: 2, endTime: '09:30' })
  await dialog.getByLabel('Reason').fill('The session ended at 9:15.')
  await shoot(page, 'dialog')
  await button(page, 'Reject').click()
  const refusal = page.getByRole('dialog', { name: 'Not saved' })
  await refusal.getByText('The hours of this day have changed in the meantime. Please review them.').waitFor()
  await button(page, 'OK').click()
  await dialog.getByText('9:00 AM-9:30 AM, confirmed').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('The session ended at 9:15.')
  const request = page.waitForRequest('**/reject-days')
  await button(page, 'Reject').click()
  await page.getByText('06/12/2026 has been rejected for Sofía Special').waitFor()
  expect((await request).postDataJSON()).toEqual({
    languageId: 1,
    days: [{ providerId: 2, date: FRIDAY, entityCacheKey: expect.stringMatching(/^[\w-]{20}$/) }],
    reason: 'The session ended at 9:15.',
  })
  await day(page, 'Fri 12 1 rejected, 1 confirmed').waitFor()
  expect(await rows("select reason, state from provider_days where state = 'rejected'")).toEqual([
    { reason: 'The session ended at 9:15.', state: 'rejected' },
  ])
  await shoot(page, 'admin week')
  // Nobody else is left to ask for.
  await button(page, 'Reject Fri, Jun 12, 2026').click()
  await dialog.getByText('Paul Provider, 06/12/2026').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await day(page, 'Fri 12 1 rejected, 1 confirmed').click()
  const rejected = page.getByRole('region', { name: 'rejected' })
  await rejected.getByRole('button', { name: 'Sofía Special', exact: true }).click()
  await page
    .getByRole('alert', { name: /^Sofía Special: Rejected by Ada Admin/ })
    .getByText('The session ended at 9:15.')
    .waitFor()
  await shoot(page, 'admin day')

  const hers = await newPage()
  await signIn(hers, PEOPLE.SpecialProvider.email)
  await hers.goto(`/?date=2026-06-11`)
  const week = hers.getByRole('region', { name: 'This week' })
  await week.getByRole('button', { name: 'Thu 11 No sessions' }).waitFor()
  expect(await hers.getByText('The session ended at 9:15.').count()).toBe(0)
  await week.getByRole('button', { name: 'Fri 12 rejected' }).click()
  const notice = hers.getByRole('alert', { name: 'Rejected by Ada Admin, 06/12/2026 10:00 AM' })
  await notice.getByText('The session ended at 9:15.').waitFor()
  await notice.getByText('Correct the day and confirm its hours again.').waitFor()
  expect(await axeFindings(hers)).toEqual([])
  await shoot(hers, 'provider')
  await button(hers, 'Confirm').click()
  await hers.getByText('Confirmed', { exact: true }).waitFor()
  await notice.waitFor({ state: 'detached' })
  await week.getByRole('button', { name: 'Fri 12 confirmed' }).waitFor()
  expect(await rows('select reason, state from provider_days where provider_id = 2')).toEqual([
    { reason: null, state: 'confirmed' },
  ])
})

test('a crowded hour is one box, which lists its sessions and opens them by keyboard', async () => {
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  for (const eventName of ['Early group', 'Middle group', 'Late group']) {
    const form = { date: FRIDAY, startTime: '09:15', endTime: '10:00', eventName, caseloadIds: [CASELOAD_IDS.dora] }
    await addSession(server(), sofia, form)
  }
  const page = await openHome(`?date=${FRIDAY}`)
  const box = page.getByRole('button', {
    name: '9:00 AM to 10:00 AM, 5 sessions, 4 unconfirmed: Sofía Special, 4 at the same time, 1 approved',
  })
  await box.waitFor()
  expect(await page.locator(`[data-day="${FRIDAY}"] [data-event]`).count()).toBe(1)
  await box.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Fri, Jun 12, 2026, 9:00 AM to 10:00 AM' })
  await list.getByText('5 sessions: 4 unconfirmed, 1 approved').waitFor()
  expect(await list.getByRole('row').allInnerTexts()).toEqual([
    'Time\tSession\tProvider\tSchool\tStatus',
    '9:00 AM-9:45 AM\tFine motor group\tSofía Special\tLincoln\tUnconfirmed',
    '9:15 AM-10:00 AM\tEarly group\tSofía Special\tLincoln\tUnconfirmed',
    '9:15 AM-10:00 AM\tMiddle group\tSofía Special\tLincoln\tUnconfirmed',
    '9:15 AM-10:00 AM\tLate group\tSofía Special\tLincoln\tUnconfirmed',
    '9:00 AM-9:45 AM\tFine motor group\tPaul Provider\tLincoln\tApproved',
  ])
  const row = (text: string) => list.getByRole('row').filter({ hasText: text })
  expect(await row('Paul Provider').getByRole('button').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])

  await row('Late group').getByRole('button').focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Late group' })
  await details.getByRole('button', { name: 'Update Timesheet' }).waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  await waitForFocus(row('Late group').getByRole('button'))
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await waitForFocus(box)

  await page.keyboard.press('Enter')
  await list.getByRole('button', { name: 'Show whole day' }).click()
  await page.getByRole('region', { name: 'Lincoln, Sofía Special' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?view=daily&date=${FRIDAY}`)
  await expect
    .poll(() => page.getByRole('cell', { name: /^(Paul Provider|Sofía Special)$/ }).allInnerTexts())
    .toEqual(['Paul Provider', 'Sofía Special'])
  expect(await page.getByRole('button', { name: 'Daily Note' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.goBack()
  await box.waitFor()

  await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
  await page.getByRole('option', { name: 'Paul Provider' }).click()
  await page.getByRole('button', { name: '9:00 AM to 9:45 AM, Fine motor group, Lincoln, Approved' }).waitFor()
  expect(await box.count()).toBe(0)
})

const openSession = async (page: Page) => {
  await page.locator(`[data-day="${FRIDAY}"] [data-event]`).click()
  await page
    .getByRole('dialog', { name: 'Fine motor group' })
    .getByRole('button', { name: 'Update Timesheet' })
    .waitFor()
}

/** The details of Sofía's session on Friday; the page shows what is outdated until it loads. */
const openDetails = async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto(`/?date=${FRIDAY}&provider=2`)
  await openSession(page)
  return { page, details: page.getByRole('dialog', { name: 'Fine motor group' }) }
}

test("a student's labels and note are recorded from the details of the session, and those of a Basic session", async () => {
  const { page, details } = await openDetails()
  await details.getByRole('button', { name: 'Dora Weiss' }).click()
  const form = page.getByRole('dialog', { name: 'Dora Weiss' })
  await form.getByLabel('Note').fill('Left early.')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Please Select Tracking label.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await form.getByRole('combobox', { name: 'Tracking labels' }).click()
  await page.getByRole('option', { name: /^PRE/ }).click()
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recurrence feeback updated successfully').waitFor()
  await details.getByText('Left early.').waitFor()
  expect(await rows(`select ${labelNames}, tracking_feedback from occurrence_students where student_id = 4`)).toEqual([
    { tracking_labels: 'PRE', tracking_feedback: 'Left early.' },
  ])

  // Stored labels still show if the list of labels could not be loaded.
  await page.route('**/get-all-tracking-label*', (route) => route.abort())
  await page.reload()
  await openSession(page)
  await page.getByRole('button', { name: 'Dora Weiss' }).click()
  await form.getByText('PRE', { exact: true }).waitFor()
  await form.getByRole('combobox', { name: 'Tracking labels' }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['PRE'])
  await page.unroute('**/get-all-tracking-label*')

  await database().pool.query('update occurrences set schedule_event_mode = 1 where provider_id = 2')
  await database().pool.query('delete from occurrence_students where student_id = 4')
  await page.reload()
  await openSession(page)
  await details.getByRole('button', { name: 'Tracking label and note' }).click()
  const whole = page.getByRole('dialog', { name: 'Fine motor group' }).last()
  await whole.getByRole('combobox', { name: 'Tracking labels' }).click()
  await page.getByRole('option', { name: /^ABS/ }).click()
  await page.keyboard.press('Tab')
  await whole.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recurrence feeback updated successfully').waitFor()
  expect(await rows(`select ${labelNames} from occurrences where provider_id = 2`)).toEqual([
    { tracking_labels: 'ABS' },
  ])
})

test('hours are corrected from a session, by keyboard, unless someone else moved it', async () => {
  const { page, details } = await openDetails()
  await details.getByRole('button', { name: 'Update Timesheet' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Update Timesheet' })
  await form.getByRole('combobox', { name: 'End' }).fill('8:00 AM')
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await form.getByText('End can not be less than Start').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await form.getByRole('checkbox', { name: 'Submit with Zero Hours' }).focus()
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' })
  await question.getByRole('button', { name: 'No' }).click()
  expect(await form.getByRole('checkbox', { name: 'Submit with Zero Hours' }).isChecked()).toBe(true)
  const read: string[] = []
  page.on('request', (request) => read.push(new URL(request.url()).pathname))
  await form.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Timesheet has been saved successfully').waitFor()
  await form.waitFor({ state: 'hidden' })
  expect(await rows('select provider_id, is_zero_hours, updated_by_id from timesheets where provider_id = 2')).toEqual([
    { provider_id: 2, is_zero_hours: true, updated_by_id: 1 },
  ])
  // The details keep the focus and use the response; only the dialog reads what its hours are checked against.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') != null)).toBe(true)
  await details.getByRole('button', { name: 'Update Timesheet' }).click()
  expect(await form.getByRole('checkbox', { name: 'Submit with Zero Hours' }).isChecked()).toBe(true)
  await expect
    .poll(() => read.filter((path) => path.startsWith('/api/schedule-event/')))
    .toEqual(['/api/schedule-event/update-timesheet', '/api/schedule-event/get-schedule-events-per-day'])
  await form.getByRole('checkbox', { name: 'Timesheet required' }).uncheck()
  expect(await form.getByRole('combobox', { name: 'Start' }).isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'hidden' })
  expect(await rows('select is_timesheet_required from occurrences where provider_id = 2')).toEqual([
    { is_timesheet_required: false },
  ])

  // The hours of a session that someone else moved aren't saved on the other day.
  await details.getByRole('button', { name: 'Update Timesheet' }).click()
  await form.getByText('Fri, Jun 12, 2026: the hours of all sessions there on this day.').waitFor()
  await database().pool.query(
    `update occurrences set version = version + 1, date = date - 1, starts_at = starts_at - interval '1 day',
      ends_at = ends_at - interval '1 day' where provider_id = 2`,
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'Not saved' }).getByRole('button', { name: 'OK' }).click()
  await form.waitFor({ state: 'hidden' })
  await details.getByText('06/11/2026').first().waitFor()
  expect(await rows("select date from timesheets where provider_id = 2 and date = '2026-06-11'")).toEqual([])
})
