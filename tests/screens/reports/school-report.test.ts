/** The school report: what was scheduled at a school, after Submit, with students narrowed by school and provider. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { schoolReport } from '#contract/reports/school-report.ts'
import { occurrenceStudents } from '#server/db/schema.ts'
import { messagesAtFields } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import {
  addDistrict,
  addSession,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  SCHOOL_IDS,
  SERVICE_IDS,
} from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal

/**
 * At Lincoln, Paul sees Ana and Bo on November 9 and 16, and has an hour without students on the 11th; Sofía sees Dora on
 * the 10th, for another service. At Maple, Paul sees Chi. The hours of the 9th are confirmed; it is the 12th.
 */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'SchoolReport')
  server().now = new Date('2027-11-08T10:00:00Z')
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server(), paul, {
    date: '2027-11-09',
    endDate: '2027-11-16',
    rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
  })
  await addSession(server(), paul, { date: '2027-11-11' })
  // Other programs store sessions that nobody takes part in.
  const [alone] = await occurrenceIdsOn(server(), paul, '2027-11-11')
  await database()
    .db.delete(occurrenceStudents)
    .where(eq(occurrenceStudents.occurrenceId, alone ?? 0))
  await addSession(server(), sofia, {
    date: '2027-11-10',
    serviceId: SERVICE_IDS.pt,
    caseloadIds: [CASELOAD_IDS.dora],
  })
  await addSession(server(), paul, {
    date: '2027-11-10',
    schoolId: SCHOOL_IDS.maple,
    caseloadIds: [CASELOAD_IDS.chi],
  })
  server().now = new Date('2027-11-12T20:00:00Z')
  await confirmHours(server(), await server().tokenOf(PEOPLE.Providers.userId), { date: '2027-11-09' })
})

const NOVEMBER = { from: '2027-11-01', to: '2027-11-30' }
const FEW_DAYS = '?from=2027-11-01&to=2027-11-30'

const lincoln = { schoolId: SCHOOL_IDS.lincoln, schoolName: 'Lincoln' }
const paul = { providerId: 1, providerName: 'Paul Provider', serviceId: SERVICE_IDS.ot, serviceCode: 'OT' }
const sofia = { providerId: 2, providerName: 'Sofía Special', serviceId: SERVICE_IDS.pt, serviceCode: 'PT' }
const both = '11/09/2027 - 11/16/2027'
const ana = { id: 1, ...lincoln, ...paul, studentId: 1, studentName: 'Ana Núñez', dateRange: both }
const bo = { id: 1, ...lincoln, ...paul, studentId: 2, studentName: 'Bo Li', dateRange: both }
const dora = {
  id: 3,
  ...lincoln,
  ...sofia,
  studentId: 4,
  studentName: 'Dora Weiss',
  dateRange: '11/10/2027 - 11/10/2027',
}
const nobody = {
  id: 2,
  ...lincoln,
  ...paul,
  studentId: null,
  studentName: '',
  dateRange: '11/11/2027 - 11/11/2027',
}
const chi = {
  id: 4,
  schoolId: SCHOOL_IDS.maple,
  schoolName: 'Maple',
  ...paul,
  studentId: 3,
  studentName: 'Chi Okafor',
  dateRange: '11/10/2027 - 11/10/2027',
}

reportTests(schoolReport, {
  portal,
  role: 'Administrators',
  given: { schoolId: SCHOOL_IDS.lincoln, ...NOVEMBER },
  rows: [ana, bo, dora, nobody],
  orderedBy: {
    // Sessions without students come last.
    student: ({ studentName }) => studentName || 'zzz',
  },
  narrowed: {
    'another school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [chi], words: ['School: Maple'] },
    'a provider': { values: { providerId: 2 }, rows: [dora], words: ['Provider: Sofía Special'] },
    'a service': { values: { serviceId: SERVICE_IDS.pt }, rows: [dora], words: ['Service Code: PT'] },
    'a student': { values: { studentId: 2 }, rows: [bo], words: ['Student: Bo Li'] },
    'some days': {
      values: { from: '2027-11-11', to: '2027-11-15' },
      rows: [nobody],
      words: ['From Date: 11/11/2027', 'End Date: 11/15/2027'],
    },
    'no sessions': { values: { to: '2027-11-02' }, rows: [], words: ['Student: All'] },
  },
  refused: {
    'School Is Required': { body: { ...NOVEMBER }, path: 'schoolId' },
    "End Date can't be less than Start Date": {
      body: { schoolId: 1, fromDateTime: '2027-11-11', toDateTime: '2027-11-09' },
      path: 'toDateTime',
    },
  },
  details: {
    first: ['Ana Núñez', '11/09/2027', '9:00 AM - 9:45 AM', 'Present', 'Scheduled', '90', '45'],
    all: ['Bo Li', 'Dora Weiss', 'No student', 'Not Confirmed', '270', '90'],
  },
})

const open = async (query = FEW_DAYS) => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/report/school/admin${query}`)
  await page.getByRole('heading', { name: 'School Report', exact: true }).waitFor()
  return page
}
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const choose = async (page: Page, name: string, option: string) => {
  await field(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const offered = async (page: Page, name: string) => {
  await field(page, name).click()
  const texts = await page.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return texts
}
const EVERYONE = ['All', 'Ana Núñez', 'Bo Li', 'Chi Okafor', 'Dora Weiss', 'Eli Stone']

test('offers the students of the chosen school and provider, and all of them again after a reset', async () => {
  const page = await open()
  await expect.poll(() => offered(page, 'Student')).toEqual(EVERYONE)
  expect(await field(page, 'School').inputValue()).toBe('Choose...')
  await choose(page, 'Student', 'Chi Okafor')
  await choose(page, 'School', 'Lincoln')
  await expect.poll(() => field(page, 'Student').inputValue()).toBe('All')
  await expect.poll(() => offered(page, 'Student')).toEqual(['All', 'Ana Núñez', 'Bo Li', 'Dora Weiss'])
  await choose(page, 'Provider', 'Sofía Special')
  await expect.poll(() => offered(page, 'Student')).toEqual(['All', 'Dora Weiss'])
  await choose(page, 'School', 'Choose...')
  await expect.poll(() => offered(page, 'Student')).toEqual(['All', 'Dora Weiss', 'Eli Stone'])
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect.poll(() => offered(page, 'Student')).toEqual(EVERYONE)
})

test('requires a school for the rows and for the details of all of them', async () => {
  const page = await open()
  for (const name of ['View details', 'Submit']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => messagesAtFields(page)).toEqual(['School Is Required'])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await choose(page, 'School', 'Maple')
    await expect.poll(() => messagesAtFields(page)).toEqual([])
    await choose(page, 'School', 'Choose...')
  }
})

test('rejects dates in the wrong order, and keeps those before', async () => {
  const page = await open()
  await page.getByLabel('From Date').fill('12/01/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(["From Date can't be greater than End Date"])
  await page.getByLabel('From Date').fill('11/10/2027')
  await page.keyboard.press('Tab')
  await page.getByLabel('End Date').fill('11/09/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(["End Date can't be less than Start Date"])
  expect(new URL(page.url()).searchParams.get('to')).toBe('2027-11-30')
})
