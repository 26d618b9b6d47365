import { ApiError } from '#contract/failures.ts'
import type { Session } from '#contract/login.ts'
import { accessVersionOf } from '#domain/access-version.ts'
import { US_DOLLARS } from '#domain/money-format.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { sessionMachine } from './session.machine.ts'

const session = (change: Partial<Session> = {}): Session => ({
  userId: 7,
  accessToken: 'first-token',
  userEmail: 'ana@example.org',
  userName: 'Ana Ruiz',
  role: [{ id: 2, name: 'Providers', active: true }],
  providerId: 7,
  isRememberMe: false,
  timeZone: 'America/Chicago',
  money: US_DOLLARS,
  ...change,
})
const CANADIAN = { currency: 'CAD', locale: 'en-CA' }
const someoneElse = session({ userId: 8, accessToken: 'another-token', userName: 'Ben Cole' })
const userAccess = [
  { id: 1, module: 'Schedule', screen: 'ProviderScheduling' as const, name: 'Schedule', isActive: true },
]
const newAccess = [{ id: 2, module: 'Schedule', screen: 'Scheduling' as const, name: 'Planning', isActive: true }]

export const examples = {
  cases: {
    'store.restored': {
      nobody: { session: null, userAccess: null },
      'a session': { session: session(), userAccess: null },
      'a session with its access list': { session: session(), userAccess },
    },
    'store.changed': {
      'another tab renewed the token': ({ context }) => ({
        session: { ...(context.session ?? session()), accessToken: 'renewed-elsewhere' },
      }),
      'another tab signed in another user': ({ context }) => ({
        session: context.session?.userId === someoneElse.userId ? session() : someoneElse,
      }),
      'another tab signed out': { session: null },
    },
    'session.open': { 'Ana signs in': { session: session() } },
    'session.close': 'bare',
    'session.rename': { 'Ana takes another name': { userName: 'Ana Ruiz-Cole' } },
    'session.reformat': { 'amounts are now in Canadian dollars': { money: CANADIAN } },
    'token.reject': {
      'the current token': ({ context }) => ({
        token: context.session?.accessToken ?? 'none',
        isUnattended: false,
      }),
      'the current token, when the page called by itself': ({ context }) => ({
        token: context.session?.accessToken ?? 'none',
        isUnattended: true,
      }),
      'an old token': { token: 'long-gone', isUnattended: false },
    },
    'session.refuse': 'bare',
    'expiry.acknowledge': 'bare',
    'access.retry': 'bare',
    'factor.require': 'bare',
    'factor.settle': 'bare',
    'access.change': {
      'a screen was given or taken': { version: accessVersionOf([]) },
      'the list that is known': ({ context }) => ({
        version: accessVersionOf(context.userAccess?.map(({ screen }) => screen) ?? []),
      }),
    },
  },
  outcomes: {
    refreshToken: {
      done: {
        renewed: { accessToken: 'renewed-token' },
        'renewed, with another format of amounts': { accessToken: 'renewed-token', money: CANADIAN },
      },
      error: {
        ...commonFailures,
        busy: new ApiError(409, 'Your first request is still being processed. Please try again in a moment.'),
        deactivated: new ApiError(203, 'Your account has been deactivated'),
        'session over': new ApiError(401, 'Your session has been expired. Please login again!'),
        'session over, with a reason': new ApiError(401, 'Your session has been expired. Please login again!', [
          { path: 'session', message: 'Your password was changed.' },
        ]),
      },
    },
    fetchAccess: { done: { fetched: userAccess }, error: commonFailures },
    refetchAccess: { done: { 'the new list': newAccess }, error: commonFailures },
    signOut: {
      done: { told: undefined },
      error: commonFailures,
    },
  },
} satisfies Examples<typeof sessionMachine>
