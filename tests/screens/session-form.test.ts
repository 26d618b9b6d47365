import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { recurrenceMessages } from '#domain/recurrence-patterns.ts'
import { axeFindings, SECOND_LOOK } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { useGallery } from '#tests/support/gallery.ts'
import { acceptSaved, previewOf } from '#tests/support/preview.ts'

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const gallery = useGallery(fileURLToPath(new URL('session-form', import.meta.url)), {
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
})
let page: Page

const open = async (query = '', options: BrowserContextOptions = {}) => {
  page = await gallery.open(query, options)
  await page.getByRole('group', { name: 'Caseload' }).or(page.locator('form')).first().waitFor()
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const option = (name: string) => page.getByRole('option', { name, exact: true })
const entries = (list: string) =>
  page
    .locator(`[data-rfd-droppable-id="${list}"] [data-entry]`)
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[data-name]')?.textContent))
const handle = (name: string) => page.locator('[data-rfd-drag-handle-draggable-id]', { hasText: `Drag ${name}` })
const sent = async () => JSON.parse((await page.locator('body').getAttribute('data-sent')) ?? 'null')
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const shoot = async (name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

const choose = async (list: string, name: string) => {
  await combobox(list).click()
  await option(name).click()
}

/** Types into the focused select and picks the remaining option, using only the keyboard. */
const pick = async (text: string, name: string) => {
  await page.keyboard.type(text)
  await option(name).waitFor()
  await press('ArrowDown', 'Enter')
  await option(name).waitFor({ state: 'hidden' })
}

const centerOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`Not on the page: ${locator}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Error messages by field. */
const messageOf = (locator: Locator) =>
  locator.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(''),
  )

const checkAxe = async () => expect(await axeFindings(page)).toEqual([])

const fillIn = async () => {
  await field('Session name').fill('Speech group')
  await choose('Provider', 'Maria Fernanda Gutiérrez')
  await choose('School', 'Ash Elementary School')
  await choose('Service', 'Speech Therapy')
  await choose('Rate type', 'Hourly')
}

const repeatWeekly = async () => {
  await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
  await page.getByRole('radio', { name: 'Weekly' }).check()
  for (const day of ['Tuesday', 'Thursday']) await page.getByRole('checkbox', { name: day }).check()
  await field('End Date').fill('01/14/2027')
  await press('Tab')
}

describe('adding a session', () => {
  test('by mouse: a weekly series with students dragged from the caseload, reordered and dragged back', async () => {
    await open()
    await fillIn()
    expect(await field('Rate').inputValue()).toBe('$82.50')
    const students = page.locator('[data-rfd-droppable-id="Students in this session"]')
    await students.scrollIntoViewIfNeeded()
    const target = await centerOf(students)
    for (const name of ['Björn Åkesson', 'Ana Ruiz']) {
      const from = await centerOf(handle(name))
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 20, from.y, { steps: 4 })
      await page.mouse.move(target.x, target.y + 20, { steps: 8 })
      await shoot(`dragging ${name}`)
      await page.mouse.up()
      await handle(name).and(page.locator('[data-rfd-droppable-id="Students in this session"] *')).waitFor()
    }
    expect(await entries('Students in this session')).toEqual(['Björn Åkesson', 'Ana Ruiz'])
    const drag = async (name: string, to: { x: number; y: number }) => {
      const from = await centerOf(handle(name))
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y - 8, { steps: 4 })
      await page.mouse.move(to.x, to.y, { steps: 10 })
      await page.locator('[data-dragging]').waitFor()
      await page.mouse.up()
      await page.locator('[data-dragging]').waitFor({ state: 'detached' })
    }
    const first = await centerOf(handle('Björn Åkesson'))
    await drag('Ana Ruiz', { x: first.x, y: first.y - 12 })
    await expect.poll(() => entries('Students in this session')).toEqual(['Ana Ruiz', 'Björn Åkesson'])
    await drag('Ana Ruiz', await centerOf(page.locator('[data-rfd-droppable-id="Caseload"]')))
    await expect.poll(() => entries('Students in this session')).toEqual(['Björn Åkesson'])
    expect(await entries('Caseload')).toContain('Ana Ruiz')
    await button('Add Ana Ruiz').click()
    await expect.poll(() => entries('Students in this session')).toEqual(['Björn Åkesson', 'Ana Ruiz'])
    await repeatWeekly()
    expect(await page.getByRole('status', { name: 'Series' }).innerText()).toBe(
      'Every week on Tuesday and Thursday until 01/14/2027\n16 sessions, first 11/24/2026, last 01/14/2027',
    )
    await checkAxe()
    await shoot('filled in')
    await button('Save').click()
    await previewOf(page).getByRole('button', { name: 'Save' }).click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await sent()).toEqual({
      mode: 'advance',
      eventName: 'Speech group',
      providerId: 3,
      date: '2026-11-24',
      startTime: '09:00',
      endTime: '09:45',
      schoolId: 1,
      serviceId: 10,
      rateTypeId: 1,
      colourCode: '#FFC078',
      isTimesheetReq: true,
      caseloadIds: [102, 101],
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
      endDate: '2027-01-14',
    })
  })

  test('using only the keyboard, including drag and drop', async () => {
    await open()
    await waitForFocus(field('Session name'))
    await page.keyboard.type('Speech group')
    await press('Tab')
    await pick('Tom', 'Tom Ek')
    await press('Tab')
    await press('ControlOrMeta+A')
    await page.keyboard.type('12/01/2026')
    await press('Tab', 'ControlOrMeta+A')
    await page.keyboard.type('10:00')
    await press('Tab')
    expect([await combobox('Start Time').inputValue(), await combobox('End Time').inputValue()]).toEqual([
      '10:00 AM',
      '10:15 AM',
    ])
    await press('ControlOrMeta+A')
    await page.keyboard.type('10:45a')
    await press('Tab', 'Tab')
    await pick('Birch', 'Birch Middle School')
    await press('Tab', 'Tab')
    await pick('Occ', 'Occupational Therapy')
    await press('Tab')
    await pick('Per', 'Per session')
    await press('Tab')
    await waitForFocus(page.getByLabel('Search caseload', { exact: true }))
    await page.keyboard.type('speech')
    await handle('Ana Ruiz').waitFor()
    await press('Tab')
    await press('Space')
    await page.getByText(/lifted an item/).waitFor({ state: 'attached' })
    await press('ArrowRight', 'Space')
    await expect.poll(() => entries('Students in this session')).toEqual(['Ana Ruiz'])
    await button('Add Nguyễn Thị Minh Khai').focus()
    await press('Enter')
    await expect.poll(() => entries('Students in this session')).toEqual(['Ana Ruiz', 'Nguyễn Thị Minh Khai'])
    // The focus moves to the next student's button, so that users can add one after another.
    await press('Enter')
    await expect
      .poll(() => entries('Students in this session'))
      .toEqual(['Ana Ruiz', 'Nguyễn Thị Minh Khai', '山田 太郎'])
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).focus()
    await press('Space')
    await page.getByRole('radio', { name: 'Daily' }).waitFor()
    await press('Tab', 'ArrowRight', 'ArrowRight')
    await expect.poll(() => page.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(true)
    await press('Tab', 'ArrowRight')
    await page.getByRole('checkbox', { name: 'Last' }).focus()
    await press('Space', 'Tab')
    await page.getByRole('checkbox', { name: 'Friday' }).focus()
    await press('Space')
    await field('End Date').focus()
    await page.keyboard.type('06/30/2027')
    await press('Tab')
    await page.getByText('7 sessions, first 12/25/2026, last 06/25/2027').waitFor()
    await field('Session name').focus()
    await press('Enter')
    const goesOn = previewOf(page).getByRole('button', { name: 'Save' })
    await waitForFocus(goesOn)
    await press('Enter')
    await acceptSaved(page, 'Event has been added successfully')
    expect(await sent()).toMatchObject({
      eventName: 'Speech group',
      providerId: 4,
      date: '2026-12-01',
      startTime: '10:00',
      endTime: '10:45',
      schoolId: 2,
      serviceId: 11,
      rateTypeId: 2,
      colourCode: '#74C0FC',
      caseloadIds: [201, 205, 207],
      rule: { type: 'monthly', option: 'nthWeekday', everyNMonths: 1, weeks: [5], days: [5] },
      endDate: '2027-06-30',
    })
  })

  test('by touch on a phone', async () => {
    await open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await fillIn()
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
    await button('Add Ana Ruiz').tap()
    const students = page.locator('[data-rfd-droppable-id="Students in this session"]')
    await handle('Björn Åkesson').evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await shoot('phone students')
    const [from, to] = [await centerOf(handle('Björn Åkesson')), await centerOf(students)]
    expect(await centerOf(handle('Björn Åkesson'))).toEqual(from)
    await touch('touchStart', from)
    await page.locator('[data-dragging]').waitFor()
    for (let step = 1; step <= 8; step += 1) {
      await touch('touchMove', { x: from.x + 4, y: from.y + ((to.y - from.y) * step) / 8 })
    }
    await shoot('phone dragging')
    await page.locator('[data-over]').and(students).waitFor()
    await touch('touchEnd')
    await expect
      .poll(async () => (await entries('Students in this session')).sort())
      .toEqual(['Ana Ruiz', 'Björn Åkesson'])
    await button('Save').tap()
    await acceptSaved(page, 'Event has been added successfully')
  })

  test('in Basic, with a custom color: no students', async () => {
    await open()
    await fillIn()
    await button('Add Ana Ruiz').click()
    await choose('Color', 'Light green')
    await page.getByText('Basic').click()
    expect(await page.getByText('Students in this session').count()).toBe(0)
    await button('Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await sent()).toMatchObject({
      mode: 'basic',
      colourCode: '#90EE90',
      caseloadIds: [],
      rule: { type: 'none' },
      endDate: '2026-11-24',
    })
  })

  test('as a provider: no switch, no provider, no rate type, and the day and times that a calendar passed', async () => {
    await open('role=Providers&show=page&date=2026-12-03&start=1:15%20PM&end=14:00')
    await page.getByRole('heading', { name: 'Add Event', level: 1 }).waitFor()
    expect([
      await field('Date').inputValue(),
      await combobox('Start Time').inputValue(),
      await combobox('End Time').inputValue(),
    ]).toEqual(['12/03/2026', '1:15 PM', '2:00 PM'])
    await page.getByText('1:15 PM-2:00 PM').waitFor()
    await page.getByText('45 minutes').waitFor()
    for (const label of ['Caseload List', 'Provider', 'Rate type', 'Rate']) {
      expect(await page.getByText(label, { exact: true }).count()).toBe(0)
    }
    await field('Event name').fill('Speech')
    await choose('School', 'Birch Middle School')
    await choose('Service', 'Speech Therapy')
    await button('Add Ana Ruiz').click()
    await button('Save').click()
    await expect.poll(() => page.url()).toContain('/schedule-provider-event-viewer')
    expect(await sent()).toMatchObject({ mode: 'advance', providerId: null, rateTypeId: null, caseloadIds: [201] })
  })

  test('as a special provider: Basic or Advance, but no rate type', async () => {
    await open('role=SpecialProvider&show=page')
    await page.getByText('Caseload List').waitFor()
    for (const label of ['Provider', 'Rate type', 'Rate']) {
      expect(await page.getByText(label, { exact: true }).count()).toBe(0)
    }
    await field('Event name').fill('Speech')
    await choose('School', 'Birch Middle School')
    await choose('Service', 'Speech Therapy')
    await page.getByText('Basic', { exact: true }).click()
    await button('Save').click()
    await expect.poll(() => page.url()).toContain('/schedule-provider-event-viewer')
    expect(await sent()).toMatchObject({ mode: 'basic', providerId: null, rateTypeId: null, caseloadIds: [] })
  })

  test('from a caseload of 60: the list scrolls, and searching narrows it; a draft loses who has left it', async () => {
    await open('more=52')
    await fillIn()
    const list = page.locator('[data-rfd-droppable-id="Caseload"]')
    await expect.poll(() => entries('Caseload')).toHaveLength(60)
    expect(await list.evaluate(({ clientHeight, scrollHeight }) => clientHeight < 260 && scrollHeight > 2000)).toBe(
      true,
    )
    await list.scrollIntoViewIfNeeded()
    await shoot('sixty students')
    await page.getByRole('searchbox', { name: 'Search caseload' }).fill('student 47')
    await expect.poll(() => entries('Caseload')).toEqual(['Student 47 of Many'])
    await press('Tab', 'Tab', 'Enter')
    await expect.poll(() => entries('Students in this session')).toEqual(['Student 47 of Many'])
    await page.getByText('No Student Found').waitFor()
    await page.getByRole('searchbox', { name: 'Search caseload' }).fill('')
    await expect.poll(() => entries('Caseload')).toHaveLength(59)
    await checkAxe()
    await button('Add Ana Ruiz').click()

    await page.goto('/')
    await page.getByText(/^Your unsaved changes from .* were restored\.$/).waitFor()
    await expect.poll(() => entries('Students in this session')).toEqual(['Ana Ruiz'])
    await button('Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await sent()).toMatchObject({ caseloadIds: [101] })
  })
})

describe('options', () => {
  test('follow from the school, the service, and the provider', async () => {
    await open()
    expect([await combobox('Service').isEnabled(), await combobox('Rate type').isEnabled()]).toEqual([false, false])
    await page.getByText('Choose a school to see its caseload').waitFor()
    await fillIn()

    await choose('Service', 'Occupational Therapy')
    expect([await combobox('Rate type').inputValue(), await field('Rate').inputValue()]).toEqual(['', ''])
    await choose('Rate type', 'Per session')
    await expect.poll(() => field('Rate').inputValue()).toBe('$82.50')

    await button('Add Ana Ruiz').click()
    expect(await combobox('Color').inputValue()).toBe('School color')
    await choose('School', 'Birch Middle School')
    expect([await combobox('Service').inputValue(), await combobox('Rate type').isEnabled()]).toEqual(['', false])
    expect(await combobox('Color').inputValue()).toBe('Sky')
    await expect.poll(() => entries('Caseload')).toContain('Ana Ruiz')
    expect(await entries('Students in this session')).toEqual([])

    // A provider who doesn't work at the school clears it, with its service and students.
    await choose('School', 'Ash Elementary School')
    await choose('Service', 'Speech Therapy')
    await button('Add Ana Ruiz').click()
    await choose('Provider', 'Tom Ek')
    await expect.poll(() => combobox('School').inputValue()).toBe('')
    await page.getByText('Choose a school to see its caseload').waitFor()
    expect([await combobox('Service').inputValue(), await combobox('Service').isEnabled()]).toEqual(['', false])
    expect(await entries('Students in this session')).toEqual([])
    await combobox('School').click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Birch Middle School'])
  })

  test('lists, rates, and a caseload that could not be loaded can be retried', async () => {
    await open('fails=lists,rates,caseload')
    const failed = (what: string) => page.getByText(`The ${what} could not be read.`)
    await failed('lists').waitFor()
    await button('Try again').click()
    await failed('lists').waitFor({ state: 'detached' })
    await choose('School', 'Ash Elementary School')
    for (const what of ['rates', 'caseload']) await failed(what).waitFor()
    await checkAxe()
    for (const _ of ['rates', 'caseload']) await button('Try again').first().click()
    for (const what of ['rates', 'caseload']) await failed(what).waitFor({ state: 'detached' })
    await fillIn()
    await button('Add Ana Ruiz').click()
    await expect.poll(() => field('Rate').inputValue()).toBe('$82.50')
  })
})

describe('validation', () => {
  /** The message at a select after typing something else into it. */
  const enterTime = async (name: string, text: string) => {
    await combobox(name).fill(text)
    await press('Tab')
    return messageOf(combobox(name))
  }

  test('shows a message at each missing field, focuses the first, and checks what is entered then', async () => {
    await open()
    await button('Save').click()
    expect(await messageOf(field('Session name'))).toBe('Session Name Is Required')
    expect(await messageOf(combobox('Provider'))).toBe('Provider Name Is Required')
    expect(await messageOf(combobox('School'))).toBe('School Name Is Required')
    expect(await messageOf(combobox('Service'))).toBe('Service Is Required')
    expect(await messageOf(combobox('Rate type'))).toBe('Rate Type Is Required')
    await page.getByText('At least 1 student is required').waitFor()
    await waitForFocus(field('Session name'))
    await checkAxe()
    await shoot('missing')
    await page.keyboard.type('Speech')
    await expect.poll(() => page.getByText('Session Name Is Required').count()).toBe(0)
    expect(await sent()).toBeNull()

    // A start outside the allowed hours, with the end that follows it.
    expect(await enterTime('Start Time', '6:45 AM')).toBe('Starts time can not be less than 7 AM')
    expect(await combobox('End Time').inputValue()).toBe('7:00 AM')
    expect(await enterTime('Start Time', '')).toBe('Start Time Is Required')
    expect(await enterTime('Start Time', '10')).toBe('')
    expect(await combobox('End Time').inputValue()).toBe('10:15 AM')
    // An invalid time stays as typed.
    expect(await enterTime('Start Time', '13:00')).toBe('Enter Valid Time')
    expect(await combobox('Start Time').inputValue()).toBe('13:00')
    expect(await enterTime('Start Time', '9:60')).toBe('Enter Valid Time')
    // An end that is not after the start, which the list does not offer.
    expect(await enterTime('Start Time', '9:00 am')).toBe('')
    expect(await enterTime('End Time', '8:30 am')).toBe('End Time can not be less than Start Time')
    expect(await enterTime('End Time', '9:00 am')).toBe('End Time should be greater than Start Time')
    expect(await enterTime('End Time', '11:50 pm')).toBe('Time can not exceed to 11:45 PM')
    expect(await enterTime('End Time', '')).toBe('End Time Is Required')
    await combobox('End Time').click()
    expect(await page.getByRole('option').first().textContent()).toBe('7:15 AM')
  })

  test('dates: a start, an end after it, and a session between them; what a pattern lacks', async () => {
    await open()
    await field('Date').fill('')
    await press('Tab')
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
    await field('End Date').fill('11/23/2026')
    await press('Tab')
    await button('Save').click()
    expect(await messageOf(field('Date'))).toBe('Start Date Is Required')
    await field('Date').fill('11/24/2026')
    await press('Tab')
    await expect.poll(() => messageOf(field('End Date'))).toBe('End Date can not be less than Start Date')
    expect(await messageOf(field('Date'))).toBe('')

    // A series without sessions, until its rule changes.
    await page.getByRole('radio', { name: 'Monthly' }).check()
    await page.getByRole('checkbox', { name: '31', exact: true }).check()
    await field('End Date').fill('12/20/2026')
    await press('Tab')
    await button('Save').click()
    await expect.poll(() => messageOf(field('End Date'))).toBe(recurrenceMessages.noDates)
    await page.getByRole('checkbox', { name: '1', exact: true }).check()
    await page.getByText('1 session, on 12/01/2026').waitFor()
    expect(await messageOf(field('End Date'))).toBe('')

    // What a pattern lacks; its interval has two digits.
    await field('End Date').fill('')
    await press('Tab')
    await page.getByRole('radio', { name: 'Daily' }).check()
    await field('Every').fill('')
    await field('Every').pressSequentially('1x23')
    expect(await field('Every').inputValue()).toBe('12')
    const lacking = [
      ['Daily', 'Every N days', 'Every', 'EveryDay is required', []],
      [
        'Weekly',
        'Selected weeks of each month',
        undefined,
        undefined,
        ['At least 1 week is required', 'At least 1 day is required'],
      ],
      [
        'Monthly',
        'Selected weeks and weekdays',
        'Of every',
        'Every Month is required',
        ['Monthly Week is required', 'Monthly Day is required'],
      ],
    ] as const
    for (const [type, pattern, count, message, others] of lacking) {
      await page.getByRole('radio', { name: type }).check()
      await page.getByRole('radio', { name: pattern }).check()
      if (count) await field(count).fill('')
      await button('Save').click()
      if (count) await expect.poll(() => messageOf(field(count))).toBe(message)
      expect(await messageOf(field('End Date'))).toBe('End Date Is Required')
      for (const other of others) await page.getByText(other).waitFor()
      expect(await page.locator('fieldset[aria-describedby]').count()).toBe(others.length)
    }
    await checkAxe()
  })

  test("a field shows the server's message until it is changed", async () => {
    await open('save=refused')
    await fillIn()
    await button('Add Ana Ruiz').click()
    await button('Save').click()
    await expect.poll(() => messageOf(combobox('Service'))).toBe('Service Is Required')
    await field('Session name').fill('Another name')
    expect(await messageOf(combobox('Service'))).toBe('Service Is Required')
    await choose('Service', 'Occupational Therapy')
    await expect.poll(() => messageOf(combobox('Service'))).toBe('')
  })
})

describe('leaving', () => {
  test('unsaved changes are confirmed first, also undone ones: No keeps them, Yes leaves', async () => {
    await open()
    await field('Session name').fill('Speech')
    const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' })
    const stays = async (kept: string) => {
      await question.getByRole('button', { name: 'No' }).click()
      await question.waitFor({ state: 'detached' })
      expect(await field('Session name').inputValue()).toBe(kept)
    }
    await button('Cancel').click()
    await question.waitFor()
    await checkAxe()
    await stays('Speech')
    await button('Close').click()
    await stays('Speech')
    await field('Session name').fill('')
    await button('Cancel').click()
    await stays('')
    await field('Session name').fill('Speech')
    await press('Escape')
    await question.getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    expect(await field('Session name').count()).toBe(0)
  })
})

describe('a stored session', () => {
  test.each([
    ['editOccurrence', ['Cancel', 'Update'], { tick: false, type: false, option: false, name: true }],
    ['editSeries', ['Cancel', 'Update All'], { tick: true, type: false, option: false, name: true }],
    ['editSeries&started', ['Cancel', 'Update All'], { tick: false, type: false, option: false, name: true }],
    ['view', [], { tick: false, type: false, option: false, name: false }],
    ['passed', ['Cancel'], { tick: false, type: false, option: false, name: false }],
  ] as const)('opened as %s', async (show, buttons, enabled) => {
    await open(`show=${show}`)
    await expect.poll(() => entries('Students in this session')).toEqual(['Ana Ruiz', 'Björn Åkesson'])
    expect({
      tick: await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).isEnabled(),
      type: await page.getByRole('radio', { name: 'Daily' }).isEnabled(),
      option: await page.getByRole('radio', { name: 'Every N weeks' }).isEnabled(),
      name: await field('Event name').isEnabled(),
    }).toEqual(enabled)
    expect(await page.getByRole('button', { name: /^(Cancel|Save|Update|Update All)$/ }).allTextContents()).toEqual(
      buttons,
    )
    expect(await combobox('School').inputValue()).toBe('Ash Elementary School')
    if (show === 'view' || show === 'passed') {
      const openFields = await page
        .locator('form input:not([type=hidden])')
        .evaluateAll((inputs) =>
          inputs.flatMap((input) =>
            input instanceof HTMLInputElement && !input.disabled && !input.readOnly ? [input.outerHTML] : [],
          ),
        )
      expect(openFields).toEqual([])
      expect(
        await page
          .getByRole('button', { name: /^(Add|Remove|Drag) / })
          .and(page.locator(':enabled'))
          .count(),
      ).toBe(0)
    }
    await shoot(show)
  })
})

describe('appearance', () => {
  const [largeLight, smallDark] = [
    ['light', 1440, 900],
    ['dark', 390, 844],
  ] as const

  /** Changes the loaded page's colors and size. */
  const wear = async ([colorScheme, width, height]: readonly ['light' | 'dark', number, number]) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
  }

  test('nothing overflows with the longest names, large and small', async () => {
    await open()
    await fillIn()
    await choose(
      'School',
      'The Very Reverend Bartholomew Featherstonehaugh Memorial Consolidated Elementary School of the Upper Valley',
    )
    await button('Add Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Maximilian-Alexander').click()
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
    await page.getByRole('radio', { name: 'Monthly' }).check()
    for (const look of [largeLight, smallDark]) {
      await wear(look)
      expect(
        await page.evaluate(() => ({
          page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          panel: [...document.querySelectorAll('[role=dialog], [role=dialog] form')].map(
            (element) => element.scrollWidth - element.clientWidth,
          ),
        })),
        look.join(' '),
      ).toEqual({ page: 0, panel: [0, 0] })
      await shoot(`${look.join(' ')} end`)
    }
    expect(await axeFindings(page, SECOND_LOOK)).toEqual([])
  })

  test.each([largeLight, smallDark])(
    "the date field's calendar, and the list of times, which opens at the selected one: %s at %i × %i",
    async (...look) => {
      await open()
      await wear(look)
      await field('Date').click()
      await page
        .getByRole('button', { name: /November 2026|25 November/ })
        .first()
        .waitFor()
      await checkAxe()
      await shoot(`${look.join(' ')} date`)
      await combobox('Start Time').click()
      await page.getByRole('option').first().waitFor()
      const [list, chosen] = [await centerOf(page.getByRole('listbox')), await centerOf(option('9:00 AM'))]
      expect(Math.abs(list.y - chosen.y)).toBeLessThan(40)
      await checkAxe()
      await shoot(`${look.join(' ')} times`)
    },
  )
})
