/**
 * The user's session in this tab: restored from storage, kept alive by token refreshes, and ended in one of four ways
 * (signed out here or in another tab, expired, deactivated). The single `refreshing` state makes the refresh
 * single-flight: further rejected tokens change nothing in it, and their callers wait for it to end.
 */

import { assertEvent, assign, emit, fromCallback, not, sendTo, setup } from 'xstate'
import type { UserAccess } from '#contract/acl.ts'
import { ApiError, isStatus, isTemporary } from '#contract/failures.ts'
import type { Session } from '#contract/login.ts'
import { accessVersionOf } from '#domain/access-version.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

/** What the browser stores between visits. */
export interface KeptSession {
  readonly session: Session | null
  readonly userAccess: UserAccess | null
}

/** Commands to the store. */
export type StoreCommand =
  | { readonly type: 'store.save'; readonly session: Session }
  | { readonly type: 'store.saveAccess'; readonly userAccess: UserAccess }
  | { readonly type: 'store.clear' }

export type SessionEvent =
  /** Storage has been read; sent once, at startup. */
  | ({ readonly type: 'store.restored' } & KeptSession)
  /** Another tab signed in, refreshed its token (`session`) or signed out (null). */
  | { readonly type: 'store.changed'; readonly session: Session | null }
  | { readonly type: 'session.open'; readonly session: Session }
  | { readonly type: 'session.close' }
  /** The user saved another name in their profile. */
  | { readonly type: 'session.rename'; readonly userName: string }
  /** The user changed how the organization writes amounts. */
  | { readonly type: 'session.reformat'; readonly money: MoneyFormat }
  /** A call with this token got a 401; an unattended one was the page's own doing. */
  | { readonly type: 'token.reject'; readonly token: string; readonly isUnattended: boolean }
  /** A call with a refreshed token also got a 401. */
  | { readonly type: 'session.refuse' }
  | { readonly type: 'expiry.acknowledge' }
  | { readonly type: 'access.retry' }
  /** A reply named the version that the user's access list has now. */
  | { readonly type: 'access.change'; readonly version: string }
  /** A call was refused because the user's role needs a second factor and they have none. */
  | { readonly type: 'factor.require' }
  /** The user has one, or their role needs none any more. */
  | { readonly type: 'factor.settle' }

/** Navigation requests to the page. */
export type SessionEmitted =
  /** Go to `/`: the user signed out here. */
  | { readonly type: 'session.closed' }
  /** Go to `/login?forcedLogout=true`. */
  | { readonly type: 'session.forcedOut' }
  /** Reload the page: the session expired, or another tab signed in another user. */
  | { readonly type: 'session.reload' }
  /** The user signed out in another tab, or the session expired there: remember the page for them. */
  | { readonly type: 'session.left'; readonly userId: number }

/** What a refresh brings. */
type Renewed = Pick<Session, 'accessToken'> & { readonly money?: MoneyFormat | undefined }

/** Which session to refresh. An unattended refresh doesn't keep it from ending. */
export interface RefreshInput {
  readonly session: Session
  readonly isUnattended: boolean
}

interface SessionContext {
  readonly session: Session | null
  readonly userAccess: UserAccess | null
  /** Why the server ended the session, if it said so. */
  readonly endReason: string | null
}

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as Tag,
  },
  actors: {
    /** Reads, writes and watches browser storage. */
    keepSession: fromCallback<StoreCommand>(() => {
      throw new Error('No keepSession was provided')
    }),
    refreshToken: notProvided<Renewed, RefreshInput>('refreshToken'),
    fetchAccess: notProvided<UserAccess, Session>('fetchAccess'),
    /** Notifies the server. Local storage is already cleared, so a failure changes nothing. */
    signOut: notProvided<void, Session>('signOut'),
  },
  delays: {
    /** How long signing out waits for the server. */
    signOutPatience: 3_000,
    /** Pause before fetching the access list again. */
    accessRetry: 10_000,
  },
  guards: {
    isSignedIn: ({ event }) => 'session' in event && event.session !== null,
    isSameUser: ({ context, event }) =>
      event.type === 'store.changed' && event.session?.userId === context.session?.userId,
    isCurrentToken: ({ context, event }) =>
      event.type === 'token.reject' && event.token === context.session?.accessToken,
    isDeactivated: ({ event }) => 'error' in event && isStatus(event.error, 203),
    isTemporary: ({ event }) => 'error' in event && isTemporary(event.error),
    hasAccess: ({ context }) => context.userAccess !== null,
    mustAddFactor: ({ context }) => context.session?.mustAddFactor === true,
    isOtherAccess: ({ context, event }) => {
      assertEvent(event, 'access.change')
      return versionOf(context.userAccess) !== event.version
    },
  },
  actions: {
    takeSession: assign(({ event }) => ({
      session: 'session' in event ? event.session : null,
      userAccess: event.type === 'store.restored' ? event.userAccess : null,
      endReason: null,
    })),
    /** Another tab refreshed its token; this tab uses it too. */
    takeRenewed: assign(({ event }) => {
      assertEvent(event, 'store.changed')
      return { session: event.session }
    }),
    takeToken: assign(({ context }, { accessToken, money }: Renewed) => ({
      session: context.session && { ...context.session, accessToken, ...(money && { money }) },
    })),
    takeName: assign(({ context, event }) => {
      assertEvent(event, 'session.rename')
      return { session: context.session && { ...context.session, userName: event.userName } }
    }),
    takeMoney: assign(({ context, event }) => {
      assertEvent(event, 'session.reformat')
      return { session: context.session && { ...context.session, money: event.money } }
    }),
    takeFactorNeed: assign(({ context }) => ({
      session: context.session && { ...context.session, mustAddFactor: true as const },
    })),
    dropFactorNeed: assign(({ context: { session } }) => {
      const { mustAddFactor: _, ...free } = mustHave(session)
      return { session: free }
    }),
    takeEndReason: assign((_, { error }: { error: unknown }) => ({ endReason: endReasonOf(error) })),
    takeAccess: assign((_, { userAccess }: { userAccess: UserAccess }) => ({ userAccess })),
    forgetSession: assign({ session: null, userAccess: null, endReason: null }),
    storeSession: sendTo(
      'keepSession',
      ({ context }): StoreCommand =>
        context.session ? { type: 'store.save', session: context.session } : { type: 'store.clear' },
    ),
    storeAccess: sendTo(
      'keepSession',
      ({ context }): StoreCommand => ({
        type: 'store.saveAccess',
        userAccess: context.userAccess ?? [],
      }),
    ),
    clearStore: sendTo('keepSession', { type: 'store.clear' } satisfies StoreCommand),
    announceClosed: emit({ type: 'session.closed' }),
    announceForcedOut: emit({ type: 'session.forcedOut' }),
    announceLeft: emit(({ context }) => ({
      type: 'session.left' as const,
      userId: mustHave(context.session).userId,
    })),
    announceReload: emit({ type: 'session.reload' }),
  },
}).createMachine({
  id: 'session',
  description: "The user's session in this tab.",
  context: { session: null, userAccess: null, endReason: null },
  invoke: { id: 'keepSession', src: 'keepSession' },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'The stored session is loading.',
      tags: 'busy',
      on: {
        'store.restored': [
          { guard: 'isSignedIn', target: 'signedIn', actions: 'takeSession' },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      description: 'No user is signed in; only the sign-in pages show.',
      on: {
        'session.open': { target: 'signedIn', actions: ['takeSession', 'clearStore', 'storeSession'] },
        'store.changed': { guard: 'isSignedIn', target: 'signedIn', actions: 'takeSession' },
      },
    },
    signedIn: {
      description: 'A user is signed in. Token and access list are tracked in parallel.',
      type: 'parallel',
      on: {
        'session.close': { target: 'signingOut' },
        'session.rename': { actions: ['takeName', 'storeSession'] },
        'session.reformat': { actions: ['takeMoney', 'storeSession'] },
        'session.refuse': { target: 'expired' },
        'factor.require': { guard: not('mustAddFactor'), actions: ['takeFactorNeed', 'storeSession'] },
        'factor.settle': { guard: 'mustAddFactor', actions: ['dropFactorNeed', 'storeSession'] },
        'store.changed': [
          { guard: 'isSameUser', actions: 'takeRenewed' },
          { guard: 'isSignedIn', target: 'signedIn', actions: ['takeSession', 'announceReload'] },
          { target: 'signedOut', actions: ['announceLeft', 'forgetSession'] },
        ],
      },
      states: {
        token: {
          description: 'The access token.',
          initial: 'fresh',
          states: {
            fresh: {
              description: 'The token is assumed valid until a call is rejected.',
              on: { 'token.reject': { guard: 'isCurrentToken', target: 'refreshing' } },
            },
            refreshing: {
              description: 'A call got a 401. The token is being refreshed; all callers wait.',
              tags: 'busy',
              invoke: {
                id: 'refreshToken',
                src: 'refreshToken',
                input: ({ context, event }) => {
                  assertEvent(event, 'token.reject')
                  return { session: mustHave(context.session), isUnattended: event.isUnattended }
                },
                onDone: {
                  target: 'fresh',
                  actions: [{ type: 'takeToken', params: ({ event }) => event.output }, 'storeSession'],
                },
                onError: [
                  { guard: 'isDeactivated', target: '#session.forcedOut' },
                  // The next call that is rejected tries again.
                  { guard: 'isTemporary', target: 'fresh' },
                  {
                    target: '#session.expired',
                    actions: { type: 'takeEndReason', params: ({ event }) => ({ error: event.error }) },
                  },
                ],
              },
            },
          },
        },
        access: {
          description: "The screens that the user's role may open, fetched once per session.",
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Checks whether the list is already stored.',
              always: [{ guard: 'hasAccess', target: 'known' }, { target: 'fetching' }],
            },
            fetching: {
              description: 'The list is loading.',
              tags: 'busy',
              invoke: {
                id: 'fetchAccess',
                src: 'fetchAccess',
                input: ({ context }) => mustHave(context.session),
                onDone: {
                  target: 'known',
                  actions: [
                    { type: 'takeAccess', params: ({ event }) => ({ userAccess: event.output }) },
                    'storeAccess',
                  ],
                },
                onError: { target: 'unknown' },
              },
            },
            known: {
              description: 'The list is loaded; guarded screens are checked against it.',
              on: { 'access.change': { guard: 'isOtherAccess', target: 'updating' } },
            },
            updating: {
              description: 'The list has changed on the server. The new one is loading; until then the old one counts.',
              invoke: {
                id: 'refetchAccess',
                src: 'fetchAccess',
                input: ({ context }) => mustHave(context.session),
                onDone: {
                  target: 'known',
                  actions: [
                    { type: 'takeAccess', params: ({ event }) => ({ userAccess: event.output }) },
                    'storeAccess',
                  ],
                },
                // The next reply names the version again.
                onError: { target: 'known' },
              },
            },
            unknown: {
              description: 'Loading failed. Guarded screens wait; the others work.',
              tags: 'failed',
              on: { 'access.retry': { target: 'fetching' } },
              after: { accessRetry: { target: 'fetching' } },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'The stored session is cleared; the server is being notified.',
      tags: 'busy',
      entry: 'clearStore',
      exit: ['forgetSession', 'announceClosed'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => mustHave(context.session),
        onDone: { target: 'signedOut' },
        onError: { target: 'signedOut' },
      },
      after: { signOutPatience: { target: 'signedOut' } },
    },
    forcedOut: {
      description: 'The account was deactivated. The sign-in page says so; another user can sign in.',
      entry: ['forgetSession', 'clearStore', 'announceForcedOut'],
      on: {
        'session.open': { target: 'signedIn', actions: ['takeSession', 'clearStore', 'storeSession'] },
        'store.changed': { guard: 'isSignedIn', target: 'signedIn', actions: 'takeSession' },
      },
    },
    expired: {
      description: "'Your session has been expired. Please login again!' shows, with the reason if known, until OK.",
      // Nothing stored may bring the session back, in this tab or another.
      entry: 'clearStore',
      on: {
        'expiry.acknowledge': { target: 'signedOut', actions: ['forgetSession', 'announceReload'] },
        'store.changed': [
          { guard: 'isSameUser', target: 'signedIn', actions: 'takeSession' },
          { guard: 'isSignedIn', target: 'signedIn', actions: ['takeSession', 'announceReload'] },
        ],
      },
    },
  },
})

/** What a refused refresh adds to the spec's sentence. */
const endReasonOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.errors.find(({ path }) => path === 'session')?.message ?? null) : null

const mustHave = (session: Session | null): Session => {
  if (session === null) throw new Error('A signed-in state needs a session')
  return session
}

const versionOf = (userAccess: UserAccess | null): string =>
  accessVersionOf((userAccess ?? []).filter(({ isActive }) => isActive).map(({ screen }) => screen))

/** The signed-in user for screens. Dates and times show in `timeZone`, the organization's. */
export interface SignedInUser {
  readonly userId: number
  readonly userName: string
  readonly roleName: RoleName
  readonly isAdministrator: boolean
  /** Null for a user who isn't a provider. */
  readonly providerId: number | null
  readonly timeZone: string
  /** How amounts are written. */
  readonly money: MoneyFormat
  /** Their role needs a second factor and they have none: they can only add one. */
  readonly mustAddFactor: boolean
}

export const userOf = (session: Session): SignedInUser => {
  // The first role decides; anyone who isn't an administrator is treated as a provider (spec 1, section 6).
  const roleName = session.role[0]?.name ?? 'Providers'
  return {
    userId: session.userId,
    userName: session.userName,
    roleName,
    isAdministrator: isAdministrator(roleName),
    providerId: session.providerId,
    timeZone: session.timeZone,
    money: session.money,
    mustAddFactor: session.mustAddFactor === true,
  }
}

/** Undefined until the list is loaded. */
export const mayOpen = (userAccess: UserAccess | null, key: ScreenKey): boolean | undefined =>
  userAccess?.some(({ screen, isActive }) => isActive && screen === key)
