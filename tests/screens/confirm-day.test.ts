/** A provider confirms the hours of an ordinary day at once. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { getDayToReject } from '#contract/day.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS, saveHours } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal({ begin: addDistrict })

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/confirm ${name}.png` })
}

/** Paul's day, long over: two sessions at Lincoln, one at Maple. */
const DAY = '2026-06-12'
const tokenOf = (role: keyof typeof PEOPLE) => portal.server().tokenOf(PEOPLE[role].userId)

beforeEach(async () => {
  const token = await tokenOf('Administrators')
  const session = { date: DAY, providerId: 1, rateTypeId: 1 }
  await addSession(portal.server(), token, session)
  await addSession(portal.server(), token, {
    ...session,
    eventName: 'Handwriting',
    startTime: '10:15',
    endTime: '11:00',
    caseloadIds: [CASELOAD_IDS.ana],
  })
  await addSession(portal.server(), token, {
    ...session,
    eventName: 'Language group',
    schoolId: SCHOOL_IDS.maple,
    caseloadIds: [CASELOAD_IDS.chi],
    startTime: '13:00',
    endTime: '13:30',
  })
})

const rows = async (query: string) => (await portal.database().pool.query(query)).rows as Record<string, unknown>[]
const stored = () =>
  rows(`select school_id, left(start_time::text, 5) as start, left(end_time::text, 5) as end,
    confirmed_at is not null as confirmed from timesheets order by school_id`)

const open = async (options = {}) => {
  const page = await portal.newPage(options)
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto(`/?date=${DAY}`)
  await page.getByText('Fine motor group').first().waitFor()
  return page
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm all as scheduled' })
const confirmAll = (page: Page) => page.getByRole('button', { name: 'Confirm all as scheduled' })
const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true })
const cells = (page: Page) =>
  dialogOf(page)
    .getByRole('region')
    .evaluateAll((schools) =>
      schools.map((school) => [
        school.getAttribute('aria-label'),
        ...[...school.querySelectorAll('tbody tr')].map((row) =>
          [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' | '),
        ),
      ]),
    )

const LINCOLN = [
  'Hours at Lincoln',
  '9:00 AM-9:45 AM | Fine motor group | Ana Núñez, Bo Li | 45',
  '10:15 AM-11:00 AM | Handwriting | Ana Núñez | 45',
]
const MAPLE = ['Hours at Maple', '1:00 PM-1:30 PM | Language group | Chi Okafor | 30']

test('shows the rows before it confirms them, each with one request, and then has nothing left to offer', async () => {
  const page = await open()
  await confirmAll(page).click()
  await expect.poll(() => cells(page)).toEqual([LINCOLN, MAPLE])
  await dialogOf(page).getByText('9:00 AM-11:00 AM, Occupational Therapy').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'open')
  await button(page, 'Cancel').click()
  await dialogOf(page).waitFor({ state: 'hidden' })
  expect(await stored()).toEqual([])

  // Without an answer, the rows stay, to try again.
  await confirmAll(page).click()
  await page.context().setOffline(true)
  await button(page, 'Confirm').click()
  await expect.poll(() => button(page, 'Cancel').isEnabled()).toBe(true)
  expect(await stored()).toEqual([])
  await page.context().setOffline(false)

  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('update-school-time')) bodies.push(request.postDataJSON())
  })
  await button(page, 'Confirm').click()
  await page.getByText('2 rows of hours confirmed').waitFor()
  await dialogOf(page).waitFor({ state: 'hidden' })
  const body = { id: 0, providerId: 1, eventDate: DAY, entityCacheKey: '0', isBillable: false, isConfirmClicked: true }
  expect(bodies).toEqual([
    expect.objectContaining({ ...body, schoolId: 1, startTime: '09:00', endTime: '11:00', serviceId: 1 }),
    expect.objectContaining({ ...body, schoolId: 2, startTime: '13:00', endTime: '13:30', serviceId: 1 }),
  ])
  expect(await stored()).toEqual([
    { school_id: 1, start: '09:00', end: '11:00', confirmed: true },
    { school_id: 2, start: '13:00', end: '13:30', confirmed: true },
  ])
  await expect.poll(() => page.getByRole('main').getByText('Confirmed', { exact: true }).count()).toBe(2)
  expect(await confirmAll(page).count()).toBe(0)
})

test("confirms the other rows if one is refused, and shows the server's reason at that row; leaves confirmed rows alone", async () => {
  const page = await open({ viewport: { width: 390, height: 844 } })
  await confirmAll(page).click()
  await expect.poll(() => cells(page)).toHaveLength(2)
  const token = await tokenOf('Administrators')
  await saveHours(portal.server(), token, { date: DAY, endTime: '10:30', isConfirmClicked: false })
  await button(page, 'Confirm').click()
  const lincoln = dialogOf(page).getByRole('region', { name: 'Hours at Lincoln' })
  const refusal = lincoln.getByText('Someone else has changed these hours. Please review them.')
  await refusal.waitFor()
  await dialogOf(page).getByRole('region', { name: 'Hours at Maple' }).getByText('Confirmed', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await refusal.scrollIntoViewIfNeeded()
  await shoot(page, 'refused')
  expect(await stored()).toEqual([
    { school_id: 1, start: '09:00', end: '10:30', confirmed: false },
    { school_id: 2, start: '13:00', end: '13:30', confirmed: true },
  ])
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'hidden' })

  // What is stored shows next to what the sessions say, which is confirmed.
  await confirmAll(page).click()
  await dialogOf(page).getByText('9:00 AM-11:00 AM, Occupational Therapy').waitFor()
  const replaced = dialogOf(page).getByText(
    'Entered: 9:00 AM-10:30 AM, Occupational Therapy. Confirming replaces this with the scheduled hours.',
  )
  await replaced.waitFor()
  expect(await cells(page)).toEqual([LINCOLN])
  await replaced.scrollIntoViewIfNeeded()
  await shoot(page, 'replaced')
  await button(page, 'Confirm').click()
  await page.getByText('1 row of hours confirmed').waitFor()
  expect(await stored()).toMatchObject([{ end: '11:00', confirmed: true }, { confirmed: true }])
})

test('sends no rejected hours back', async () => {
  const [administrator, paul] = [await tokenOf('Administrators'), await tokenOf('Providers')]
  await saveHours(portal.server(), paul, { date: DAY, startTime: '11:00', endTime: '11:15' })
  const { data } = await portal
    .server()
    .call('getDayToReject', { token: administrator, body: { providerId: 1, date: DAY } })
  const { entityCacheKey } = getDayToReject.data.parse(data)
  const days = [{ providerId: 1, date: DAY, entityCacheKey }]
  const reason = 'Your sessions were from 9:00 to 11:00.'
  const rejected = await portal.server().call('rejectDays', { token: administrator, body: { days, reason } })
  expect(rejected.status).toBe(200)
  const page = await open()
  await confirmAll(page).click()
  await dialogOf(page).getByText('9:00 AM-11:00 AM, Occupational Therapy').waitFor()
  await dialogOf(page)
    .getByText('Rejected: 11:00 AM-11:15 AM, Occupational Therapy. Confirming replaces this with the scheduled hours.')
    .waitFor()
  await button(page, 'Confirm').click()
  await page.getByText('2 rows of hours confirmed').waitFor()
  expect(await stored()).toEqual([
    { school_id: 1, start: '09:00', end: '11:00', confirmed: true },
    { school_id: 2, start: '13:00', end: '13:30', confirmed: true },
  ])
})

test('is not offered for a day that is approved', async () => {
  const page = await open()
  await confirmAll(page).waitFor()
  await portal.database().pool.query(`insert into provider_days (provider_id, date, state, approval_status)
    values (1, '${DAY}', 'approved', 1) on conflict (provider_id, date) do update set state = 'approved'`)
  await page.reload()
  await page.getByText('Approved', { exact: true }).first().waitFor()
  expect(await confirmAll(page).count()).toBe(0)
})
