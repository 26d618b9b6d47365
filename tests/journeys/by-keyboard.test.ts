/** The main job without a mouse, from the Home Page to the approved day; the session form's test plans a session so. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatDate, formatDayHeader } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_SECOND_PROVIDER } from '#server/seed/demo-accounts.ts'
import { heldTuesday, IDLE_DAYS } from '#tests/support/demo-dates.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { tabTo } from '#tests/support/focus.ts'

const { signIn } = useDemoPortal({ daysAgo: IDLE_DAYS })

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

test("a provider's day, and its approval, using only the keyboard", { timeout: 300_000 }, async () => {
  const tuesday = heldTuesday()

  const james = await signIn(DEMO_SECOND_PROVIDER)
  await james.goto('/')
  await type(james.getByLabel('Date', { exact: true }), formatDate(tuesday), 'Enter')
  // Other regions, such as time off, have no hours.
  const hours = james.getByRole('region').filter({ has: james.getByRole('button', { name: 'Confirm', exact: true }) })
  const school = hours.first()
  const box = school
    .getByRole('listitem')
    .filter({ has: james.getByRole('button', { name: /^Student Note, / }) })
    .first()
  const noteOf = await box
    .getByRole('button', { name: /^Student Note, / })
    .first()
    .getAttribute('aria-label')
  const student = noteOf?.replace('Student Note, ', '') ?? ''
  await choose(box.getByRole('combobox', { name: `Select TL, ${student}` }).first(), 'MU')
  await james.getByText('Recurrence feeback updated successfully').waitFor()
  await press(box.getByRole('button', { name: `Student Note, ${student}` }).first())
  const note = james.getByRole('dialog', { name: 'Student Note' })
  await type(note.getByRole('textbox', { name: student }), 'Climbed the stairs without the rail.')
  await press(note.getByRole('button', { name: 'Save' }))
  await note.waitFor({ state: 'detached' })

  await press(school.getByRole('button', { name: 'Edit' }))
  await type(school.getByRole('combobox', { name: 'Start' }), '8:30 AM', 'Tab')
  await type(school.getByRole('combobox', { name: 'End' }), '3:15 PM', 'Tab')
  await press(school.getByRole('button', { name: 'Confirm', exact: true }))
  await school.getByText('Confirmed').waitFor()
  for (const other of await hours.all()) {
    const confirm = other.getByRole('button', { name: 'Confirm', exact: true })
    if (await confirm.isEnabled()) await press(confirm)
    await other.getByText('Confirmed').waitFor()
  }

  const admin = await signIn(DEMO_ADMINISTRATOR)
  await admin.goto('/')
  await choose(admin.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name: 'Provider' }), 'James')
  await type(admin.getByLabel('Date', { exact: true }), formatDate(tuesday), 'Enter')
  const check = admin.getByRole('checkbox', { name: `Approve ${formatDayHeader(tuesday)}` })
  await expect.poll(() => check.isEnabled()).toBe(true)
  await press(check, 'Space')
  await press(admin.getByRole('button', { name: 'Save' }))
  await press(admin.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }))
  await expect.poll(() => check.isDisabled()).toBe(true)
  expect(await check.isChecked()).toBe(true)

  // His open page follows.
  await school.getByText('Approved').waitFor()
  expect(await school.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
})
