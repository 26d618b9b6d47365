import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { sessionMachine } from './session.machine.ts'

export const texts = {
  events: {
    'store.restored': "The browser's storage was read",
    'store.changed': 'Another tab signed in or out',
    'session.open': 'Sign in',
    'session.close': 'Sign out',
    'session.rename': 'The user saves another name',
    'session.refuse': 'The server rejects the new token too',
    'token.reject': 'The server rejects the token',
    'access.retry': 'Try again',
    'factor.require': 'A call was refused because a second factor is missing',
    'factor.settle': 'A second factor was added, or none is needed',
    'access.change': 'The server names a version of the list of screens',
    'expiry.acknowledge': 'OK',
  },
  guards: {
    isSignedIn: 'somebody is signed in',
    isSameUser: 'it is the same user',
    isCurrentToken: 'it is the current token',
    isDeactivated: 'the account was deactivated',
    isTemporary: 'the server did not respond or could not decide',
    hasAccess: 'the list of screens is known',
    isOtherAccess: 'it is not the list that is known',
    mustAddFactor: { holds: 'a second factor has to be added first', fails: 'nothing has to be added first' },
  },
  actions: {
    takeSession: 'start the session',
    takeRenewed: "use the other tab's token",
    takeToken: 'use the new token',
    takeName: 'show the new name',
    takeFactorNeed: 'remember that a second factor comes first',
    dropFactorNeed: 'open the whole portal',
    takeEndReason: 'keep why the session ended',
    takeAccess: 'keep the list of screens',
    forgetSession: 'forget the user',
    storeSession: 'store the session in the browser',
    storeAccess: 'store the list of screens',
    clearStore: "clear the browser's storage",
    announceClosed: 'go to the start page',
    announceForcedOut: 'go to the sign-in page',
    announceLeft: 'remember the open page',
    announceReload: 'reload the page',
  },
  calls: {
    keepSession: "keep the session in the browser's storage",
    refreshToken: { does: 'get a new token', done: 'A new token arrived', error: 'No new token could be had' },
    fetchAccess: {
      does: 'load the screens that the role may open',
      done: 'The list of screens loaded',
      error: 'The list of screens did not load',
    },
    signOut: { does: 'tell the server', done: 'The server was told', error: 'The server could not be told' },
  },
  callsById: {
    refetchAccess: {
      does: 'load the new list of screens',
      done: 'The new list of screens loaded',
      error: 'The new list of screens did not load',
    },
  },
  delays: {
    signOutPatience: 'waiting for the server',
    accessRetry: 'a pause',
  },
} satisfies ChartTexts<typeof sessionMachine>
