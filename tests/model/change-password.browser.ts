/** The page that changes the own password in a browser. The server knows the password; the path decides refusals. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fieldMessages } from '#contract/failures.ts'
import type { ChangePasswordField, changePasswordMachine } from '#machines/session/change-password.machine.ts'
import { users } from '#server/db/schema/users.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface ChangePasswordWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const LABELS: Record<ChangePasswordField, string> = {
  oldPassword: 'Current Password',
  newPassword: 'New Password',
  confirmNewPassword: 'Confirm New Password',
}

const field = (page: Page, name: ChangePasswordField) => page.getByLabel(LABELS[name], { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

/** Call at the top of the file. */
export function changePasswordInBrowser(): BrowserRun<typeof changePasswordMachine, ChangePasswordWorld> {
  const portal = usePortal({ lasts: 'file' })
  const { email, userId } = PEOPLE.Providers
  let hash: string | null = null

  const openPage = async (world: ChangePasswordWorld): Promise<ChangePasswordWorld> => {
    portal.server().renew()
    const { db } = portal.database()
    // As it was before an earlier path changed it.
    if (hash === null) hash = (await db.select().from(users)).find(({ id }) => id === userId)?.passwordHash ?? null
    await db.update(users).set({ passwordHash: hash })
    await portal.signIn(world.page, email)
    await world.page.goto('/change-password')
    await field(world.page, 'oldPassword').waitFor()
    return world
  }

  return {
    open: async () => {
      const page = await portal.newPage()
      return openPage({ page, calls: await holdCalls(page, { changePassword: '/api/login/change-password' }) })
    },
    reopen: openPage,
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'form.submit': async ({ page }, { event }) => {
        if (event.type !== 'form.submit') return
        for (const name of ['oldPassword', 'newPassword', 'confirmNewPassword'] as const)
          await field(page, name).fill(event.form[name])
        await submit(page).click()
      },
      'field.edit': async ({ page }, { event }) => {
        if (event.type !== 'field.edit') return
        await field(page, event.field).press('End')
        await page.keyboard.type('x')
        await page.keyboard.press('Backspace')
      },
      'success.dismiss': ({ page }) => page.getByRole('button', { name: 'OK' }).click(),
    },
    outcomes: {
      changePassword: async ({ page, calls }, { event }, kind) => {
        await calls.settle('changePassword', kind, event)
        for (const message of Object.values('error' in event ? fieldMessages(event.error) : {}))
          await page.getByText(message).waitFor()
      },
    },
    // Without a message, an edit changes nothing that anyone sees.
    possible: ({ context: { wrongOld, message } }, event) =>
      event.type !== 'field.edit' || wrongOld !== undefined || message !== undefined,
    states: {
      editing: async ({ page }, { context: { wrongOld, message } }) => {
        await expect.poll(() => submit(page).isEnabled()).toBe(true)
        await expect.poll(() => page.getByText('Enter correct Password').count()).toBe(wrongOld === undefined ? 0 : 1)
        await expect.poll(async () => (await page.getByRole('alert').allTextContents()).join()).toBe(message ?? '')
      },
      saving: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('changePassword')).toBe(1)
        expect(calls.bodyOf('changePassword')).toMatchObject({ id: userId, email })
        expect(await submit(page).getAttribute('aria-disabled')).toBe('true')
        expect(await page.getByRole('alert').count()).toBe(0)
      },
      saved: async ({ page }) => {
        await page.getByRole('dialog', { name: 'Done' }).getByText('Password Changed Successfully').waitFor()
      },
      finished: async ({ page }) => {
        await expect.poll(() => new URL(page.url()).pathname).toBe('/')
      },
    },
  }
}
