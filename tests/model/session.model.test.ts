import { examples } from '#machines/session/session.examples.ts'
import { sessionMachine } from '#machines/session/session.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SessionWorld, sessionInBrowser } from './session.browser.ts'

const expectNoSession = ({ context }: { context: { session: unknown; userAccess: unknown; endReason: unknown } }) => {
  if (context.session || context.userAccess || context.endReason) throw new Error('part of the session is still there')
}

modelTests<typeof sessionMachine, SessionWorld>({
  name: 'session/session',
  machine: sessionMachine,
  ...examples,
  project: ({ session: held, userAccess: list, endReason }) => ({
    endReason,
    user: held?.userId,
    token: held?.accessToken,
    currency: held?.money.currency,
    mustAddFactor: held?.mustAddFactor,
    access: list?.map(({ screen }) => screen).join(),
  }),
  states: {
    restoring: expectNoSession,
    signedOut: expectNoSession,
    forcedOut: expectNoSession,
    signedIn: ({ context }) => {
      if (!context.session) throw new Error('there is no session')
    },
    'signedIn.access.known': ({ context }) => {
      if (!context.userAccess) throw new Error('the access list is missing')
    },
  },
  untried: {
    'refetchAccess error: 409': 'Reading the list changes nothing.',
    'signOut error: 409': 'A session that was ended elsewhere is refused with 401.',
  },
  browser: sessionInBrowser,
})
