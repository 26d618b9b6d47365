/** The session machine in a browser: signing in and out, other tabs, expired tokens, deactivated accounts. */
import { eq, inArray } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import { type Session, sessionSchema, signIn } from '#contract/login.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'
import { providers } from '#server/db/schema/providers.ts'
import { permissions, rolePermissions } from '#server/db/schema/users.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface SessionWorld {
  readonly context: BrowserContext
  readonly page: Page
  readonly calls: HeldCalls
  /** A page of the same origin without the portal: what it stores reaches the portal as from another tab. */
  readonly otherTab: Page
}

/** The administrator's list, as on the server: any other would be fetched again at the first call. */
const ACCESS_LIST = ['ScheduleEventViewer', 'SchoolAccount'].map((screen, index) => ({
  id: index + 1,
  module: 'Scheduling',
  screen,
  name: `The ${screen}`,
  isActive: true,
}))
/** A list of a page that every role may open. */
const LIST_PAGE = '/session-changes'

/** Only providers have a profile. */
const PROFILE_PAGE = '/profile'
/** The user in the examples who is Paul in the browser. */
const EXAMPLE_PROVIDER = 8

const ACCESS_RETRY = 10_000
const EXPIRED = 'Your session has been expired. Please login again!'
const rejected = { type: 'call.reject', error: new ApiError(401, 'The token has expired') }

const profile = (page: Page) => page.getByRole('button', { name: /Profile of/ })
const message = (page: Page, text: string) => page.getByRole('dialog').or(page.getByRole('alertdialog')).getByText(text)
const keptBy = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Writes to the browser's storage; null deletes an entry. */
const keep = (page: Page, kept: { session?: Session | null; userAccess?: unknown }) =>
  page.evaluate(({ session, userAccess }) => {
    for (const [key, value] of [
      ['userAccess', userAccess],
      ['userSession', session],
    ] as const) {
      if (value === null) localStorage.removeItem(key)
      else if (value !== undefined) localStorage.setItem(key, JSON.stringify(value))
    }
  }, kept)

/** Ends the call for the access list. If a token refresh found no network, the call has failed and is retried later. */
async function settleAccess({ page, calls }: SessionWorld, kind: OutcomeKind, event: AnyEventObject): Promise<void> {
  if (calls.waiting('fetchAccess') === 0) await page.clock.fastForward(ACCESS_RETRY)
  await calls.settle('fetchAccess', kind, event)
}

/**
 * Answers the call for the access list. A page that notices another user reloads and repeats the call, so the first
 * answer may have gone to the page before the reload.
 */
async function answerAccess(world: SessionWorld, event: AnyEventObject): Promise<void> {
  await settleAccess(world, 'done', event)
  const isKnown = async () => {
    if ((await keptBy(world.page, 'userAccess')) !== null) return true
    if (world.calls.waiting('fetchAccess') > 0) await world.calls.settle('fetchAccess', 'done', event)
    return false
  }
  await expect.poll(isKnown).toBe(true)
}

/** Call at the top of the file. */
export function sessionInBrowser(): BrowserRun<typeof sessionMachine, SessionWorld> {
  const portal = usePortal()
  const { Providers: paul } = PEOPLE
  const abe = { email: 'abe@district.example' }

  /** A session from the server, as the sign-in page would get it, and its cookie in the browser. */
  const grant = async (tab: Page, username: string): Promise<Session> => {
    const data = { languageId: 1, username, password: TEST_PASSWORD, rememberme: true }
    const reply = await tab.request.post(signIn.path, { data, maxRetries: 2 })
    return sessionSchema.parse((await reply.json()).data)
  }

  /** Gives both roles a screen that the browser's list doesn't have, or takes it. */
  const changeAccess = async (page: Page) => {
    const has = (await keptBy(page, 'userAccess'))?.includes('ProviderCaseload') ?? false
    for (const role of ['Administrators', 'Providers'] as const) {
      await allowScreen(portal.database(), role, 'ProviderCaseload')
    }
    if (!has) return
    const { db } = portal.database()
    const given = db.select({ id: permissions.id }).from(permissions).where(eq(permissions.screen, 'ProviderCaseload'))
    await db.delete(rolePermissions).where(inArray(rolePermissions.permissionId, given))
  }

  return {
    open: async () => {
      // A user whose id is not that of the role.
      await portal.database().pool.query(
        `insert into users (email, display_name, password_hash, role_id)
          select 'abe@district.example', 'Abe Admin', password_hash, role_id from users where id = 1`,
      )
      await allowScreen(portal.database(), 'Providers', 'ProfileInformation')
      await addPlaces(portal.database())
      await portal
        .database()
        .db.update(providers)
        .set({ addressLine1: '1 Oak Street', cityId: 1, postalCode: '62701' })
        .where(eq(providers.id, paul.providerId))
      const context = await portal.browserContext()
      const page = await context.newPage()
      const calls = await holdCalls(page, {
        refreshToken: '/api/user/refresh-token',
        fetchAccess: '/api/acl/get-role-access',
        signOut: '/api/login/logout',
      })
      const otherTab = await context.newPage()
      await otherTab.goto('/api/health')
      await page.clock.install()
      return { context, page, calls, otherTab }
    },
    calls: ({ calls }) => calls,
    close: ({ context }) => context.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'store.restored': async ({ page, otherTab }, { name }) => {
        if (name !== 'nobody') {
          const userAccess = name === 'a session with its access list' ? ACCESS_LIST : null
          await keep(otherTab, { session: await grant(otherTab, abe.email), userAccess })
        }
        await page.goto('/')
      },
      'store.changed': async ({ otherTab }, { name }) => {
        if (name === 'another tab signed out') return keep(otherTab, { session: null, userAccess: null })
        const isAbe = (await keptBy(otherTab, 'userSession'))?.includes(abe.email) ?? true
        if (name === 'another tab renewed the token')
          return keep(otherTab, { session: await grant(otherTab, isAbe ? abe.email : paul.email) })
        return keep(otherTab, { session: await grant(otherTab, isAbe ? paul.email : abe.email), userAccess: null })
      },
      'session.open': async ({ page }, { before }) => {
        if (before.matches('forcedOut')) await page.getByRole('button', { name: 'OK' }).click()
        await page.getByLabel('Username').fill(abe.email)
        await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
        await page.getByRole('button', { name: 'Login' }).click()
      },
      'session.close': async ({ page }) => {
        await profile(page).click()
        await page.getByRole('menuitem', { name: 'Logout' }).click()
        await page.getByRole('button', { name: 'Confirm' }).click()
      },
      'session.rename': async ({ page }) => {
        await visit(page, PROFILE_PAGE)
        await page.getByRole('textbox', { name: 'Last Name', exact: true }).fill('Ruiz-Cole')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('button', { name: 'OK', exact: true }).click()
        await page.getByRole('button', { name: 'Profile of Paul Ruiz-Cole' }).waitFor()
        expect(await keptBy(page, 'userSession')).toContain('"userName":"Paul Ruiz-Cole"')
      },
      'session.reformat': () => Promise.reject(new Error('Only an administrator changes it')),
      'token.reject': (world) => settleAccess(world, 'error', rejected),
      // A call with a renewed token gets 401 again.
      'session.refuse': async (world) => {
        const { page, calls } = world
        const isAnswered = async () => calls.waiting('refreshToken') + (await message(page, EXPIRED).count())
        for (;;) {
          await settleAccess(world, 'error', rejected)
          await expect.poll(isAnswered).toBeGreaterThan(0)
          if (calls.waiting('refreshToken') === 0) return
          await calls.settle('refreshToken', 'done', rejected)
        }
      },
      // Only a page that needs the list offers a retry: the user follows a link to one.
      'access.retry': async ({ page }) => {
        await visit(page, '/schedule-event-viewer')
        await page.getByRole('button', { name: 'Try again' }).click()
      },
      'access.change': async ({ page }, { name }) => {
        if (name === 'a screen was given or taken') await changeAccess(page)
        if (!page.url().endsWith(LIST_PAGE)) {
          await visit(page, LIST_PAGE)
          await page.getByRole('button', { name: 'Refresh' }).waitFor()
        }
        const isAnswered = page.waitForResponse((response) => response.url().includes('/get-session-changes'))
        await page.getByRole('button', { name: 'Refresh' }).click()
        await isAnswered
      },
      'factor.require': () => Promise.reject(new Error('No role needs a factor here')),
      'factor.settle': () => Promise.reject(new Error('No role needs a factor here')),
      'expiry.acknowledge': ({ page }) => page.getByRole('button', { name: 'OK' }).click(),
    },
    outcomes: {
      refreshToken: ({ calls }, { event }, kind) => calls.settle('refreshToken', kind, event),
      fetchAccess: (world, { event }, kind) =>
        kind === 'done' ? answerAccess(world, event) : settleAccess(world, kind, event),
      refetchAccess: ({ calls }, { event }, kind) => calls.settle('fetchAccess', kind, event),
      signOut: ({ calls }, { event }, kind) => calls.settle('signOut', kind, event),
    },
    delays: {
      signOutPatience: ({ page }) => page.clock.fastForward(3_000),
      accessRetry: ({ page }) => page.clock.fastForward(ACCESS_RETRY),
    },
    // A rejection answers the call for the access list, which then waits for the new token. A second 401 would refuse
    // the session, so a renewed token is not rejected again.
    possible: (snapshot, { type }) => {
      if (type === 'session.rename') {
        const isReady = snapshot.matches({ signedIn: { token: 'fresh', access: 'known' } })
        return isReady && snapshot.context.session?.userId === EXAMPLE_PROVIDER
      }
      const isAsking = snapshot.matches({ signedIn: { token: 'fresh', access: 'fetching' } })
      if (type === 'token.reject') return isAsking && !snapshot.context.session?.accessToken.startsWith('renewed')
      if (type === 'factor.require' || type === 'factor.settle' || type === 'session.reformat') return false
      if (type === 'access.change') return snapshot.matches({ signedIn: { token: 'fresh', access: 'known' } })
      return type === 'session.refuse' || /actor\.fetchAccess$/.test(type) ? isAsking : true
    },
    excuses: {
      '*session.reformat*': 'tests/screens/settings.test.ts has an administrator who changes it.',
      '*factor.require*': 'tests/screens/required-factor.test.ts has a server whose roles need a factor.',
      '*factor.settle*': 'tests/screens/required-factor.test.ts has a server whose roles need a factor.',
    },
    // Storage is polled: a page that notices another user reloads.
    states: {
      restoring: async ({ page }) => expect(page.url()).toBe('about:blank'),
      signedOut: async ({ page }) => {
        await page.getByRole('button', { name: 'Login' }).waitFor()
        await expect.poll(() => keptBy(page, 'userSession')).toBeNull()
        await expect.poll(() => keptBy(page, 'userAccess')).toBeNull()
      },
      signedIn: async ({ page }) => {
        await profile(page).waitFor()
        await expect.poll(() => keptBy(page, 'userSession')).not.toBeNull()
      },
      'signedIn.token.fresh': ({ calls }) => expect.poll(() => calls.waiting('refreshToken')).toBe(0),
      'signedIn.token.refreshing': ({ calls }) => expect.poll(() => calls.waiting('refreshToken')).toBe(1),
      'signedIn.access.fetching': ({ page }) => expect.poll(() => keptBy(page, 'userAccess')).toBeNull(),
      'signedIn.access.known': ({ page }) => expect.poll(() => keptBy(page, 'userAccess')).not.toBeNull(),
      'signedIn.access.updating': async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('fetchAccess')).toBe(1)
        expect(await keptBy(page, 'userAccess')).not.toBeNull()
      },
      'signedIn.access.unknown': async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('fetchAccess')).toBe(0)
        await expect.poll(() => keptBy(page, 'userAccess')).toBeNull()
      },
      signingOut: async ({ page, calls }) => {
        await page.getByLabel('Loading').waitFor()
        await expect.poll(() => calls.waiting('signOut')).toBe(1)
        await expect.poll(() => keptBy(page, 'userSession')).toBeNull()
      },
      forcedOut: async ({ page }) => {
        await message(page, 'Your account has been deactivated').waitFor()
        expect(page.url()).toContain('/login?forcedLogout=true')
        await expect.poll(() => keptBy(page, 'userSession')).toBeNull()
      },
      expired: async ({ page }, { context }) => {
        await message(page, EXPIRED).waitFor()
        if (context.endReason !== null) await message(page, context.endReason).waitFor()
      },
    },
  }
}
