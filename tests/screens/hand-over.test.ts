/** An administrator hands a provider's work over to colleagues, and takes it back. */

import { eq, inArray } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, formatDate, formatShortDay, localOf, weekOf } from '#domain/time.ts'
import { providerSchools, providerStatuses, providers } from '#server/db/schema/providers.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { openPage, press } from '#tests/support/definition-page.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const db = () => portal.database().db

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/hand-over ${name}.png`, fullPage: true })
}

const TODAY = localOf(Date.now(), TEST_TIME_ZONE).date
/** In the week after next, so that nothing has passed. */
const [, MONDAY = '', TUESDAY = ''] = weekOf(addDays(TODAY, 14))
const NEXT_MONDAY = addDays(MONDAY, 7)
const PAUL = PEOPLE.Providers.providerId
const SOFIA = PEOPLE.SpecialProvider.providerId
const DANA = 3
const PAGE = `/hand-over/${PAUL}`
const BOTH_MONDAYS = `Mondays, 9:00 AM-9:45 AM: 2 sessions, ${formatDate(MONDAY)} to ${formatDate(NEXT_MONDAY)}`

const rows = async (query: string) => (await portal.database().pool.query(query)).rows as Record<string, unknown>[]
const whose = async () =>
  (await rows('select date::text as d, title as t, provider_id as p from occurrences order by date, id')).map(
    ({ d, t, p }) => `${d} ${t}: ${p}`,
  )
const setDay = (providerId: number, date: string, state: string) =>
  portal
    .database()
    .pool.query('update provider_days set state = $3 where provider_id = $1 and date = $2', [providerId, date, state])
const therapists = async () => (await rows('select provider_id as p from students order by id')).map(({ p }) => p)
/** Which students go to whom, and when. */
const coming = async () =>
  (
    await rows(`select student_id as s, to_provider_id as p, moves_on::text as d from hand_over_items
      where moves_on is not null order by 1`)
  ).map(({ s, p, d }) => `${s} to ${p} on ${d}`)
const TOMORROW = addDays(TODAY, 1)
const ALL_TO_DANA = [1, 2, 3].map((id) => `${id} to ${DANA} on ${TOMORROW}`)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const items = (page: Page, school: string) => page.getByRole('table', { name: `Items at ${school}` })
/** The cells of each row, as they read; of a select, what is chosen. */
const cellsOf = (page: Page, school: string): Promise<string[][]> =>
  items(page, school)
    .getByRole('row')
    .evaluateAll((all) =>
      all.slice(1).map((row) =>
        [...row.querySelectorAll('td')].map((cell) => {
          const select = cell.querySelector('select')
          const chosen = select?.selectedOptions[0]?.textContent ?? ''
          const text = select
            ? [...cell.querySelectorAll('p')].map((p) => p.textContent ?? '').join(' ')
            : cell.innerText
          return [chosen, text]
            .filter(Boolean)
            .join(' ')
            .replaceAll(/\s*\n\s*/g, ' ')
        }),
      ),
    )
const handOverQuestion = (page: Page) => page.getByRole('dialog', { name: 'Do you want to hand over this work?' })
const handOver = async (page: Page) => {
  await button(page, /^Hand Over \d/).click()
  await press(handOverQuestion(page), 'Confirm')
}
/** The body of the next hand-over, without the fingerprints. */
const bodyOnSend = async (page: Page): Promise<unknown> => {
  const sent = page.waitForRequest(/hand-over\/hand-over$/)
  await handOver(page)
  const { seen: _, ...body } = (await sent).postDataJSON()
  return body
}
const history = (page: Page) => page.getByRole('table', { name: 'Earlier Hand-Overs' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Do you want to undo this hand-over?' })

const addAs = async (person: 'Providers' | 'SpecialProvider', form: Parameters<typeof addSession>[2]) =>
  addSession(portal.server(), await portal.server().tokenOf(PEOPLE[person].userId), form)

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await allowScreen(portal.database(), 'Administrators', 'ProviderProfileInformation')
  await db()
    .insert(providers)
    .values({ firstName: 'Dana', lastName: 'Weber', email: 'dana@district.example', providerTypeId: 1, statusId: 1 })
  await db()
    .insert(providerSchools)
    .values([
      { providerId: DANA, schoolId: SCHOOL_IDS.lincoln },
      { providerId: DANA, schoolId: SCHOOL_IDS.maple },
    ])
  await addAs('Providers', {
    eventName: 'Monday group',
    rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [1] },
    date: MONDAY,
    endDate: NEXT_MONDAY,
  })
  await addAs('Providers', {
    eventName: 'Evaluation',
    date: TUESDAY,
    schoolId: SCHOOL_IDS.maple,
    caseloadIds: [CASELOAD_IDS.chi],
  })
})

/** Shows what is outdated after someone else's change. */
const openOutdated = async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto(PAGE)
  return page
}

test('hands everything over with one button, and undoes it', async () => {
  const page = await openPage(portal, '/manage-providers')
  await page.getByRole('link', { name: 'Hand over the work of Paul Provider' }).click()
  await items(page, 'Lincoln').waitFor()
  expect(await cellsOf(page, 'Lincoln')).toEqual([
    [`Monday group ${BOTH_MONDAYS}`, '45', 'Dana Weber', 'None'],
    ['Ana Núñez Student', '', 'Dana Weber', ''],
    ['Bo Li Student', '', 'Dana Weber', ''],
  ])
  expect(await cellsOf(page, 'Maple')).toEqual([
    [`Evaluation ${formatDate(TUESDAY)}, 9:00 AM-9:45 AM`, '23', 'Dana Weber', 'None'],
    ['Chi Okafor Student', '', 'Dana Weber', ''],
  ])
  const colleagues = page.getByRole('table', { name: 'Colleagues' }).getByRole('row')
  expect(await colleagues.allInnerTexts()).toEqual([
    'Colleague\tWorks At\tWithout a Clash\tScheduled Minutes per Week',
    'Dana Weber\tLincoln, Maple\t5 of 5\t0, then 68',
    'Sofía Special\tLincoln\t5 of 5\t0',
  ])
  await page.getByText('Moves: 3 sessions and 3 students.').waitFor()
  await shoot(page, 'light')

  await button(page, 'Hand Over 5 Items').click()
  await handOverQuestion(page)
    .getByText(`From ${formatDate(addDays(TODAY, 1))} on, Paul Provider hands over:`)
    .waitFor()
  expect(await handOverQuestion(page).getByRole('listitem').allInnerTexts()).toEqual([
    '3 sessions and 3 students to Dana Weber',
  ])
  await shoot(page, 'question')
  await press(handOverQuestion(page), 'Cancel')
  expect(await whose()).toContain(`${TUESDAY} Evaluation: ${PAUL}`)

  expect(await bodyOnSend(page)).toEqual({
    languageId: 1,
    providerId: PAUL,
    from: addDays(TODAY, 1),
    choices: { toProviderId: 'proposed', anyway: false, schools: [], items: [] },
  })
  await page.getByText('Handed over: 3 sessions and 3 students.').waitFor()
  await page.getByText('Nothing is left to hand over from this day on.').waitFor()
  await waitForFocus(page.getByRole('heading', { name: 'Hand Over', exact: true }))
  expect(await whose()).toEqual([
    `${MONDAY} Monday group: ${DANA}`,
    `${TUESDAY} Evaluation: ${DANA}`,
    `${NEXT_MONDAY} Monday group: ${DANA}`,
  ])
  expect(await therapists()).toEqual([PAUL, PAUL, PAUL, SOFIA, SOFIA])
  expect(await coming()).toEqual(ALL_TO_DANA)

  const entry = history(page).getByRole('row').nth(1)
  expect(
    (await entry.innerText())
      .split('\t')
      .slice(1)
      .map((text) => text.trim()),
  ).toEqual([
    'Ada Admin',
    formatDate(addDays(TODAY, 1)),
    `3 sessions and 3 students to Dana Weber (3 students move on ${formatDate(TOMORROW)})`,
    'Handed over',
    'Undo',
  ])
  await entry.getByRole('button').click()
  await question(page).getByText('From today on, 3 sessions and 3 students go back to Paul Provider.').waitFor()
  await shoot(page, 'undo')
  expect(await axeFindings(page)).toEqual([])
  await press(question(page), 'Confirm')
  await page.getByText('The hand-over has been undone.').waitFor()
  await items(page, 'Maple').waitFor()
  expect(await cellsOf(page, 'Maple')).toHaveLength(2)
  await waitForFocus(page.getByRole('heading', { name: 'Hand Over', exact: true }))
  expect(await history(page).getByText('Undone', { exact: true }).count()).toBe(1)
  expect(await whose()).toEqual([
    `${MONDAY} Monday group: ${PAUL}`,
    `${TUESDAY} Evaluation: ${PAUL}`,
    `${NEXT_MONDAY} Monday group: ${PAUL}`,
  ])
  expect(await therapists()).toEqual([PAUL, PAUL, PAUL, SOFIA, SOFIA])
  expect(await coming()).toEqual([])
})

test('names clashes, moves them only if asked to, and says what changed since the preview', async () => {
  await addAs('SpecialProvider', {
    eventName: 'Own group',
    date: MONDAY,
    startTime: '09:30',
    endTime: '10:30',
    caseloadIds: [CASELOAD_IDS.dora],
  })
  const page = await openOutdated()
  await page.getByLabel('Everything to').selectOption({ label: 'Sofía Special' })
  const clash = `${formatShortDay(MONDAY)}: “Own group”, 9:30 AM-10:30 AM`
  await page.getByText(clash).waitFor()
  expect((await cellsOf(page, 'Lincoln'))[0]).toEqual([
    `Monday group ${BOTH_MONDAYS}`,
    '45',
    'Sofía Special Stays, because it clashes',
    `${clash} Move anyway`,
  ])
  await page.getByText('Moves: 1 session and 3 students. 1 item stays with Paul Provider.').waitFor()
  expect((await cellsOf(page, 'Maple')).map(([, , to]) => to)).toEqual([
    'Sofía Special Will work at this school',
    'Sofía Special Will work at this school',
  ])
  await page.getByLabel(`Move Monday group, ${BOTH_MONDAYS} anyway`).check()
  await page.getByText('Moves: 3 sessions and 3 students.').waitFor()
  await page.getByLabel(`Move Monday group, ${BOTH_MONDAYS} anyway`).uncheck()
  await page.getByText('1 item stays with Paul Provider.').waitFor()
  await page.getByLabel('Move items that clash, too (1)').check()
  await page.getByText('Moves: 3 sessions and 3 students.').waitFor()
  await shoot(page, 'clashes')
  await button(page, 'Hand Over 5 Items').click()
  await handOverQuestion(page).getByText('Sofía Special will work at Maple.').waitFor()
  await handOverQuestion(page).getByText('1 item clashes with something and moves anyway.').waitFor()
  await press(handOverQuestion(page), 'Cancel')
  await addAs('Providers', { eventName: 'New one', date: TUESDAY, startTime: '13:00', endTime: '13:30' })
  expect(await bodyOnSend(page)).toMatchObject({
    choices: { toProviderId: SOFIA, anyway: true, schools: [], items: [{ key: 'session/1' }] },
  })
  await page
    .getByRole('alert')
    .getByText(
      'Nothing was handed over, because something is different now: “New one” is new. Please review the new preview.',
    )
    .waitFor()
  await page.getByText('Moves: 4 sessions and 3 students.').waitFor()
  expect(await page.getByLabel('Everything to').inputValue()).toBe(String(SOFIA))
  expect((await cellsOf(page, 'Lincoln')).map(([name]) => name?.split(' ')[0])).toEqual(['Monday', 'New', 'Ana', 'Bo'])
  await shoot(page, 'changed')
  expect(await whose()).toContain(`${TUESDAY} Evaluation: ${PAUL}`)
  await handOver(page)
  await page.getByText('Handed over: 4 sessions and 3 students.').waitFor()
  expect(await whose()).toEqual([
    `${MONDAY} Monday group: ${SOFIA}`,
    `${MONDAY} Own group: ${SOFIA}`,
    `${TUESDAY} Evaluation: ${SOFIA}`,
    `${TUESDAY} New one: ${SOFIA}`,
    `${NEXT_MONDAY} Monday group: ${SOFIA}`,
  ])
})

test('a school and an item can go to someone else or stay, from a later day; who takes over is told on the Home Page', async () => {
  const page = await openPage(portal, PAGE)
  await items(page, 'Lincoln').waitFor()
  await page.getByLabel('Everything at Lincoln to').selectOption({ label: 'Sofía Special' })
  await page.getByLabel('Bo Li to', { exact: true }).selectOption({ label: 'Stays with Paul Provider' })
  const from = page.getByLabel('From', { exact: true })
  await from.fill(formatDate(NEXT_MONDAY))
  await from.press('Tab')
  await page.getByText('Moves: 1 session and 2 students. 1 item stays with Paul Provider.').waitFor()
  expect(await cellsOf(page, 'Lincoln')).toEqual([
    [`Monday group ${formatDate(NEXT_MONDAY)}, 9:00 AM-9:45 AM`, '45', 'Sofía Special', 'None'],
    ['Ana Núñez Student', '', 'Sofía Special', ''],
    ['Bo Li Student', '', 'Stays with Paul Provider', ''],
  ])
  expect(await page.getByLabel('Everything at Lincoln to').inputValue()).toBe('mixed')
  expect(await bodyOnSend(page)).toEqual({
    languageId: 1,
    providerId: PAUL,
    from: NEXT_MONDAY,
    choices: {
      toProviderId: 'proposed',
      anyway: false,
      schools: [{ schoolId: SCHOOL_IDS.lincoln, toProviderId: SOFIA }],
      items: [{ key: 'student/2', toProviderId: null }],
    },
  })
  await page.getByText('Handed over: 1 session and 2 students.').waitFor()
  expect(await whose()).toEqual([
    `${MONDAY} Monday group: ${PAUL}`,
    `${TUESDAY} Evaluation: ${PAUL}`,
    `${NEXT_MONDAY} Monday group: ${SOFIA}`,
  ])
  expect(await therapists()).toEqual([PAUL, PAUL, PAUL, SOFIA, SOFIA])
  expect(await coming()).toEqual([`1 to ${SOFIA} on ${NEXT_MONDAY}`, `3 to ${DANA} on ${NEXT_MONDAY}`])

  await portal.signIn(page, PEOPLE.SpecialProvider.email)
  await page.goto('/')
  await page.getByRole('link', { name: '1 hand-over to you' }).click()
  await page.waitForURL('**/work-received?shown=2')
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  const cells = await row.getByRole('cell').allInnerTexts()
  expect([...cells.slice(0, 5), cells[6]]).toEqual([
    '1',
    'Paul Provider',
    formatDate(NEXT_MONDAY),
    '1',
    'Ana Núñez',
    'Ada Admin',
  ])
  await shoot(page, 'received')
})

test('says what cannot be handed over or go back, and leads to where it is settled', async () => {
  await db()
    .insert(ptoRequests)
    .values({ providerId: PAUL, requestedDate: TUESDAY, startTime: '08:00', endTime: '12:00', reason: 'Away' })
  await setDay(PAUL, NEXT_MONDAY, 'approved')
  const page = await openPage(portal, PAGE)
  await page.getByText(`1 stays: the day is approved (${formatDate(NEXT_MONDAY)})`).waitFor()
  const request = page.getByRole('link', { name: '1 request for time off to answer' })
  expect(await request.getAttribute('href')).toBe(`/pto-record?statusId=1&providerIds=${PAUL}`)
  await handOver(page)
  await page.getByText('Handed over: 2 sessions and 3 students.').waitFor()
  await setDay(DANA, TUESDAY, 'locked')
  await history(page).getByRole('button').click()
  await question(page).getByText('From today on, 1 session and 3 students go back to Paul Provider.').waitFor()
  await question(page)
    .getByText(`Evaluation: 1 stays: the day is locked (${formatDate(TUESDAY)})`)
    .waitFor()
  await press(question(page), 'Confirm')
  await page.getByText('The hand-over has been undone in part.').waitFor()
  await history(page).getByText('Evaluation: the day is locked').waitFor()
  await history(page).getByText('Undone in part').waitFor()
})

test('tells sessions of the same name apart, marks colleagues who leave or are invited, and leads back', async () => {
  await allowScreen(portal.database(), 'Administrators', 'Caseloads')
  const twin = { eventName: 'Monday group', date: TUESDAY, caseloadIds: [CASELOAD_IDS.ana] }
  await addAs('Providers', { ...twin, startTime: '13:00', endTime: '13:30' })
  await addAs('Providers', { ...twin, startTime: '14:00', endTime: '14:30' })
  const page = await openPage(portal, PAGE)
  const selects = items(page, 'Lincoln').getByRole('combobox')
  await selects.first().waitFor()
  expect(await selects.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    `Monday group, ${BOTH_MONDAYS} to`,
    `Monday group, ${formatDate(TUESDAY)}, 1:00 PM-1:30 PM to`,
    `Monday group, ${formatDate(TUESDAY)}, 2:00 PM-2:30 PM to`,
    'Ana Núñez to',
    'Bo Li to',
  ])

  await db().update(providers).set({ termDate: TUESDAY }).where(eq(providers.id, DANA))
  await db().update(users).set({ passwordHash: null, invitedAt: new Date() }).where(eq(users.providerId, SOFIA))
  await page.reload()
  const everything = page.getByLabel('Everything to')
  await everything.selectOption({ label: `Dana Weber (Last day: ${formatDate(TUESDAY)})` })
  const late = `The last day of Dana Weber is ${formatDate(TUESDAY)}, before 1 of these sessions.`
  await page.getByText(late).waitFor()
  await page.getByLabel('Move items that clash, too (3)').check()
  await page.getByText('Moves: 3 sessions and 3 students. 1 item stays with Paul Provider.').waitFor()
  expect((await cellsOf(page, 'Lincoln')).map(([, , , clash]) => clash)).toEqual([
    '',
    'None',
    'None',
    `Last day at work: ${formatDate(TUESDAY)} Move anyway`,
    `Last day at work: ${formatDate(TUESDAY)} Move anyway`,
  ])
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'leaving')
  await everything.selectOption({ label: 'Sofía Special (Invited)' })
  await page.getByText('Moves: 5 sessions and 3 students.').waitFor()

  await items(page, 'Lincoln').getByRole('link', { name: 'Ana Núñez' }).click()
  await page.waitForURL('**/student/1')
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Paul Provider' }).click()
  await page.waitForURL(`**/provider/${PAUL}`)
  await page.getByRole('link', { name: 'Hand Over' }).click()
  await page.waitForURL(`**${PAGE}`)
})

test('says why nobody takes anything over, and what can be done, or that nothing is left', async () => {
  await db().delete(providerSchools).where(eq(providerSchools.providerId, DANA))
  await db().delete(providerSchools).where(eq(providerSchools.providerId, SOFIA))
  const page = await openPage(portal, PAGE)
  await page
    .getByText(
      'No other Occupational Therapist works at these schools. Choose one under “Not at these schools”, who will then work there.',
    )
    .waitFor()
  await page.getByText('Nothing moves. 5 items stay with Paul Provider.').waitFor()
  await shoot(page, 'nobody here')
  await db().insert(providerStatuses).values({ id: 2, title: 'On Leave' })
  await db()
    .update(providers)
    .set({ statusId: 2 })
    .where(inArray(providers.id, [DANA, SOFIA]))
  await page.reload()
  await page
    .getByText(
      'No other Occupational Therapist can take this work: add one under Manage Providers, or bring one back from leave.',
    )
    .waitFor()
  expect(await page.getByRole('table', { name: 'Colleagues' }).count()).toBe(0)
  await shoot(page, 'nobody')

  await page.goto(`/hand-over/${DANA}`)
  await page.getByText('Nothing is left to hand over from this day on.').waitFor()
  expect(await button(page, /^Hand Over/).count()).toBe(0)
  await shoot(page, 'empty')
  await page.goto('/hand-over/99')
  await page.getByText('Provider not found.').waitFor()
  await page.goto('/hand-over/none')
  await page.getByText('Provider not found.').waitFor()
})

test('works by keyboard alone; before work goes back, names the last day, the schools, and what is too late', async () => {
  const page = await openPage(portal, PAGE)
  await items(page, 'Lincoln').waitFor()
  await page.getByLabel('Everything to').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByText('Nothing moves. 5 items stay with Paul Provider.').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByText('Moves: 3 sessions and 3 students.').waitFor()
  await page.keyboard.press('Tab')
  await waitForFocus(button(page, 'Hand Over 5 Items'))
  await page.keyboard.press('Enter')
  await waitForFocus(handOverQuestion(page).getByRole('button', { name: 'Cancel', exact: true }))
  await page.keyboard.press('Tab')
  await waitForFocus(handOverQuestion(page).getByRole('button', { name: 'Confirm', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByText('Handed over: 3 sessions and 3 students.').waitFor()
  expect(await therapists()).toEqual([PAUL, PAUL, PAUL, SOFIA, SOFIA])
  expect(await coming()).toEqual(ALL_TO_DANA)

  await db().update(providers).set({ termDate: TUESDAY }).where(eq(providers.id, PAUL))
  await db().delete(providerSchools).where(eq(providerSchools.providerId, PAUL))
  await history(page).getByRole('button').click()
  await question(page).getByText('From today on, 2 sessions and 3 students go back to Paul Provider.').waitFor()
  await question(page)
    .getByText(`The last day of Paul Provider is ${formatDate(TUESDAY)}.`)
    .waitFor()
  await question(page).getByText('Paul Provider will work at Lincoln and Maple again.').waitFor()
  await question(page)
    .getByText(`Monday group: 1 stays: the provider has left by then (${formatDate(NEXT_MONDAY)})`)
    .waitFor()
  const change = question(page).getByRole('link', { name: 'Change the colleague of Monday group' })
  expect(await change.getAttribute('href')).toBe(`/hand-over/${DANA}?from=${NEXT_MONDAY}&item=Monday+group`)
  await shoot(page, 'undo late')
  await press(question(page), 'Confirm')
  await page.getByText('The hand-over has been undone in part.').waitFor()
  expect(await whose()).toEqual([
    `${MONDAY} Monday group: ${PAUL}`,
    `${TUESDAY} Evaluation: ${PAUL}`,
    `${NEXT_MONDAY} Monday group: ${DANA}`,
  ])

  // What stayed goes to someone else, and nothing else of the colleague's does.
  await history(page).getByRole('link', { name: 'Change the colleague of Monday group' }).click()
  await page.getByText(`Nothing moves. 1 item stays with Dana Weber.`).waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe(formatDate(NEXT_MONDAY))
  expect(await page.getByLabel('Search sessions and students').inputValue()).toBe('Monday group')
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'other colleague')
  await items(page, 'Lincoln')
    .getByRole('combobox', { name: /^Monday group,/ })
    .selectOption({ label: 'Sofía Special' })
  await page.getByText('Moves: 1 session.').waitFor()
  await press(page, 'Hand Over 1 Item')
  await press(handOverQuestion(page), 'Confirm')
  await page.getByText('Handed over: 1 session.').waitFor()
  expect((await whose()).at(-1)).toBe(`${NEXT_MONDAY} Monday group: ${SOFIA}`)
})

test('200 items with long names fit a phone, a page at a time, and can be searched', async () => {
  const long = 'Maximiliana Alexandrina Wolfeschlegelsteinhausen-Featherstonehaugh-Cholmondeley'
  const stored = await db().select().from(scheduleEvents)
  const [event] = stored
  const [date] = await db().select().from(occurrences)
  if (!event || !date) throw new Error('There is no session')
  const { id: _, ...session } = event
  const added = await db()
    .insert(scheduleEvents)
    .values(Array.from({ length: 95 }, (_, at) => ({ ...session, isRecurring: false, eventName: `${long} ${at}` })))
    .returning({ id: scheduleEvents.id })
  const { id: __, ...occurrence } = date
  await db()
    .insert(occurrences)
    .values(
      added.map(({ id }, at) => ({ ...occurrence, isRecurring: false, scheduleEventId: id, title: `${long} ${at}` })),
    )
  await db()
    .insert(students)
    .values(
      Array.from({ length: 100 }, (_, at) => ({
        name: `${long} ${at}`,
        gender: 'Female',
        schoolId: 1,
        providerId: PAUL,
      })),
    )
  await db().update(providers).set({ lastName: long }).where(undefined)
  const page = await portal.newPage({ viewport: { width: 390, height: 844 } })
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(PAGE)
  await button(page, 'Hand Over 200 Items').waitFor()
  expect(await items(page, 'Lincoln').getByRole('combobox').count()).toBe(20)
  const pages = page.getByRole('navigation', { name: 'Pages of Items at Lincoln' })
  await pages.getByText('1-20 of 198 results').waitFor()
  await pages.getByRole('button', { name: 'Page 10' }).click()
  await pages.getByText('181-198 of 198 results').waitFor()
  await page.getByLabel('Search sessions and students').fill('ana nú')
  await expect.poll(() => items(page, 'Lincoln').getByRole('combobox').count()).toBe(1)
  expect(await items(page, 'Maple').count()).toBe(0)
  await page.getByLabel('Search sessions and students').fill('nobody')
  await page.getByText('Nothing found').waitFor()
  await page.getByLabel('Search sessions and students').fill('')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await shoot(page, 'phone')
  await handOver(page)
  await page.getByText('Handed over: 98 sessions and 103 students.').waitFor()
})
