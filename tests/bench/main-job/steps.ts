/** The main job, step by step. */
import type { Locator, Page } from 'playwright-core'
import { addDays, formatDate, formatDayHeader } from '#domain/time.ts'
import { DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { heldTuesday } from '#tests/support/demo-dates.ts'
import { choose, dragStudent } from '#tests/support/session-entries.ts'

const type = async (field: Locator, text: string) => {
  await field.click()
  await field.press('Control+a')
  await field.pressSequentially(text)
  await field.press('Tab')
}

export interface Step {
  readonly name: string
  readonly work: () => Promise<unknown>
}

/** Fills in the form of a weekly session without students; the peer (plain.tsx) has the same fields. */
export const fillForm = (page: Page): Step[] => {
  const form = page.getByRole('dialog', { name: 'Add Session' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const time = (name: string) => form.getByRole('combobox', { name, exact: true })
  const tuesday = heldTuesday()
  return [
    {
      name: 'open the form',
      work: async () => {
        await page.getByRole('button', { name: '+ Add Session' }).click()
        await field('Session name').waitFor()
      },
    },
    { name: 'type the name', work: () => type(field('Session name'), 'Handwriting group') },
    {
      name: 'choose provider, school, service and rate',
      work: async () => {
        await choose(form, 'Provider', DEMO_PROVIDER.displayName)
        await choose(form, 'School', 'Lincoln Elementary School')
        await choose(form, 'Service', 'Occupational Therapy')
        await choose(form, 'Rate type', 'Hourly')
      },
    },
    {
      name: 'type day and times',
      work: async () => {
        await type(field('Date'), formatDate(tuesday))
        await type(time('Start Time'), '9:00 AM')
        await type(time('End Time'), '9:45 AM')
      },
    },
    {
      name: 'make it weekly',
      work: async () => {
        await form.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
        await form.getByRole('radio', { name: 'Weekly' }).check()
        await form.getByRole('checkbox', { name: 'Tuesday' }).check()
        await type(field('End Date'), formatDate(addDays(tuesday, 28)))
      },
    },
  ]
}

/** Adds a weekly session with a student, from the calendar of all providers. */
export const adminPlans = (page: Page): Step[] => {
  const form = page.getByRole('dialog', { name: 'Add Session' })
  return [
    ...fillForm(page),
    { name: 'drag a student', work: () => dragStudent(form) },
    {
      name: 'preview',
      work: async () => {
        await form.getByRole('button', { name: 'Save' }).click()
        await page
          .getByRole('dialog', { name: 'Preview of the series' })
          .getByRole('button', { name: 'Save' })
          .waitFor()
      },
    },
    {
      name: 'save',
      work: async () => {
        await page.getByRole('dialog', { name: 'Preview of the series' }).getByRole('button', { name: 'Save' }).click()
        await page.getByRole('button', { name: 'OK', exact: true }).click()
      },
    },
  ]
}

/** Confirms the hours of the day on the provider's Home Page. */
export const providerConfirms = (page: Page): Step[] => [
  {
    name: 'confirm hours',
    work: async () => {
      const confirm = page.getByRole('button', { name: 'Confirm', exact: true })
      await confirm.first().waitFor()
      for (const region of await page.getByRole('region').filter({ has: confirm }).all()) {
        const own = region.getByRole('button', { name: 'Confirm', exact: true })
        if (await own.isEnabled()) await own.click()
        await region.getByText('Confirmed').waitFor()
      }
    },
  },
]

/** Approves that day on the administrator's Home Page. */
export const adminApproves = (page: Page): Step[] => [
  {
    name: 'approve the day',
    work: async () => {
      const check = page.getByRole('checkbox', { name: `Approve ${formatDayHeader(heldTuesday())}` })
      await check.click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
]
