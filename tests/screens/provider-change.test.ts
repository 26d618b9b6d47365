/** An administrator sees what a provider deleted at once, and undoes it. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, formatDate, formatDayHeader, localOf, weekOf } from '#domain/time.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal({ begin: addDistrict })

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/provider change ${name}.png` })
}

/** In the week after next, so that nothing has passed. */
const [, , tuesday = ''] = weekOf(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 14))
const dates = [0, 7, 14].map((days) => addDays(tuesday, days))
const [first = '', second = '', third = ''] = dates

const rows = async (query: string) => (await portal.database().pool.query(query)).rows as Record<string, unknown>[]
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

beforeEach(async () => {
  const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
  const rule: SessionForm['rule'] = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }
  await addSession(portal.server(), token, { date: first, endDate: third, rule })
  const body = { id: 1, fromDate: first }
  expect((await portal.server().call('deleteScheduleEventSeries', { token, body })).status).toBe(200)
})

test('is told to administrators, who see what stands in the way, and undo it by keyboard', async () => {
  await rows(`update provider_days set state = 'approved' where date = '${second}'`)
  const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
  const reading = { date: third, eventName: 'Reading', startTime: '09:30', endTime: '10:00' }
  await addSession(portal.server(), token, reading)
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/notifications')
  const words = `Paul Provider deleted “Fine motor group” on 3 dates from ${formatDate(first)} to ${formatDate(third)}.`
  await page.getByRole('link', { name: words }).press('Enter')
  await page.getByRole('heading', { name: 'Change by a Provider', level: 1 }).waitFor()
  const table = page.getByRole('table', { name: 'Sessions' })
  await expect
    .poll(async () => (await table.getByRole('row').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')))
    .toEqual([
      'Date If you undo it',
      `${formatDayHeader(first)} Comes back`,
      `${formatDayHeader(second)} Stays: approved`,
      `${formatDayHeader(third)} Comes back Paul Provider has Reading at Lincoln, 9:30 AM-10:00 AM, also with Ana Núñez and Bo Li`,
    ])
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'page')

  await button(page, 'Undo').press('Enter')
  const question = page.getByRole('dialog', { name: 'Do you want to undo this change?' })
  await question.getByText('2 sessions go back, 1 stay, 1 with a clash', { exact: true }).waitFor()
  await shoot(page, 'question')
  await question.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByText(/^Undone by Ada Admin/).waitFor()
  expect(await button(page, 'Undo').count()).toBe(0)
  expect(await rows('select date::text, deleted_at is null as standing from occurrences order by id limit 3')).toEqual(
    dates.map((date) => ({ date, standing: date !== second })),
  )
})

test('is found from a session that it changed', async () => {
  const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
  const call = async (name: 'editScheduleEventById' | 'updateScheduleEventSeries', body: object) => {
    const { status, data } = await portal.server().call(name, { token, body })
    expect(status).toBe(200)
    return data
  }
  const rule: SessionForm['rule'] = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }
  const added = { date: first, endDate: third, rule, eventName: 'Reading', startTime: '13:00', endTime: '13:30' }
  const { id } = await addSession(portal.server(), token, added)
  const stored = await call('editScheduleEventById', { id })
  await call('updateScheduleEventSeries', { ...Object(stored), colourCode: '#112233' })
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/schedule-event-viewer?date=${first}&provider=1`)
  await page.locator('[data-event]').click()
  const details = page.getByRole('dialog', { name: 'Reading' })
  await details.getByText(/^Paul Provider changed the color of “Reading” on 3 dates/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'session')
  await details.getByRole('link', { name: 'Review or undo' }).press('Enter')
  await page.getByRole('heading', { name: 'Change by a Provider', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/provider-changes/2')
})

test('waits, if the organization wants that: rejected with a reason, withdrawn, or approved after what it does was shown', async () => {
  await rows('update organisation set providers_changes_wait = true')
  const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
  const rule: SessionForm['rule'] = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }
  const added = { date: first, endDate: third, rule, eventName: 'Reading', startTime: '13:00', endTime: '13:30' }
  const { id } = await addSession(portal.server(), token, added)
  const words = `Paul Provider asked to delete “Reading” on 3 dates from ${formatDate(first)} to ${formatDate(third)}.`
  const standing = async () =>
    (await rows(`select count(*)::int as n from occurrences where title = 'Reading' and deleted_at is null`))[0]?.n

  const own = await portal.newPage()
  await portal.signIn(own, PEOPLE.Providers.email)
  const deleteSeries = async () => {
    await own.goto(`/schedule-event-viewer?date=${first}`)
    await own.locator('[data-event]').click()
    await own.getByRole('dialog', { name: 'Reading' }).getByRole('button', { name: 'Delete Series' }).click()
    const question = own.getByRole('dialog', { name: 'Are you sure you want to delete the record?' })
    await question.getByText('3 sessions will be removed once an administrator approves it.').waitFor()
    await shoot(own, 'asking')
    await question.getByRole('button', { name: 'Delete series' }).click()
    await own.getByText('The change is pending administrator approval.').waitFor()
  }
  await deleteSeries()
  expect(await standing()).toBe(3)

  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/session-changes')
  await page.getByRole('link', { name: `View Reading, ${formatDate(first)}` }).click()
  await page.getByRole('heading', { name: 'Change to Approve', level: 1 }).waitFor()
  await page.getByText(words, { exact: true }).waitFor()
  await page.getByText('3 sessions will be removed.', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'request')
  await button(page, 'Reject').press('Enter')
  const rejecting = page.getByRole('dialog', { name: 'Reject' })
  await rejecting.getByLabel('Reason').fill('Ana needs them.')
  await shoot(page, 'rejecting')
  await rejecting.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected: Ada Admin').waitFor()
  await page.getByText('Reason: Ana needs them.').waitFor()
  expect(await standing()).toBe(3)

  await deleteSeries()
  await own.goto(`/schedule-event-viewer?date=${first}`)
  await own.locator('[data-event]').click()
  const details = own.getByRole('dialog', { name: 'Reading' })
  await details.getByText(`${words} This is waiting for approval.`).waitFor()
  await shoot(own, 'waiting')
  await details.getByRole('link', { name: 'Review the request' }).click()
  await button(own, 'Withdraw Request').click()
  await own
    .getByRole('dialog', { name: 'Do you want to withdraw this request?' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await own.getByText('Withdrawn: Paul Provider').waitFor()

  await deleteSeries()
  await page.goto('/notifications')
  await page.getByRole('link', { name: words }).first().click()
  await button(page, 'Approve').press('Enter')
  const question = page.getByRole('dialog', { name: 'Do you want to approve this change?' })
  await question.getByText('3 sessions will be removed.', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByText('Approved: Ada Admin').waitFor()
  expect(await standing()).toBe(0)
  await button(page, 'Undo').waitFor()
  expect(id).toBeGreaterThan(0)
})
