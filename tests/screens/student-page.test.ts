/** A student's page, opened from the student's name, by a therapist and by an administrator. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { setLabels } from '#tests/support/server/labels.ts'
import { addDistrict, addSession, CASELOAD_IDS, confirmHours } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

/** Monday, November 8, 2027. Paul sees Ana every day of the week; Sofía's session on Wednesday includes her as well. */
const BEFORE = new Date('2027-11-08T10:00:00Z')
/** Friday of that week, 8 AM. */
const NOW = new Date('2027-11-12T13:00:00Z')
const DAYS = ['2027-11-08', '2027-11-09', '2027-11-10', '2027-11-11', '2027-11-12']

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'Caseloads')
  await allowScreen(database(), 'Providers', 'ProviderCaseload')
  server().now = BEFORE
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  for (const date of DAYS) await addSession(server(), paul, { date })
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server(), sofia, {
    date: '2027-11-10',
    startTime: '13:00',
    endTime: '13:20',
    caseloadIds: [CASELOAD_IDS.dora],
    isTimesheetReq: false,
  })
  const { pool } = database()
  await pool.query(`insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)
    select id, 1, 1 from occurrences where provider_id = 2`)
  await pool.query(`update occurrence_students set ${setLabels('PRE')}, tracking_feedback = 'Cut a circle'
    where student_id = 1 and occurrence_id in (select id from occurrences where date = '2027-11-08')`)
  server().now = NOW
  const later = await server().tokenOf(PEOPLE.Providers.userId)
  await confirmHours(server(), later, { date: '2027-11-08' })
  await confirmHours(server(), later, { date: '2027-11-09', isZeroHours: true })
})

const open = async (path: string, role: 'Administrators' | 'Providers' = 'Providers', options = {}) => {
  const page = await newPage(options)
  await signIn(page, PEOPLE[role].email)
  await page.goto(path)
  return page
}

/** Each row's cells, on a phone as well. */
const rows = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)))
const rowsBecome = (page: Page, name: string, expected: string[][]) =>
  expect.poll(() => rows(page, name)).toEqual(expected)
const numbered = (...list: string[][]) => list.map((row, index) => [String(index + 1), ...row])
const share = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
const PHONE = { colorScheme: 'dark', viewport: { width: 390, height: 844 } }

const HEAD = ['ID', 'Date', 'Time', 'Event Name', 'School Name', 'Provider Name', 'Status', 'Tracking Labels', 'Note']
const TIME = '9:00 AM-9:45 AM'
const held = (date: string, ...rest: string[]) => [date, TIME, 'Fine motor group', 'Lincoln', 'Paul Provider', ...rest]
const PAULS = [
  held('11/11/2027', 'Not Confirmed', '', ''),
  held('11/10/2027', 'Not Confirmed', '', ''),
  held('11/09/2027', 'Absent', '', ''),
  held('11/08/2027', 'Present', 'PRE', 'Cut a circle'),
]
const SOFIAS = ['11/10/2027', '1:00 PM-1:20 PM', 'Fine motor group', 'Lincoln', 'Sofía Special', 'Present', '', '']

test('shows a therapist the frequencies, minutes and sessions of their own students, and leads to a day', async () => {
  const page = await open('/?date=2027-11-12')
  await page.getByRole('link', { name: 'Ana Núñez' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ana Núñez' }).waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await rowsBecome(page, 'Frequencies', [
    ['Service', 'Frequency', 'Duration', 'Event Frequency', 'Session Type', 'Minutes per Week'],
    ['Occupational Therapy', '2 times', '30 minutes', 'Weekly', 'Group', '60'],
  ])
  // Sofía's 20 minutes count, but Paul doesn't see her session.
  await share(page, '65 of 720 minutes (9%)')
  await rowsBecome(page, 'Past sessions', [HEAD, ...numbered(...PAULS)])
  await page.getByRole('button', { name: 'School year so far' }).click()
  await share(page, '65 of 60 minutes (108%)')
  await rowsBecome(page, 'Mandated and delivered minutes, by week', [
    ['Week of', 'Mandated', 'Delivered'],
    ['11/07/2027', '60', '65'],
  ])
  expect(new URL(page.url()).search).toBe('?from=2027-11-08')
  await page.getByLabel('Start Date').fill('11/09/2027')
  await page.keyboard.press('Tab')
  await rowsBecome(page, 'Past sessions', [HEAD, ...numbered(...PAULS.slice(0, 3))])
  await page.getByLabel('End Date').fill('11/01/2027')
  await page.keyboard.press('Tab')
  await page.getByText("End Date can't be less than Start Date").waitFor()

  await page.goto('/student/1')
  await page.getByText('Upcoming').click()
  await rowsBecome(page, 'Upcoming sessions', [HEAD.slice(0, 6), ...numbered(held('11/12/2027'))])
  await page.reload()
  await page.getByRole('link', { name: `11/12/2027 ${TIME}, Fine motor group` }).click()
  await page.waitForURL('**/schedule-provider-event-viewer?view=daily&date=2027-11-12')
  await page
    .getByRole('button', { name: /Fine motor group/ })
    .first()
    .waitFor()

  // Another therapist's student.
  await page.goto('/student/4')
  await page.getByText('Student not found.').waitFor()
  await page.goto('/student/ana')
  await page.getByText('Student not found.').waitFor()
  await database().pool.query('delete from role_permissions where permission_id > 1000')
  await page.goto('/?date=2027-11-12')
  await page.getByText('Bo Li', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Bo Li' }).count()).toBe(0)
})

test("shows an administrator every provider's sessions, or an inactive student without any, also on a phone", async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()
  await database().pool.query('update students set name = $1 where id = 1', [long])
  const page = await open('/student/1', 'Administrators', PHONE)
  await page.getByRole('heading', { level: 1, name: long }).waitFor()
  await share(page, '65 of 720 minutes (9%)')
  const [first, ...rest] = PAULS
  await rowsBecome(page, 'Past sessions', [HEAD, ...numbered(first ?? [], SOFIAS, ...rest)])
  expect(await overflow(page)).toBe(0)
  expect(await axeFindings(page)).toEqual([])

  await database().pool.query(`insert into students (name, gender, school_id, is_active)
    values ('Nia New', 'Female', 2, false)`)
  await page.goto('/student/6')
  await page.getByText('Inactive', { exact: true }).waitFor()
  await share(page, '0 minutes, none mandated')
  await expect.poll(() => page.getByText('No Data Found').count()).toBe(2)
  expect(await overflow(page)).toBe(0)
})
