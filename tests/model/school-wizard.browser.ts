/** A school's page in a browser: a new school through all tabs, and a stored one opened at each other tab. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { SchoolTab, schoolWizardMachine } from '#machines/master-data/school-wizard.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { fillProfile } from '#tests/support/school-page.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'

export interface SchoolWizardWorld {
  readonly page: Page
}

type Snapshot = SnapshotFrom<typeof schoolWizardMachine>

const TITLES = { profile: 'Profile', billing: 'Billing Details', rates: 'Rates' } as const

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const tab = (page: Page, name: SchoolTab) => page.getByRole('tab', { name: TITLES[name], exact: true })

/** Saves a tab and dismisses the confirmation. */
const save = async (page: Page, name: string, words: string) => {
  await click(page, name)
  await page.getByRole('dialog', { name: 'Saved' }).getByText(words).waitFor()
  await click(page, 'OK')
}

/** The open tab, which tabs are enabled, and the address. */
const seesTab = async (page: Page, { context: { schoolId } }: Snapshot, open: SchoolTab) => {
  await page.getByRole('heading', { level: 1, name: schoolId === null ? 'Add School' : 'Manage School' }).waitFor()
  for (const name of ['profile', 'billing', 'rates'] as const) {
    await expect.poll(() => tab(page, name).getAttribute('aria-selected')).toBe(String(name === open))
    await expect.poll(() => tab(page, name).isEnabled()).toBe(schoolId !== null || name === 'profile')
  }
  const address = schoolId === null ? '/add-school' : `/updateSchool/${schoolId}`
  const query = open === 'profile' ? '' : `?tab=${open}`
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(address + query)
}

/**
 * Call at the top of the file.
 * @param starts the address that opens the page for each input
 */
export function schoolWizardInBrowser(
  starts: Readonly<Record<string, string>>,
): BrowserRun<typeof schoolWizardMachine, SchoolWizardWorld> {
  const portal = usePortal()
  const storedTitle = (id: number | null) =>
    portal
      .database()
      .pool.query<{ name: string }>('select name from schools where id = $1', [id])
      .then(({ rows: [row] }) => row?.name ?? '')

  return {
    starts: Object.keys(starts),
    open: async (start) => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      await addPlaces(portal.database())
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto(starts[start] ?? '/')
      return { page }
    },
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'tab.choose': ({ page }, { event }) => tab(page, event.type === 'tab.choose' ? event.tab : 'profile').click(),
      'profile.saved': async ({ page }) => {
        await fillProfile(page)
        await click(page, 'Save & Next')
      },
      'billing.saved': async ({ page }) => {
        await page.getByLabel('Billing Email').fill('billing@school.example')
        await save(page, 'Save & Next', 'Billing Details Updated Sucessfully')
      },
      'rates.saved': ({ page }) => save(page, 'Submit', 'School has been updated successfully'),
      'wizard.cancel': ({ page }) => click(page, 'Cancel'),
    },
    possible: (snapshot, event) => {
      const { schoolId, first } = snapshot.context
      if (snapshot.matches('left')) return false
      // The new school is saved tab by tab; the one opened at billing uses the tabs and finally Cancel.
      if (event.type === 'wizard.cancel') return first === 'billing' && snapshot.matches('rates')
      if (event.type === 'tab.choose') return first === 'billing' || event.tab === 'profile'
      // A stored school's profile is already complete.
      return event.type !== 'profile.saved' || schoolId === null
    },
    excuses: {
      'left: *': 'The list has neither tabs nor Cancel.',
    },
    states: {
      profile: async ({ page }, snapshot) => {
        await seesTab(page, snapshot, 'profile')
        const name = await storedTitle(snapshot.context.schoolId)
        await expect.poll(() => page.getByLabel('School Name').inputValue()).toBe(name)
      },
      billing: async ({ page }, snapshot) => {
        await seesTab(page, snapshot, 'billing')
        await page.getByLabel('Billing Email').waitFor()
      },
      rates: async ({ page }, snapshot) => {
        await seesTab(page, snapshot, 'rates')
        await page.getByRole('button', { name: 'Add Service' }).waitFor()
      },
      left: async ({ page }) => {
        await page.getByRole('heading', { level: 1, name: 'School Listing' }).waitFor()
        await expect.poll(() => new URL(page.url()).pathname).toBe('/schools-account')
      },
    },
  }
}
