/** The bell in the header, and the page of all notifications. */
import { asc } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { MailLinks } from '#server/mail/mail-links.ts'
import { Signer } from '#server/signer.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { press } from '#tests/support/definition-page.ts'
import { hasFocus, waitForFocus } from '#tests/support/focus.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_SECRET } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const db = () => portal.database().db

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await allowScreen(portal.database(), 'Providers', 'ProviderScheduling')
  portal.server().now = new Date('2026-11-20T15:00:05Z')
})

/** As an administrator, one notification each. */
const addSessions = async (count: number) => {
  const ada = await portal.server().tokenOf(PEOPLE.Administrators.userId)
  for (let number = 1; number <= count; number += 1) {
    const time = `${String(6 + number).padStart(2, '0')}:`
    const session = { eventName: `Group ${number}`, startTime: `${time}00`, endTime: `${time}45`, date: '2026-11-24' }
    await addSession(portal.server(), ada, { rateTypeId: 1, providerId: 1, ...session })
  }
}
const added = (number: number) => {
  const hour = 6 + number
  const half = (at: string) => `${hour % 12 || 12}:${at} ${hour < 12 ? 'AM' : 'PM'}`
  return `An administrator added “Group ${number}” on 11/24/2026, ${half('00')}-${half('45')} to your schedule.`
}

const open = async (path = '/change-password'): Promise<Page> => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto(path)
  return page
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const readIds = async () =>
  (await db().select().from(notifications).orderBy(asc(notifications.id))).flatMap(({ id, readAt }) =>
    readAt === null ? [] : [id],
  )
const rows = async (page: Page, name: string) =>
  (await page.getByRole('table', { name }).getByRole('row').allInnerTexts()).map((row) =>
    row.split('\t').map((text) => text.trim()),
  )

test('the bell shows the latest unread, also none, and after it could not be read; each leads to what it is about', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await panel(page).getByText('All clear! No notifications yet', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await addSessions(6)
  await page.getByRole('button', { name: 'Notifications, 6 unread' }).waitFor()
  let isCut = true
  await page.route('**/api/notification/**', (route) => (isCut ? route.abort() : route.continue()))
  await bell(page).click()
  await page.getByText('The notifications could not be loaded.').waitFor()
  isCut = false
  await press(page, 'Try again')
  await page.getByText('The notifications could not be loaded.').waitFor({ state: 'hidden' })
  await panel(page).getByText(added(6)).waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  await bell(page).click()
  await panel(page).getByText(added(6)).waitFor()
  expect(await panel(page).getByRole('listitem').allInnerTexts()).toEqual(
    [6, 5, 4, 3, 2].map((number) => `${added(number)}\n\n11/20/2026 10:00:05 AM`),
  )
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  await waitForFocus(bell(page))

  await bell(page).click()
  await panel(page).getByText(added(5)).click()
  await page.waitForURL('**/schedule-provider-event-viewer?view=daily&date=2026-11-24')
  await page.getByRole('button', { name: 'Notifications, 5 unread' }).click()
  await expect.poll(readIds).toEqual([5])
  expect((await panel(page).getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(
    [6, 4, 3, 2, 1].map(added),
  )
  await panel(page).getByRole('link', { name: 'See All' }).click()
  await page.waitForURL('**/notifications')
})

test('a category marks what it has shown, and Read all the rest, unless that is refused', async () => {
  await addSessions(12)
  const bodies: unknown[] = []
  const page = await open()
  page.on('request', (request) => {
    if (request.url().includes('/api/notification/mark')) bodies.push(request.postDataJSON())
  })
  await page.goto('/notifications')
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Schedule 2 unread' }).count()).toBe(1)
  expect(await rows(page, 'Schedule')).toEqual([
    ['Message', 'Status', 'Time'],
    ...[12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => [added(number), 'New', '11/20/2026 10:00:05 AM']),
  ])
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  expect(await readIds()).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])

  await page.route('**/api/notification/mark-read-by-category', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Not now.', data: null } }),
  )
  await press(page, 'Read all')
  const refusal = page.getByRole('dialog')
  await refusal.getByText('Not now.').waitFor()
  await press(page, 'OK')
  await refusal.waitFor({ state: 'hidden' })
  await page.unroute('**/api/notification/mark-read-by-category')
  bodies.pop()

  const readAll = page.getByRole('button', { name: 'Read all' })
  await readAll.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await expect
    .poll(async () => (await rows(page, 'Schedule'))[1])
    .toEqual([added(12), 'Read', '11/20/2026 10:00:05 AM'])
  await expect.poll(() => readAll.getAttribute('aria-disabled')).toBe('true')
  expect(await hasFocus(readAll)).toBe(true)
  expect(await db().$count(notifications)).toBe(12)
  expect(await readIds()).toHaveLength(12)
  expect(bodies).toEqual([
    { languageId: 1, userId: 2, isActive: true, ids: '12,11,10,9,8,7,6,5,4,3' },
    { languageId: 1, userId: 2, isActive: true, notificationCategoryId: 11 },
  ])

  await page.getByRole('button', { name: 'Time Off' }).click()
  await page.getByRole('table', { name: 'Time Off' }).getByText('No record available.', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?category=12')
})

test('email is chosen for each category, and stopped by a link in an email', async () => {
  const page = await open('/notifications')
  await press(page, 'Email Settings')
  const dialog = page.getByRole('dialog', { name: 'Email Settings' })
  await dialog.getByText(PEOPLE.Providers.email).waitFor()
  const chosen = async () => {
    const groups = await dialog.getByRole('radiogroup').all()
    return Promise.all(groups.map((group) => group.getByRole('radio', { checked: true }).inputValue()))
  }
  expect(await chosen()).toEqual(['atOnce', 'atOnce', 'daily'])
  expect(await axeFindings(page)).toEqual([])
  const radio = (category: string, name: string) =>
    dialog.getByRole('radiogroup', { name: category }).getByRole('radio', { name })
  await radio('Schedule', 'At once').focus()
  await page.keyboard.press('ArrowRight')
  const sent = page.waitForRequest('**/api/notification/save-mail-choices')
  await press(dialog, 'Save')
  expect((await sent).postDataJSON()).toEqual({
    languageId: 1,
    userId: 2,
    choices: [
      { notificationCategoryId: 11, mail: 'daily' },
      { notificationCategoryId: 12, mail: 'atOnce' },
      { notificationCategoryId: 13, mail: 'daily' },
    ],
  })
  await page.getByText('Email settings have been saved successfully').waitFor()

  const links = new MailLinks(portal.server().url, new Signer(TEST_SECRET))
  await page.goto(links.toStop({ userId: PEOPLE.Providers.userId, categoryIds: [12] }))
  await page.getByRole('heading', { level: 1, name: 'Stop email about “Time Off”?' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await press(page, 'Stop email')
  await page.getByRole('heading', { level: 1, name: 'Email about “Time Off” has stopped' }).waitFor()
  await page.getByRole('link', { name: 'sign in and change your email settings' }).click()
  await dialog.getByText(PEOPLE.Providers.email).waitFor()
  expect(await chosen()).toEqual(['daily', 'never', 'daily'])
  expect(new URL(page.url()).search).toBe('')
})
