/** Changing and deleting stored sessions in Chromium, against the real server and its demo district. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { approvedWord, type CalendarEvent, countsAsApproved } from '#contract/schedule.ts'
import { addDays, formatDate, localOf, startOfWeek } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, DEMO_SPECIAL_PROVIDER } from '#server/seed/demo-accounts.ts'
import { axeFindings, SECOND_LOOK } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { passPreview, previewOf } from '#tests/support/preview.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { sessionsBetween, weekAround, weekOf } from '#tests/support/sessions.ts'
import { visit } from '#tests/support/visit.ts'

const { signIn } = useDemoPortal()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const today = localOf(Date.now(), DEMO_TIME_ZONE).date
/** In the week after next, so that nothing has passed. */
const tuesday = addDays(startOfWeek(today), 16)

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
/** The same form on the page ('Event') or in an administrator's side panel ('Session'). */
const eventName = (page: Page) => page.getByRole('textbox', { name: /^(Event|Session) name$/ })
const startTime = (page: Page) => page.getByRole('combobox', { name: 'Start Time', exact: true })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Session' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const eventOf = (page: Page, { id }: { readonly id: number }) => page.locator(`[data-event="${id}"]`)

const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/edit ${name}.png` })
}

/** The provider's week, or day. */
const weekPath = ({ providerId }: Pick<CalendarEvent, 'providerId'>, date: string, view = 'weekly') =>
  `/schedule-event-viewer?date=${date}&view=${view}&provider=${providerId}`

const found = <T>(thing: T | undefined, what: string): T => {
  if (thing === undefined) throw new Error(`The demo district has no ${what}`)
  return thing
}

const isOf =
  ({ scheduleEventId }: CalendarEvent) =>
  (other: CalendarEvent) =>
    other.scheduleEventId === scheduleEventId

/** Series already used by a test, so that each test finds unchanged ones. */
const taken = new Set<number>()

/** A session on that Tuesday, in a series that also has sessions before and after that week, shown on a calendar. */
const findSeries = async (page: Page, view?: 'daily'): Promise<CalendarEvent> => {
  for (const session of await sessionsBetween(page, { from: tuesday, to: tuesday })) {
    const { scheduleEventId, isRecurring, isApproved } = session
    if (!isRecurring || isApproved !== 0 || taken.has(scheduleEventId)) continue
    if (!(await weekOf(page, session, addDays(tuesday, -7))).some(isOf(session))) continue
    if (!(await weekOf(page, session, addDays(tuesday, 7))).some(isOf(session))) continue
    taken.add(scheduleEventId)
    await page.goto(weekPath(session, tuesday, view))
    return session
  }
  throw new Error('The demo district has no such series')
}

const openDetails = async (page: Page, session: CalendarEvent) => {
  await eventOf(page, session).click()
  const details = page.getByRole('dialog').filter({ hasText: 'Weekday' })
  await details.waitFor()
  return details
}

/** The form has loaded its options, including the stored service. */
const formReady = async (page: Page, title: string) => {
  await expect.poll(() => eventName(page).inputValue()).toBe(title)
  await expect.poll(() => page.getByRole('combobox', { name: 'Service', exact: true }).inputValue()).not.toBe('')
}
describe('editing and deleting', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to delete the record?' })

  test('one occurrence, then its series from its day on; the calendar keeps its place', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR)
    const session = await findSeries(page)
    const calendar = page.url()
    const titlesOf = async (date: string) => {
      const sessions = (await weekOf(page, session, date)).filter(isOf(session))
      return new Set(sessions.map(({ title }) => title))
    }
    const details = await openDetails(page, session)
    await shoot(page, 'details')
    expect(await axeFindings(page)).toEqual([])
    await button(details, 'Edit').click()
    await panelOf(page).waitFor()
    await formReady(page, session.title)
    const recurring = page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' })
    expect([await recurring.isChecked(), await recurring.isEnabled()]).toEqual([true, false])
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'occurrence')
    await eventName(page).fill('Picture day')
    await startTime(page).fill('5:00 PM')
    await page.keyboard.press('Tab')
    await button(page, 'Update').click()
    await passPreview(page, 'Event has been updated successfully')
    await eventOf(page, session).filter({ hasText: 'Picture day' }).waitFor()
    expect(page.url()).toBe(calendar)
    expect(await titlesOf(addDays(tuesday, 7))).toEqual(new Set([session.title]))

    await button(await openDetails(page, session), 'Edit Series').click()
    await formReady(page, session.title)
    await panelOf(page)
      .getByText(`Changes apply to sessions starting ${formatDate(tuesday)}. Earlier sessions stay the same.`)
      .waitFor()
    await shoot(page, 'series')
    await eventName(page).fill('Renamed from here on')
    await button(page, 'Update All').click()
    await previewOf(page).getByText('1 left unchanged (1 edited individually)').waitFor()
    const message = 'Event has been updated successfully. 1 session was left unchanged (1 edited individually).'
    await passPreview(page, message)
    await eventOf(page, session).filter({ hasText: 'Picture day' }).waitFor()
    expect(await titlesOf(addDays(tuesday, 7))).toEqual(new Set(['Renamed from here on']))
    expect(await titlesOf(addDays(tuesday, -7))).toEqual(new Set([session.title]))
  })

  test('one occurrence is deleted after a question, and nothing else', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR)
    const session = await findSeries(page)
    const edited = await openDetails(page, session)
    await button(edited, 'Delete').click()
    await question(page).waitFor()
    await shoot(page, 'delete')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await button(edited, 'Delete').click()
    await button(question(page), 'Delete session').click()
    await toast(page, 'Event has been deleted successfully').waitFor()
    await edited.waitFor({ state: 'detached' })
    await eventOf(page, session).waitFor({ state: 'detached' })
    expect((await weekOf(page, session, addDays(tuesday, 7))).some(isOf(session))).toBe(true)
  })

  test('using only the keyboard, on a phone', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const session = await findSeries(page, 'daily')
    await eventOf(page, session).focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog').filter({ hasText: 'Weekday' })
    await button(details, 'Edit').waitFor()
    await shoot(page, 'phone details')
    expect(await axeFindings(page, SECOND_LOOK)).toEqual([])
    await button(details, 'Edit').focus()
    await page.keyboard.press('Enter')
    await formReady(page, session.title)
    await panelOf(page).waitFor()
    await shoot(page, 'phone form')
    expect(await axeFindings(page, SECOND_LOOK)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
    await eventName(page).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await passPreview(page, 'Event has been updated successfully')
    await eventOf(page, session).filter({ hasText: 'Typed' }).waitFor()
  })

  test('is refused for a past session, and not offered on an approved day', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR)
    const past = await sessionsBetween(page, weekAround(addDays(today, -7)))
    const open = found(
      past.find(({ isApproved }) => isApproved === 0),
      'session of the week before that is not approved',
    )
    await page.goto(weekPath(open, open.eventDate))
    const details = await openDetails(page, open)
    const refusal = page.getByRole('dialog', { name: 'Event expired' })
    for (const name of ['Edit', 'Delete']) {
      await button(details, name).click()
      await refusal.getByText('Event has been expired so you cannot change this event.').waitFor()
      if (name === 'Edit') expect(await axeFindings(page)).toEqual([])
      await button(refusal, 'OK').click()
      await refusal.waitFor({ state: 'detached' })
    }
    await visit(page, `/edit-schedule/${open.scheduleEventId}/${open.id}/true`)
    await page.getByText('Event has been expired so you cannot change this event.').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /^(Cancel|Update)$/ }).allTextContents())
      .toEqual(['Cancel'])
    await shoot(page, 'passed')

    const longAgo = await sessionsBetween(page, weekAround(addDays(today, -28)))
    const approved = found(
      longAgo.find(({ isApproved }) => countsAsApproved(isApproved)),
      'approved session',
    )
    await visit(page, weekPath(approved, approved.eventDate))
    const closed = await openDetails(page, approved)
    await closed.getByText(approvedWord(approved.isApproved), { exact: true }).waitFor()
    expect(await closed.getByRole('button').count()).toBe(1)
    await button(closed, 'Close').click()
    await visit(page, `/edit-schedule/${approved.scheduleEventId}/${approved.id}/true`)
    await button(page, 'Cancel').waitFor()
    await page.getByRole('main').getByRole('alert').getByText(approvedWord(approved.isApproved).toLowerCase()).waitFor()
    expect(await button(page, 'Update').count()).toBe(0)
  })
})

describe('looking', () => {
  test('a special provider sees a session without buttons', async () => {
    const page = await signIn(DEMO_SPECIAL_PROVIDER)
    const [session] = await sessionsBetween(page, weekAround(tuesday))
    const { scheduleEventId, title } = found(session, 'session of the special provider')
    await page.goto(`/view-schedule-provider/${scheduleEventId}/true`)
    await page.getByRole('heading', { name: 'View Event', level: 1 }).waitFor()
    await formReady(page, title)
    expect(await eventName(page).isEnabled()).toBe(false)
    expect(await page.getByRole('button', { name: /^(Save|Update|Update All|Cancel)$/ }).count()).toBe(0)
    await shoot(page, 'view')
  })

  test("no such session, or another provider's: the server's message and a way back; no access to viewing", async () => {
    const administrator = await signIn(DEMO_ADMINISTRATOR)
    const day = await sessionsBetween(administrator, { from: tuesday, to: tuesday })
    const foreign = found(
      day.find(({ providerName }) => providerName !== DEMO_PROVIDER.displayName),
      'other provider',
    )
    const page = await signIn(DEMO_PROVIDER)
    await page.goto(`/view-schedule-provider/${foreign.scheduleEventId}/true`)
    for (const path of [`${foreign.scheduleEventId}/${foreign.id}`, '99999999', 'nonsense']) {
      await page.getByText("You don't have access to this page").waitFor()
      await visit(page, `/edit-schedule-provider/${path}`)
      await page.getByRole('alert').getByText('Session not found.').waitFor()
      if (path === 'nonsense') break
      await visit(page, `/view-schedule-provider/${foreign.scheduleEventId}/true`)
    }
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'failed')
    await button(page, 'Back to the schedule').click()
    await page.getByRole('heading', { name: 'Manage Schedule' }).waitFor()
  })
})
