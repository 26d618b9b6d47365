/** The sign-in page in a browser. The server knows the user; the path decides refusals. */

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { IDENTITY_PROVIDER_RETURN } from '#contract/identity-provider-return.ts'
import type { SignInField, signInMachine } from '#machines/session/sign-in.machine.ts'
import { identityProviderCookies } from '#server/areas/login/identity-provider-cookies.ts'
import { composeApp } from '#server/compose.ts'
import { usePortal } from '#tests/support/portal.ts'
import { useIdentityProvider } from '#tests/support/server/identity-provider.ts'
import { PEOPLE, TEST_PASSWORD, TEST_SECRET } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface SignInWorld {
  readonly page: Page
  readonly calls: HeldCalls
  /** The pages of the provider that the browser was to open. */
  readonly left: string[]
}

const LABELS: Record<SignInField, string> = { username: 'Username', password: 'Password' }

const field = (page: Page, name: SignInField) => page.getByLabel(LABELS[name], { exact: true })
const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
const providerButton = (page: Page) => page.getByRole('button', { name: 'Login with Google' })
const aboveForm = (page: Page) => page.locator('form [role=alert]').allInnerTexts()
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

/** Nothing can be clicked, no message shows, and nobody is signed in. */
const isWaiting = async (page: Page) => {
  for (const each of [login(page), providerButton(page)]) {
    await expect.poll(() => each.getAttribute('aria-disabled')).toBe('true')
  }
  for (const name of ['username', 'password'] as const) expect(await messageAt(page, name)).toBe('')
  expect(await aboveForm(page)).toEqual([])
  expect(await kept(page)).toBeNull()
}

/** Call at the top of the file. */
export function signInInBrowser(): BrowserRun<typeof signInMachine, SignInWorld> {
  const provider = useIdentityProvider()
  const portal = usePortal({
    app: { compose: (options) => composeApp({ ...options, identityProvider: provider().settings }) },
    lasts: 'file',
  })
  beforeAll(() => provider().serve(portal.server().url))
  const { email } = PEOPLE.Administrators

  /** What the browser has when the provider has sent it back. */
  const comeBack = async ({ page }: SignInWorld) => {
    const ticket = {
      id: randomUUID(),
      expiresAt: Date.now() + 60_000,
      isRememberMe: true,
      outcome: { identity: { issuer: provider().issuer, subject: 'ada-at-google', email, isEmailVerified: true } },
    }
    const { name, value, path } = identityProviderCookies(TEST_SECRET).tickets.write(ticket, 60)
    await page
      .context()
      .addCookies([
        { name, value: encodeURIComponent(value), domain: '127.0.0.1', path, httpOnly: true, sameSite: 'Strict' },
      ])
    await page.goto(`/login?${IDENTITY_PROVIDER_RETURN}=true`)
  }

  const fillIn = async (world: SignInWorld, start: string): Promise<SignInWorld> => {
    portal.server().renew()
    if (start === 'back from the provider') await comeBack(world)
    else await world.page.goto('/login')
    await field(world.page, 'username').fill(email)
    await field(world.page, 'password').fill(TEST_PASSWORD)
    return world
  }

  return {
    open: async (start) => {
      const page = await portal.newPage()
      const left: string[] = []
      // An answer without a page: the browser stays, as it does until the provider answers.
      await page.route(`${provider().issuer}/**`, async (route) => {
        left.push(route.request().url())
        await route.fulfill({ status: 204 })
      })
      const calls = await holdCalls(page, {
        signIn: '/api/login/sign-in',
        beginIdentityProviderSignIn: '/api/login/begin-identity-provider-sign-in',
        finishIdentityProviderSignIn: '/api/login/finish-identity-provider-sign-in',
      })
      return fillIn({ page, calls, left }, start)
    },
    reopen: async (world, start) => {
      await world.page.evaluate(() => localStorage.clear())
      world.left.length = 0
      return fillIn(world, start)
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
      'identityProvider.choose': async ({ page, left }, { event }) => {
        if (event.type !== 'identityProvider.choose') return
        left.length = 0
        await page.getByLabel('Keep me logged in').setChecked(event.isRememberMe)
        await providerButton(page).click()
      },
      // Playwright's browsers keep no pages in memory to go back to.
      'page.restore': ({ page }) =>
        page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    },
    outcomes: Object.fromEntries(
      ['signIn', 'beginIdentityProviderSignIn', 'finishIdentityProviderSignIn'].map((id) => [
        id,
        ({ calls }: SignInWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
          calls.settle(id, kind, event),
      ]),
    ),
    // Without a message, an edit changes nothing that anyone sees.
    possible: ({ context }, event) => {
      // The page is at an address, where browsers have no passkeys; and this user has no second factor.
      if (event.type === 'passkey.use') return false
      if (event.type.startsWith('xstate.done.actor.')) return !JSON.stringify(event).includes('"ticket"')
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
      editing: async ({ page }, { context: { refusals, notice } }) => {
        await expect.poll(() => login(page).isEnabled()).toBe(true)
        for (const name of ['username', 'password'] as const)
          await expect.poll(() => messageAt(page, name)).toBe(refusals[name] ?? '')
        await expect.poll(() => aboveForm(page)).toEqual(notice === null ? [] : [notice])
        expect(await providerButton(page).isEnabled()).toBe(true)
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
      asking: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('beginIdentityProviderSignIn')).toBe(1)
        await isWaiting(page)
      },
      leaving: async ({ page, left }) => {
        await expect.poll(() => left.length).toBe(1)
        expect(new URL(left[0] ?? '').searchParams.get('client_id')).toBe('homeroom')
        await isWaiting(page)
      },
      finishing: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('finishIdentityProviderSignIn')).toBe(1)
        expect(new URL(page.url()).search).toBe('')
        await isWaiting(page)
      },
      signedIn: async ({ page }) => {
        await page.getByRole('button', { name: /Profile of/ }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/')
        expect(await kept(page)).toContain(email)
      },
    },
  }
}
