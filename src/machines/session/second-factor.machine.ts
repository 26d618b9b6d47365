/**
 * The second step of a sign-in: a passkey, a code of an authenticator app, or a recovery code. The server's ticket stands
 * for the password, and ends the step when it expires, after too many wrong codes, or if the method was removed.
 */
import { assertEvent, assign, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import type { SecondFactor } from '#contract/login.ts'
import type { FactorProof, PasskeyAssertion } from '#contract/second-factor.ts'
import { type FactorMethod, factorMessages } from '#domain/second-factor.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type SecondFactorEvent =
  | { readonly type: 'method.choose'; readonly method: FactorMethod }
  /** The user wants the authenticator to be asked. */
  | { readonly type: 'passkey.use' }
  /** The code is valid in form. */
  | { readonly type: 'code.submit'; readonly code: string }
  /** The user typed, which clears the server's message. */
  | { readonly type: 'code.edit' }
  | { readonly type: 'signIn.cancel' }

interface SecondFactorContext {
  readonly factor: SecondFactor
  readonly method: FactorMethod
  /** Only while it is being checked. */
  readonly proof: FactorProof | null
  /** Why the last proof was not accepted, or that the authenticator was not used. */
  readonly refusal: string | null
  /** Why the user has to start over. */
  readonly endReason: string | null
}

export interface ConfirmInput {
  readonly ticket: string
  readonly proof: FactorProof
}

/** How the step ended. */
export interface SecondFactorEnd {
  readonly isSignedIn: boolean
  /** What the sign-in page says. */
  readonly message: string | null
}

/** The server's message that ends the step. */
const endOf = (error: unknown): string | null => fieldMessages(error).ticket ?? null

const mustHave = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('Nothing to check')
  return value
}

export const secondFactorMachine = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    input: {} as SecondFactor,
    output: {} as SecondFactorEnd,
    tags: {} as Tag,
  },
  actors: {
    /** Asks the server what to ask, and the authenticator; the user may decline. */
    askAuthenticator: notProvided<PasskeyAssertion, { ticket: string }>('askAuthenticator'),
    /** Completes the sign-in and opens the session, which unmounts this page. */
    confirm: notProvided<void, ConfirmInput>('confirm'),
  },
  delays: {
    /** How long the ticket works. */
    ticketLifetime: ({ context }) => context.factor.seconds * 1000,
  },
  guards: {
    isPasskey: ({ context }) => context.method === 'passkey',
    isOffered: ({ context, event }) => {
      assertEvent(event, 'method.choose')
      return event.method !== context.method && context.factor.methods.includes(event.method)
    },
    isOver: ({ event }) => 'error' in event && endOf(event.error) !== null,
  },
  actions: {
    takeMethod: assign(({ event }) => {
      assertEvent(event, 'method.choose')
      return { method: event.method, refusal: null }
    }),
    takeCode: assign(({ context, event }) => {
      assertEvent(event, 'code.submit')
      const kind = context.method === 'recovery' ? 'recovery' : 'code'
      return { proof: { kind, code: event.code } as const, refusal: null }
    }),
    takeAssertion: assign((_, { response }: { response: PasskeyAssertion }) => ({
      proof: { kind: 'passkey', response } as const,
    })),
    forgetProof: assign({ proof: null }),
    clearRefusal: assign({ refusal: null }),
    takeRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: failureMessage(error) ?? null })),
    /** The user declined, or the authenticator failed: browsers don't say which. */
    takeDecline: assign((_, { error }: { error: unknown }) => ({
      refusal: failureMessage(error) ?? factorMessages.notUsed,
    })),
    takeEndReason: assign((_, { error }: { error: unknown }) => ({ endReason: endOf(error) })),
    takeExpiry: assign({ endReason: factorMessages.startOver }),
  },
}).createMachine({
  id: 'secondFactor',
  description: 'The second step of a sign-in, after the password.',
  context: ({ input }) => ({
    factor: input,
    method: input.methods[0] ?? 'code',
    proof: null,
    refusal: null,
    endReason: null,
  }),
  initial: 'proving',
  output: ({ context, event }) => ({
    isSignedIn: event.type === 'xstate.done.state.secondFactor.confirmed',
    message: context.endReason,
  }),
  states: {
    proving: {
      description: 'The user proves a second time who they are, until the ticket ends.',
      initial: 'deciding',
      on: { 'signIn.cancel': { target: 'canceled' } },
      after: { ticketLifetime: { target: 'expired', actions: 'takeExpiry' } },
      states: {
        deciding: {
          description: 'Picks what the method needs: a code or the authenticator.',
          always: [{ guard: 'isPasskey', target: 'offering' }, { target: 'entering' }],
        },
        offering: {
          description: 'A button asks the authenticator. The last refusal shows.',
          on: {
            'passkey.use': { target: 'asking', actions: 'clearRefusal' },
            'method.choose': { guard: 'isOffered', target: 'deciding', actions: 'takeMethod' },
          },
        },
        asking: {
          description: "The browser asks for the passkey, in a dialog of its own; leaving closes the browser's dialog.",
          tags: 'busy',
          invoke: {
            id: 'askAuthenticator',
            src: 'askAuthenticator',
            input: ({ context }) => ({ ticket: context.factor.ticket }),
            onDone: {
              target: 'confirming',
              actions: { type: 'takeAssertion', params: ({ event }) => ({ response: event.output }) },
            },
            onError: [
              {
                guard: 'isOver',
                target: '#secondFactor.expired',
                actions: { type: 'takeEndReason', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'offering',
                actions: { type: 'takeDecline', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        entering: {
          description: 'The user enters a code. The last refusal shows until they type.',
          tags: 'editable',
          on: {
            'code.submit': { target: 'confirming', actions: 'takeCode' },
            'code.edit': { actions: 'clearRefusal' },
            'method.choose': { guard: 'isOffered', target: 'deciding', actions: 'takeMethod' },
          },
        },
        confirming: {
          description: 'The server is checking the proof.',
          tags: 'busy',
          exit: 'forgetProof',
          invoke: {
            id: 'confirm',
            src: 'confirm',
            input: ({ context }) => ({ ticket: context.factor.ticket, proof: mustHave(context.proof) }),
            onDone: { target: '#secondFactor.confirmed' },
            onError: [
              {
                guard: 'isOver',
                target: '#secondFactor.expired',
                actions: { type: 'takeEndReason', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'deciding',
                actions: { type: 'takeRefusal', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
      },
    },
    confirmed: { description: 'The user is signed in; the page closes.', type: 'final' },
    expired: { description: 'The ticket has ended; the sign-in page says why.', type: 'final' },
    canceled: { description: 'The user went back to the sign-in page.', type: 'final' },
  },
})
