/**
 * Who is signed in, in this tab: from what the browser kept, through token refreshes, to the four ways that a session
 * ends (signed out here or in another tab, expired, deactivated). One `refreshing` state is what makes the refresh
 * single-flight: while it lasts, further rejected tokens change nothing and their callers wait for its end.
 */
import { assign, emit, fromCallback, sendTo, setup } from 'xstate'
import type { UserAccess } from '#contract/acl.ts'
import { isStatus, NetworkError } from '#contract/failures.ts'
import type { Session } from '#contract/login.ts'
import { isAdministrator, type RoleName } from '#domain/roles.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

/** What the browser keeps between visits. */
export interface KeptSession {
  readonly session: Session | null
  readonly userAccess: UserAccess | null
}

/** What the store is told. */
export type StoreCommand =
  | { readonly type: 'store.save'; readonly session: Session }
  | { readonly type: 'store.saveAccess'; readonly userAccess: UserAccess }
  | { readonly type: 'store.clear' }

export type SessionEvent =
  /** The store has read what was kept; sent once, at the start. */
  | ({ readonly type: 'store.restored' } & KeptSession)
  /** Another tab signed in, renewed its token (`session`) or signed out (null). */
  | { readonly type: 'store.changed'; readonly session: Session | null }
  | { readonly type: 'session.open'; readonly session: Session }
  | { readonly type: 'session.close' }
  /** A call with this token got a 401. */
  | { readonly type: 'token.reject'; readonly token: string }
  /** A call with a renewed token got a 401 too. */
  | { readonly type: 'session.refuse' }
  | { readonly type: 'expiry.acknowledge' }
  | { readonly type: 'access.retry' }

/** What the page has to do about it. */
export type SessionEmitted =
  /** Go to `/`: the user signed out here. */
  | { readonly type: 'session.closed' }
  /** Go to `/login?forcedLogout=true`. */
  | { readonly type: 'session.forcedOut' }
  /** Reload page: the session expired, or another tab signed somebody else in. */
  | { readonly type: 'session.reload' }

interface SessionContext {
  readonly session: Session | null
  readonly userAccess: UserAccess | null
}

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as Tag,
  },
  actors: {
    /** Reads, writes and watches what the browser keeps. */
    keepSession: fromCallback<StoreCommand>(() => {
      throw new Error('No keepSession was provided')
    }),
    refreshToken: notProvided<{ accessToken: string }, Session>('refreshToken'),
    fetchAccess: notProvided<UserAccess, Session>('fetchAccess'),
    /** Tells the server. The browser has forgotten the session by then, so a failure changes nothing. */
    signOut: notProvided<void, Session>('signOut'),
  },
  delays: {
    /** How long the page waits for the server when signing out. */
    signOutPatience: 3_000,
    /** Between tries to fetch the access list. */
    accessRetry: 10_000,
  },
  guards: {
    isSignedIn: ({ event }) => 'session' in event && event.session !== null,
    isSameUser: ({ context, event }) =>
      event.type === 'store.changed' && event.session?.userId === context.session?.userId,
    isCurrentToken: ({ context, event }) =>
      event.type === 'token.reject' && event.token === context.session?.accessToken,
    isDeactivated: ({ event }) => 'error' in event && isStatus(event.error, 203),
    isUnreachable: ({ event }) => 'error' in event && event.error instanceof NetworkError,
    hasAccess: ({ context }) => context.userAccess !== null,
  },
  actions: {
    takeSession: assign(({ event }) => ({
      session: 'session' in event ? event.session : null,
      userAccess: event.type === 'store.restored' ? event.userAccess : null,
    })),
    /** Another tab renewed its token: this one goes on with it. */
    takeRenewed: assign(({ context, event }) => ({
      session: event.type === 'store.changed' ? event.session : context.session,
    })),
    takeToken: assign(({ context }, { accessToken }: { accessToken: string }) => ({
      session: context.session && { ...context.session, accessToken },
    })),
    takeAccess: assign((_, { userAccess }: { userAccess: UserAccess }) => ({ userAccess })),
    forgetSession: assign({ session: null, userAccess: null }),
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
    announceReload: emit({ type: 'session.reload' }),
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, in this tab.',
  context: { session: null, userAccess: null },
  invoke: { id: 'keepSession', src: 'keepSession' },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Reading what the browser kept from the last visit.',
      tags: 'busy',
      on: {
        'store.restored': [
          { guard: 'isSignedIn', target: 'signedIn', actions: 'takeSession' },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      description: 'Nobody is signed in: only the sign-in pages show.',
      on: {
        'session.open': { target: 'signedIn', actions: ['takeSession', 'clearStore', 'storeSession'] },
        'store.changed': { guard: 'isSignedIn', target: 'signedIn', actions: 'takeSession' },
      },
    },
    signedIn: {
      description: 'Somebody is signed in. The token and the access list live beside each other.',
      type: 'parallel',
      on: {
        'session.close': { target: 'signingOut' },
        'session.refuse': { target: 'expired' },
        'store.changed': [
          { guard: 'isSameUser', actions: 'takeRenewed' },
          { guard: 'isSignedIn', target: 'signedIn', actions: ['takeSession', 'announceReload'] },
          { target: 'signedOut', actions: 'forgetSession' },
        ],
      },
      states: {
        token: {
          description: 'Whether the access token is good.',
          initial: 'fresh',
          states: {
            fresh: {
              description: 'The token is taken for good until a call says otherwise.',
              on: { 'token.reject': { guard: 'isCurrentToken', target: 'refreshing' } },
            },
            refreshing: {
              description: 'A call got a 401: one refresh for all callers, who wait here.',
              tags: 'busy',
              invoke: {
                id: 'refreshToken',
                src: 'refreshToken',
                input: ({ context }) => mustHave(context.session),
                onDone: {
                  target: 'fresh',
                  actions: [
                    { type: 'takeToken', params: ({ event }) => ({ accessToken: event.output.accessToken }) },
                    'storeSession',
                  ],
                },
                onError: [
                  { guard: 'isDeactivated', target: '#session.forcedOut' },
                  { guard: 'isUnreachable', target: 'fresh' },
                  { target: '#session.expired' },
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
              description: 'Was the list kept from before?',
              always: [{ guard: 'hasAccess', target: 'known' }, { target: 'fetching' }],
            },
            fetching: {
              description: 'Asking the server for the list.',
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
            known: { description: 'Guarded screens are held against the list.' },
            unknown: {
              description: 'The list could not be fetched: guarded screens wait, the others work.',
              tags: 'failed',
              on: { 'access.retry': { target: 'fetching' } },
              after: { accessRetry: { target: 'fetching' } },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'The browser has forgotten the session already; the server is being told.',
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
      description: 'The account was deactivated. The sign-in page says so; somebody else can sign in.',
      entry: ['forgetSession', 'clearStore', 'announceForcedOut'],
      on: {
        'session.open': { target: 'signedIn', actions: ['takeSession', 'clearStore', 'storeSession'] },
        'store.changed': { guard: 'isSignedIn', target: 'signedIn', actions: 'takeSession' },
      },
    },
    expired: {
      description: "'Your session has been expired. Please login again!' stands over the page until OK.",
      on: {
        'expiry.acknowledge': { target: 'signedOut', actions: ['forgetSession', 'clearStore', 'announceReload'] },
        'store.changed': [
          { guard: 'isSameUser', target: 'signedIn', actions: 'takeSession' },
          { guard: 'isSignedIn', target: 'signedIn', actions: ['takeSession', 'announceReload'] },
        ],
      },
    },
  },
})

const mustHave = (session: Session | null): Session => {
  if (session === null) throw new Error('No session in a state that is only entered with one')
  return session
}

/** The signed-in user, as screens need it. Dates and times show in `timeZone`, the organisation's. */
export interface SignedInUser {
  readonly userId: number
  readonly userName: string
  readonly roleName: RoleName
  readonly isAdministrator: boolean
  /** Null for a user who is no provider. */
  readonly providerId: number | null
  readonly timeZone: string
}

export const userOf = (session: Session): SignedInUser => {
  // The first role decides; whoever is no administrator is treated as a provider (spec 1, section 6).
  const roleName = session.role[0]?.name ?? 'Providers'
  return {
    userId: session.userId,
    userName: session.userName,
    roleName,
    isAdministrator: isAdministrator(roleName),
    providerId: session.providerId,
    timeZone: session.timeZone,
  }
}

/** Undefined while the list is not known. */
export const mayOpen = (userAccess: UserAccess | null, key: ScreenKey): boolean | undefined =>
  userAccess?.some(({ screen, isActive }) => isActive && screen === key)
