import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { secondFactorMachine } from './second-factor.machine.ts'

export const texts = {
  events: {
    'method.choose': 'Choose another method',
    'passkey.use': 'Use passkey',
    'code.submit': 'Submit the code',
    'code.edit': 'Type in the code field',
    'signIn.cancel': 'Back to sign-in',
  },
  guards: {
    isPasskey: 'the method is a passkey',
    isOffered: 'the user has this other method',
    isOver: 'the server says that the ticket has ended',
  },
  actions: {
    takeMethod: 'remember the method',
    takeCode: 'remember the code',
    takeAssertion: "remember the passkey's answer",
    forgetProof: 'forget what was entered',
    clearRefusal: 'clear the message',
    takeRefusal: 'show why the proof was not accepted',
    takeDecline: 'say that the passkey was not used',
    takeEndReason: 'remember why the user has to start over',
    takeExpiry: 'remember that it took too long',
  },
  calls: {
    askAuthenticator: {
      does: 'ask the authenticator',
      done: 'The authenticator answered',
      error: 'The user declined, or the authenticator could not be asked',
    },
    confirm: { does: 'check the proof', done: 'The proof was accepted', error: 'The proof was refused' },
  },
  delays: { ticketLifetime: 'the ticket has expired' },
} satisfies ChartTexts<typeof secondFactorMachine>
