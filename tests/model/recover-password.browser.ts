/** The page behind a recovery link in a browser. The server knows the link; the path decides refusals. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fieldMessages } from '#contract/failures.ts'
import type { recoverPasswordMachine } from '#machines/session/recover-password.machine.ts'
import { passwordRecoveries } from '#server/db/schema/sign-in.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface RecoverPasswordWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const TOKEN = 'a-secret-token'

const chosen = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirmed = (page: Page) => page.getByLabel('Confirm Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

/** Call at the top of the file. */
export function recoverPasswordInBrowser(): BrowserRun<typeof recoverPasswordMachine, RecoverPasswordWorld> {
  const portal = usePortal({ lasts: 'file' })

  const openPage = async (world: RecoverPasswordWorld): Promise<RecoverPasswordWorld> => {
    portal.server().renew()
    const row = {
      tokenHash: createHash('sha256').update(TOKEN).digest('base64'),
      expiresAt: new Date(Date.now() + 30 * 60_000),
    }
    await portal
      .database()
      .db.insert(passwordRecoveries)
      .values({ userId: PEOPLE.Providers.userId, ...row })
      .onConflictDoUpdate({ target: [passwordRecoveries.userId, passwordRecoveries.isInvitation], set: row })
    await world.page.goto(`/reset-password/${TOKEN}`)
    await chosen(world.page).waitFor()
    return world
  }

  return {
    open: async () => {
      const page = await portal.newPage()
      return openPage({ page, calls: await holdCalls(page, { setPassword: '/api/login/password-recovery-confirm' }) })
    },
    reopen: openPage,
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'form.submit': async ({ page }, { event }) => {
        if (event.type !== 'form.submit') return
        await chosen(page).fill(event.form.newPassword)
        await confirmed(page).fill(event.form.confirmPassword)
        await submit(page).click()
      },
      'failure.dismiss': ({ page }) => page.getByRole('button', { name: 'OK' }).click(),
      'success.dismiss': ({ page }) => page.getByRole('button', { name: 'OK' }).click(),
    },
    outcomes: {
      setPassword: async ({ page, calls }, { event }, kind) => {
        const body = calls.bodyOf('setPassword')
        expect(body).toMatchObject({ token: TOKEN, newPassword: await chosen(page).inputValue() })
        await calls.settle('setPassword', kind, event)
        for (const message of Object.values('error' in event ? fieldMessages(event.error) : {}))
          await page.getByText(message).waitFor()
      },
    },
    states: {
      editing: async ({ page }) => {
        await expect.poll(() => submit(page).isEnabled()).toBe(true)
        expect(await page.getByRole('dialog').count()).toBe(0)
      },
      saving: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('setPassword')).toBe(1)
        expect(await submit(page).getAttribute('aria-disabled')).toBe('true')
      },
      failed: async ({ page }, { context }) => {
        await page
          .getByRole('dialog', { name: 'Password not changed' })
          .getByText(context.message ?? '')
          .waitFor()
      },
      saved: async ({ page }) => {
        await page.getByRole('dialog', { name: 'Done' }).getByText('Password Changed Successfully').waitFor()
      },
      finished: async ({ page }) => {
        await page.getByRole('button', { name: 'Login' }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/login')
      },
    },
  }
}
