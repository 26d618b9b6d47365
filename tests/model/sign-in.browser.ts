/** The sign-in page in a browser. The server knows the user; the path decides refusals. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SignInField, signInMachine } from '#machines/session/sign-in.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface SignInWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const LABELS: Record<SignInField, string> = { username: 'Username', password: 'Password' }

const field = (page: Page, name: SignInField) => page.getByLabel(LABELS[name], { exact: true })
const login = (page: Page) => page.getByRole('button', { name: 'Login' })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('userSession'))

/** The message at a field, as assistive technology reads it. */
const messageAt = (page: Page, name: SignInField) =>
  field(page, name).evaluate((input) => {
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')
  })

/** Types a letter, and deletes it. */
const edit = async (page: Page, name: SignInField) => {
  await field(page, name).press('End')
  await page.keyboard.type('x')
  await page.keyboard.press('Backspace')
}

/** Call at the top of the file. */
export function signInInBrowser(): BrowserRun<typeof signInMachine, SignInWorld> {
  const portal = usePortal({ lasts: 'file' })
  const { email } = PEOPLE.Administrators

  const fillIn = async (world: SignInWorld): Promise<SignInWorld> => {
    await world.page.goto('/login')
    await field(world.page, 'username').fill(email)
    await field(world.page, 'password').fill(TEST_PASSWORD)
    return world
  }

  return {
    open: async () => {
      const page = await portal.newPage()
      return fillIn({ page, calls: await holdCalls(page, { signIn: '/api/login/sign-in' }) })
    },
    reopen: async (world) => {
      await world.page.evaluate(() => localStorage.clear())
      return fillIn(world)
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'form.submit': async ({ page }, { event }) => {
        if (event.type !== 'form.submit') return
        await page.getByLabel('Keep me logged in').setChecked(event.form.rememberme)
        await login(page).click()
      },
      // The message stays while the other field is edited.
      'field.edit': async ({ page }, { event, before }) => {
        if (event.type !== 'field.edit') return
        await edit(page, event.field === 'username' ? 'password' : 'username')
        expect(await messageAt(page, event.field)).toBe(before.context.refusals[event.field])
        await edit(page, event.field)
      },
    },
    outcomes: { signIn: ({ calls }, { event }, kind) => calls.settle('signIn', kind, event) },
    // Without a message, an edit changes nothing that anyone sees.
    possible: ({ context }, event) => {
      // The page is at an address, where browsers have no passkeys; and this user has no second factor.
      if (event.type === 'passkey.use') return false
      if (event.type === 'xstate.done.actor.signIn') return !JSON.stringify(event).includes('"ticket"')
      return event.type !== 'field.edit' || context.refusals[event.field] !== undefined
    },
    excuses: {
      '*passkey.use*': 'tests/screens/second-factor.test.ts signs in with a passkey.',
      usingPasskey: 'tests/screens/second-factor.test.ts signs in with a passkey.',
      'usingPasskey:*': 'tests/screens/second-factor.test.ts signs in with a passkey.',
      confirming: 'tests/screens/second-factor.test.ts goes through the second step.',
      '*→ confirming': 'tests/screens/second-factor.test.ts goes through the second step.',
      'confirming:*': 'tests/screens/second-factor.test.ts goes through the second step.',
    },
    states: {
      editing: async ({ page }, { context: { refusals } }) => {
        await expect.poll(() => login(page).isEnabled()).toBe(true)
        for (const name of ['username', 'password'] as const)
          await expect.poll(() => messageAt(page, name)).toBe(refusals[name] ?? '')
        expect(await field(page, 'username').inputValue()).toBe(email)
        expect(await field(page, 'password').inputValue()).toBe(TEST_PASSWORD)
        expect(await kept(page)).toBeNull()
      },
      submitting: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('signIn')).toBe(1)
        expect(await login(page).isEnabled()).toBe(false)
        for (const name of ['username', 'password'] as const) expect(await messageAt(page, name)).toBe('')
        expect(await kept(page)).toBeNull()
      },
      usingPasskey: async () => {},
      confirming: async () => {},
      signedIn: async ({ page }) => {
        await page.getByRole('button', { name: /Profile of/ }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/')
        expect(await kept(page)).toContain(email)
      },
    },
  }
}
