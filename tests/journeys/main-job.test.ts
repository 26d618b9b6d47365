/**
 * The portal's main job, end to end: an administrator plans a weekly session; the provider finds it, records what
 * happened, and confirms the hours; the administrator approves the day. The server process is killed and restarted before
 * and after the approval, and everything acknowledged is still there.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, formatDate, formatDayHeader, type LocalDate } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { heldTuesday, IDLE_DAYS } from '#tests/support/demo-dates.ts'
import { ownProcess, usePortalOf } from '#tests/support/demo-portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { choose, dragStudent } from '#tests/support/session-entries.ts'

const { server, signInByForm } = usePortalOf({ daysAgo: IDLE_DAYS, start: ownProcess })

const SESSION = 'Handwriting group (journey)'
const NOTE = 'Held the pencil in a tripod grip for the whole of a line.'

const powerCut = async () => {
  await server().kill()
  await server().restart()
}

/** Types a time as a person would, and leaves the field. */
const typeTime = async (form: Locator, field: string, text: string) => {
  const input = form.getByRole('combobox', { name: field, exact: true })
  await input.fill(text)
  await input.press('Tab')
}

const goToDate = async (page: Page, date: LocalDate) => {
  const field = page.getByLabel('Date', { exact: true })
  await field.fill(formatDate(date))
  await field.press('Enter')
}

/** The session's box on a calendar, found by its name. */
const sessionsOn = (page: Page) => page.getByRole('button', { name: new RegExp(SESSION.replace(/[()]/g, '.')) })

test('a weekly session from its plan to the approved day', { timeout: 300_000 }, async () => {
  const tuesday = heldTuesday()
  const thursday = addDays(tuesday, 2)
  const lastThursday = addDays(thursday, 7 * 7)

  // The administrator plans eight weeks of Tuesdays and Thursdays for two students.
  const admin = await signInByForm(DEMO_ADMINISTRATOR)
  await admin.getByRole('link', { name: 'Manage Schedule' }).click()
  await admin.getByRole('button', { name: '+ Add Session' }).click()
  const form = admin.getByRole('dialog', { name: 'Add Session' })
  await form.getByRole('textbox', { name: 'Session name' }).fill(SESSION)
  await choose(form, 'Provider', DEMO_PROVIDER.displayName)
  await form.getByRole('textbox', { name: 'Date', exact: true }).fill(formatDate(tuesday))
  await form.getByRole('textbox', { name: 'Date', exact: true }).press('Tab')
  await typeTime(form, 'Start Time', '9:00 AM')
  await typeTime(form, 'End Time', '9:45 AM')
  await choose(form, 'School', 'Lincoln Elementary School')
  await choose(form, 'Service', 'Occupational Therapy')
  await choose(form, 'Rate type', 'Hourly')
  const students = [await dragStudent(form), await dragStudent(form)]
  const chosen = form.locator('[data-rfd-droppable-id="Students in this session"] [data-entry]')
  expect(await chosen.count()).toBe(2)
  await form.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
  await form.getByRole('radio', { name: 'Weekly' }).check()
  for (const day of ['Tuesday', 'Thursday']) await form.getByRole('checkbox', { name: day }).check()
  await form.getByRole('textbox', { name: 'End Date' }).fill(formatDate(lastThursday))
  await form.getByRole('textbox', { name: 'End Date' }).press('Tab')
  expect(await form.getByRole('status', { name: 'Series' }).innerText()).toBe(
    `Every week on Tuesday and Thursday until ${formatDate(lastThursday)}\n` +
      `16 sessions, first ${formatDate(tuesday)}, last ${formatDate(lastThursday)}`,
  )
  await form.getByRole('button', { name: 'Save' }).click()
  const preview = admin.getByRole('dialog', { name: 'Preview of the series' })
  await preview.getByText(/^16 sessions will be created/).waitFor()
  await preview.getByRole('button', { name: 'Save' }).click()
  await acceptSaved(admin, 'Event has been added successfully')

  // The provider finds it on the right days of the Home Page …
  const maria = await signInByForm(DEMO_PROVIDER)
  const box = maria.getByRole('listitem').filter({ hasText: SESSION })
  for (const [date, count] of [
    [addDays(tuesday, 1), 0],
    [lastThursday, 1],
    [addDays(lastThursday, 5), 0],
    [tuesday, 1],
  ] as const) {
    await goToDate(maria, date)
    await expect.poll(() => box.count(), { message: `sessions on ${date}` }).toBe(count)
  }
  expect(await box.first().innerText()).toContain('9:00 AM-9:45 AM')
  for (const student of students) expect(await box.innerText()).toContain(student)

  // … and in the right weeks of Manage Schedule.
  await maria.getByRole('button', { name: 'Scheduling' }).hover()
  await maria.getByRole('menuitem', { name: 'Manage Schedule' }).click()
  for (const [date, count] of [
    [tuesday, 2],
    [addDays(tuesday, -7), 0],
    [lastThursday, 2],
    [addDays(lastThursday, 7), 0],
  ] as const) {
    await goToDate(maria, date)
    await expect.poll(() => sessionsOn(maria).count(), { message: `sessions in the week of ${date}` }).toBe(count)
  }

  // She labels a student, writes a note on one …
  await maria.getByRole('link', { name: 'Home Page', exact: true }).click()
  await goToDate(maria, tuesday)
  const [first = ''] = students
  await box
    .getByRole('combobox', { name: `Select TL, ${first}` })
    .first()
    .click()
  await maria.getByRole('option', { name: /^MU/ }).click()
  await maria.getByText('Recurrence feeback updated successfully').waitFor()
  await maria.keyboard.press('Escape')
  await box
    .getByRole('button', { name: `Student Note, ${first}` })
    .first()
    .click()
  const note = maria.getByRole('dialog', { name: 'Student Note' })
  await note.getByRole('textbox', { name: first }).fill(NOTE)
  await note.getByRole('button', { name: 'Save' }).click()
  await note.waitFor({ state: 'detached' })

  // … changes her hours, and confirms them; hours at her other schools that day are confirmed unchanged.
  const lincoln = maria.getByRole('region', { name: 'Lincoln Elementary School' })
  await lincoln.getByRole('button', { name: 'Edit' }).click()
  await typeTime(lincoln, 'Start', '8:30 AM')
  await typeTime(lincoln, 'End', '3:15 PM')
  await choose(lincoln, 'Service', 'Evaluation')
  await lincoln.getByRole('button', { name: 'Confirm', exact: true }).click()
  await lincoln.getByText('Confirmed').waitFor()
  // Other regions, such as time off, have no hours.
  const hours = maria.getByRole('region').filter({ has: maria.getByRole('button', { name: 'Confirm', exact: true }) })
  for (const region of await hours.all()) {
    const confirm = region.getByRole('button', { name: 'Confirm', exact: true })
    if (await confirm.isEnabled()) await confirm.click()
    await region.getByText('Confirmed').waitFor()
  }
  await powerCut()
  await maria.reload()
  for (const text of ['8:30 AM', '3:15 PM', 'Evaluation']) await lincoln.getByText(text, { exact: true }).waitFor()
  await box.getByText('MU', { exact: true }).waitFor()
  await box
    .getByRole('button', { name: `Student Note, ${first}` })
    .first()
    .click()
  expect(await note.getByRole('textbox', { name: first }).inputValue()).toBe(NOTE)
  await note.getByRole('button', { name: 'Cancel' }).click()

  // The administrator sees the week, ticks the day, saves and confirms.
  await admin.getByRole('link', { name: 'Homeroom, Home Page' }).click()
  await choose(admin.getByRole('search', { name: 'Filters' }), 'Provider', DEMO_PROVIDER.displayName)
  await goToDate(admin, tuesday)
  await expect.poll(() => sessionsOn(admin).count()).toBe(2)
  const check = admin.getByRole('checkbox', { name: `Approve ${formatDayHeader(tuesday)}` })
  await check.check()
  await admin.getByRole('button', { name: 'Save' }).click()
  const question = admin.getByRole('dialog')
  await question.getByText('Are you sure you want to save the changes?').waitFor()
  await question.getByText('(You will not be able to make any changes for this day)').waitFor()
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  // The dialog closes when the server responds; the checkbox is disabled until then.
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => check.isDisabled()).toBe(true)
  expect(await check.isChecked()).toBe(true)
  await powerCut()
  await admin.reload()
  await expect.poll(() => check.isDisabled()).toBe(true)
  expect(await check.isChecked()).toBe(true)

  // The approved session no longer opens; the one on Thursday does.
  const [approved, open] = [sessionsOn(admin).first(), sessionsOn(admin).nth(1)]
  expect(await approved.evaluate((element) => getComputedStyle(element).cursor)).toBe('not-allowed')
  await approved.click({ force: true })
  await open.click()
  await admin.getByRole('dialog').getByText(formatDate(thursday)).waitFor()
  expect(await admin.getByRole('dialog').count()).toBe(1)

  // Her open page follows.
  await lincoln.getByText('Approved').waitFor()
  expect(await lincoln.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
  await box
    .getByRole('button', { name: `Student Note, ${first}` })
    .first()
    .click()
  await expect.poll(() => note.getByRole('textbox', { name: first }).isEditable()).toBe(false)
  expect(await note.getByRole('textbox', { name: first }).inputValue()).toBe(NOTE)
})
