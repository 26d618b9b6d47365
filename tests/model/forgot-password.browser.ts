/** The Forgot Password dialog in a browser. The server knows the address; the path decides refusals. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { forgotPasswordMachine } from '#machines/session/forgot-password.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface ForgotPasswordWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const SENT =
  'If this address has an account, we have sent it a link to choose a new password. The link works for 30 minutes.'

const email = (page: Page) => page.getByLabel('Email Id')
const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Submit' })

/** The message at the field, as assistive technology reads it. */
const message = (page: Page) =>
  email(page).evaluate((input) => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
  })

/** Call at the top of the file. */
export function forgotPasswordInBrowser(): BrowserRun<typeof forgotPasswordMachine, ForgotPasswordWorld> {
  const portal = usePortal({ lasts: 'file' })

  const openDialog = async (world: ForgotPasswordWorld): Promise<ForgotPasswordWorld> => {
    // Requests are limited.
    portal.server().renew()
    await world.page.goto('/login')
    await world.page.getByRole('button', { name: 'Forgot Password?' }).click()
    await email(world.page).waitFor()
    return world
  }

  return {
    open: async () => {
      const page = await portal.newPage()
      return openDialog({ page, calls: await holdCalls(page, { sendLink: '/api/login/password-recovery-send' }) })
    },
    reopen: openDialog,
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'form.submit': async ({ page }, { event }) => {
        if (event.type !== 'form.submit') return
        await email(page).fill(event.form.email)
        await submit(page).click()
      },
      'field.edit': async ({ page }) => {
        await email(page).press('End')
        await page.keyboard.type('x')
        await page.keyboard.press('Backspace')
      },
      'dialog.close': ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
      'success.dismiss': ({ page }) => page.getByRole('button', { name: 'OK' }).click(),
    },
    outcomes: { sendLink: ({ calls }, { event }, kind) => calls.settle('sendLink', kind, event) },
    // Without a message, an edit changes nothing that anyone sees; with one, submitting edits the address first.
    possible: ({ context }, event) => event.type !== 'field.edit' || context.refusal !== undefined,
    states: {
      editing: async ({ page }, { context: { form, refusal } }) => {
        await expect.poll(() => submit(page).isEnabled()).toBe(true)
        await expect.poll(() => message(page)).toBe(refusal ?? '')
        expect(await email(page).inputValue()).toBe(form?.email ?? '')
      },
      sending: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('sendLink')).toBe(1)
        expect(await submit(page).getAttribute('aria-disabled')).toBe('true')
        expect(await message(page)).toBe('')
      },
      sent: async ({ page }) => {
        await page.getByRole('dialog', { name: 'Check your email' }).getByText(SENT).waitFor()
        expect(await email(page).count()).toBe(0)
      },
      closed: async ({ page }) => {
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        expect(await page.getByRole('button', { name: 'Login' }).isEnabled()).toBe(true)
      },
    },
  }
}
