import { examples } from '#machines/session/session.examples.ts'
import { sessionMachine } from '#machines/session/session.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SessionWorld, sessionInBrowser } from './session.browser.ts'

const holdsNobody = ({ context }: { context: { session: unknown; userAccess: unknown } }) => {
  if (context.session || context.userAccess) throw new Error('something of the session is kept')
}

modelTests<typeof sessionMachine, SessionWorld>({
  name: 'session/session',
  machine: sessionMachine,
  ...examples,
  project: ({ session: held, userAccess: list }) => ({
    user: held?.userId,
    isRenewed: held?.accessToken.startsWith('renewed'),
    hasAccess: list !== null,
  }),
  states: {
    restoring: holdsNobody,
    signedOut: holdsNobody,
    forcedOut: holdsNobody,
    signedIn: ({ context }) => {
      if (!context.session) throw new Error('nobody is signed in')
    },
    'signedIn.access.known': ({ context }) => {
      if (!context.userAccess) throw new Error('the access list is missing')
    },
  },
  untried: {
    'refreshToken error: 409': 'Nobody else renews it: other tabs are told.',
    'signOut error: 409': 'A session that somebody else ended is over: 401.',
  },
  browser: sessionInBrowser,
})
