/** The main job without a mouse: every step by keyboard, from signing in to the approved day. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, formatDate, formatDayHeader } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_SECOND_PROVIDER, type DemoAccount } from '#server/seed/demo-accounts.ts'
import { heldTuesday, IDLE_DAYS } from '#tests/support/demo-dates.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { savedDialog } from '#tests/support/preview.ts'

const { openLogin } = useDemoPortal({ daysAgo: IDLE_DAYS })

const SESSION = 'Balance and stairs, by keyboard'
const MOST_STOPS = 120

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the target has the focus, so that only what users can reach by Tab is reachable here. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await isFocused(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

const press = async (target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

const type = async (target: Locator, text: string, ...keys: readonly string[]) => {
  await tabTo(target)
  const { keyboard } = target.page()
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type(text)
  for (const key of keys) await keyboard.press(key)
}

/** Opens a list, narrows it by typing, and takes the option. */
const choose = async (target: Locator, option: string) => {
  await tabTo(target)
  const page = target.page()
  await page.keyboard.type(option)
  await page.getByRole('option', { name: option }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const signIn = async ({ email, password }: DemoAccount): Promise<Page> => {
  const page = await openLogin()
  await type(page.getByLabel('Username'), email)
  await type(page.getByLabel('Password', { exact: true }), password, 'Enter')
  await page.getByRole('heading', { name: 'Home Page' }).waitFor()
  return page
}

test('the main job using only the keyboard', { timeout: 300_000 }, async () => {
  const tuesday = heldTuesday()
  const lastThursday = addDays(tuesday, 2 + 7 * 7)

  const admin = await signIn(DEMO_ADMINISTRATOR)
  await press(admin.getByRole('link', { name: 'Manage Schedule' }))
  await press(admin.getByRole('button', { name: '+ Add Session' }))
  const form = admin.getByRole('dialog', { name: 'Add Session' })
  const list = (name: string) => form.getByRole('combobox', { name, exact: true })
  await type(form.getByRole('textbox', { name: 'Session name' }), SESSION)
  await choose(list('Provider'), DEMO_SECOND_PROVIDER.displayName)
  await type(form.getByRole('textbox', { name: 'Date', exact: true }), formatDate(tuesday), 'Tab')
  await type(list('Start Time'), '9:00', 'Tab')
  await type(list('End Time'), '9:45', 'Tab')
  await tabTo(list('School'))
  await admin.keyboard.press('ArrowDown')
  await admin.getByRole('option').first().waitFor()
  await admin.keyboard.press('ArrowDown')
  await admin.keyboard.press('Enter')
  await choose(list('Service'), 'Physical Therapy')
  await choose(list('Rate type'), 'Hourly')

  // One student is moved by keyboard dragging, the next is added with its button.
  const chosen = form.locator('[data-rfd-droppable-id="Students in this session"]')
  const names = () => chosen.locator('[data-name]').allInnerTexts()
  await tabTo(form.locator('[data-rfd-droppable-id="Caseload"] [data-rfd-drag-handle-draggable-id]').first())
  await admin.keyboard.press('Space')
  await admin.getByText(/lifted an item/).waitFor({ state: 'attached' })
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('Space')
  await expect.poll(async () => (await names()).length).toBe(1)
  await press(form.getByRole('button', { name: /^Add / }).first())
  await expect.poll(async () => (await names()).length).toBe(2)
  const [student = ''] = await names()

  await press(form.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }), 'Space')
  await tabTo(form.getByRole('radio', { name: 'Daily', exact: true }))
  await admin.keyboard.press('ArrowRight')
  for (const day of ['Tuesday', 'Thursday']) await press(form.getByRole('checkbox', { name: day }), 'Space')
  await type(form.getByRole('textbox', { name: 'End Date' }), formatDate(lastThursday), 'Tab')
  await form.getByText(/^16 sessions/).waitFor()
  await press(form.getByRole('button', { name: 'Save' }))
  const preview = admin.getByRole('dialog', { name: 'Preview of the series' })
  await preview.getByText(/^16 sessions will be created/).waitFor()
  await press(preview.getByRole('button', { name: 'Save' }))
  const saved = savedDialog(admin)
  await saved.getByText('Event has been added successfully').waitFor()
  await press(saved.getByRole('button', { name: 'OK' }))

  const james = await signIn(DEMO_SECOND_PROVIDER)
  await type(james.getByLabel('Date', { exact: true }), formatDate(tuesday), 'Enter')
  const box = james.getByRole('listitem').filter({ hasText: SESSION })
  await choose(box.getByRole('combobox', { name: `Select TL, ${student}` }).first(), 'MU')
  await james.getByText('Recurrence feeback updated successfully').waitFor()
  await press(box.getByRole('button', { name: `Student Note, ${student}` }).first())
  const note = james.getByRole('dialog', { name: 'Student Note' })
  await type(note.getByRole('textbox', { name: student }), 'Climbed the stairs without the rail.')
  await press(note.getByRole('button', { name: 'Save' }))
  await note.waitFor({ state: 'detached' })

  const school = james.getByRole('region').filter({ hasText: SESSION })
  await press(school.getByRole('button', { name: 'Edit' }))
  await type(school.getByRole('combobox', { name: 'Start' }), '8:30 AM', 'Tab')
  await type(school.getByRole('combobox', { name: 'End' }), '3:15 PM', 'Tab')
  await press(school.getByRole('button', { name: 'Confirm', exact: true }))
  await school.getByText('Confirmed').waitFor()
  // Other regions, such as time off, have no hours.
  const hours = james.getByRole('region').filter({ has: james.getByRole('button', { name: 'Confirm', exact: true }) })
  for (const other of await hours.all()) {
    const confirm = other.getByRole('button', { name: 'Confirm', exact: true })
    if (await confirm.isEnabled()) await press(confirm)
    await other.getByText('Confirmed').waitFor()
  }

  await press(admin.getByRole('link', { name: 'Homeroom, Home Page' }))
  await choose(admin.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name: 'Provider' }), 'James')
  await type(admin.getByLabel('Date', { exact: true }), formatDate(tuesday), 'Enter')
  const check = admin.getByRole('checkbox', { name: `Approve ${formatDayHeader(tuesday)}` })
  await expect.poll(() => check.isEnabled()).toBe(true)
  await press(check, 'Space')
  await press(admin.getByRole('button', { name: 'Save' }))
  await press(admin.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }))
  await expect.poll(() => check.isDisabled()).toBe(true)
  expect(await check.isChecked()).toBe(true)

  await james.reload()
  await school.getByText('Approved').waitFor()
  expect(await school.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
})
