/**
 * A user proves who they are, with a passkey, a code of an authenticator app, a recovery code, or the password: the
 * second step of a sign-in, and before a change of the sign-in methods. In a sign-in, the server's ticket stands for the
 * password, and ends the step when it expires, after too many wrong codes, or if the method was removed.
 */
import { assertEvent, assign, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import type { PasskeyAssertion, Proof } from '#contract/second-factor.ts'
import { factorMessages } from '#domain/second-factor.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type ProofMethod = Proof['kind']

/** What is asked for. */
export interface ProofRequest {
  /** What the user has, the best first. */
  readonly methods: readonly ProofMethod[]
  /** A sign-in's; otherwise the user is signed in. */
  readonly ticket?: string
  /** How long the ticket works, or how long to wait. */
  readonly seconds: number
}

export type IdentityProofEvent =
  | { readonly type: 'method.choose'; readonly method: ProofMethod }
  /** The user wants the authenticator to be asked. */
  | { readonly type: 'passkey.use' }
  /** The code or password is valid in form. */
  | { readonly type: 'entry.submit'; readonly entry: string }
  /** The user typed, which clears the server's message. */
  | { readonly type: 'entry.edit' }
  | { readonly type: 'proof.cancel' }

interface IdentityProofContext {
  readonly request: ProofRequest
  readonly method: ProofMethod
  /** Only while it is being checked. */
  readonly proof: Proof | null
  /** Why the last proof was not accepted, or that the authenticator was not used. */
  readonly refusal: string | null
  /** Why the user has to start over. */
  readonly endReason: string | null
}

type Ticket = Pick<ProofRequest, 'ticket'>

export interface ConfirmInput extends Ticket {
  readonly proof: Proof
}

/** How the step ended. */
export interface ProofEnd {
  readonly isProven: boolean
  /** What the sign-in page says. */
  readonly message: string | null
}

/** The server's message that ends the step. */
const endOf = (error: unknown): string | null => fieldMessages(error).ticket ?? null

const proofOf = (method: ProofMethod, entry: string): Proof => {
  if (method === 'password') return { kind: method, password: entry }
  return { kind: method === 'recovery' ? method : 'code', code: entry }
}

const mustHave = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('Nothing to check')
  return value
}

export const identityProofMachine = setup({
  types: {
    context: {} as IdentityProofContext,
    events: {} as IdentityProofEvent,
    input: {} as ProofRequest,
    output: {} as ProofEnd,
    tags: {} as Tag,
  },
  actors: {
    /** Asks the server what to ask, and the authenticator; the user may decline. */
    askAuthenticator: notProvided<PasskeyAssertion, Ticket>('askAuthenticator'),
    /** Checks the proof; in a sign-in, also opens the session, which unmounts the page. */
    confirm: notProvided<void, ConfirmInput>('confirm'),
  },
  delays: {
    /** How long the user has. */
    proofTime: ({ context }) => context.request.seconds * 1000,
  },
  guards: {
    isPasskey: ({ context }) => context.method === 'passkey',
    isOffered: ({ context, event }) => {
      assertEvent(event, 'method.choose')
      return event.method !== context.method && context.request.methods.includes(event.method)
    },
    isOver: ({ event }) => 'error' in event && endOf(event.error) !== null,
  },
  actions: {
    takeMethod: assign(({ event }) => {
      assertEvent(event, 'method.choose')
      return { method: event.method, refusal: null }
    }),
    takeEntry: assign(({ context, event }) => {
      assertEvent(event, 'entry.submit')
      return { proof: proofOf(context.method, event.entry), refusal: null }
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
  id: 'identityProof',
  description: 'A user proves who they are: in a sign-in after the password, and before some changes.',
  context: ({ input }) => ({
    request: input,
    method: input.methods[0] ?? 'code',
    proof: null,
    refusal: null,
    endReason: null,
  }),
  initial: 'proving',
  output: ({ context, event }) => ({
    isProven: event.type === 'xstate.done.state.identityProof.confirmed',
    message: context.endReason,
  }),
  states: {
    proving: {
      description: 'The user proves who they are, until it takes too long.',
      initial: 'deciding',
      on: { 'proof.cancel': { target: 'canceled' } },
      after: { proofTime: { target: 'expired', actions: 'takeExpiry' } },
      states: {
        deciding: {
          description: 'Picks what the method needs: an entry or the authenticator.',
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
            input: ({ context }) => context.request,
            onDone: {
              target: 'confirming',
              actions: { type: 'takeAssertion', params: ({ event }) => ({ response: event.output }) },
            },
            onError: [
              {
                guard: 'isOver',
                target: '#identityProof.expired',
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
          description: 'The user enters a code or the password. The last refusal shows until they type.',
          tags: 'editable',
          on: {
            'entry.submit': { target: 'confirming', actions: 'takeEntry' },
            'entry.edit': { actions: 'clearRefusal' },
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
            input: ({ context }) => ({ ...context.request, proof: mustHave(context.proof) }),
            onDone: { target: '#identityProof.confirmed' },
            onError: [
              {
                guard: 'isOver',
                target: '#identityProof.expired',
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
    confirmed: { description: 'The proof was accepted; the page or dialog closes.', type: 'final' },
    expired: { description: 'It took too long, or the ticket has ended; the sign-in page says why.', type: 'final' },
    canceled: { description: 'The user gave up.', type: 'final' },
  },
})
