/**
 * Calls that need a fresh proof of who the user is: those that are refused for the lack of it share one dialog, and are
 * sent again once it has closed with a proof.
 */
import { assign, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'
import { identityProofMachine, type ProofEnd, type ProofMethod } from './identity-proof.machine.ts'

export type IdentityCheckEvent =
  /** A call was refused because it needs a proof. */
  | { readonly type: 'proof.require' }
  | { readonly type: 'methods.retry' }
  /** The user gave up, or nothing waits for the proof any more. */
  | { readonly type: 'check.cancel' }
  /** The session ended: no proof helps. */
  | { readonly type: 'session.end' }

interface IdentityCheckContext {
  /** How the user can prove it, the best first. */
  readonly methods: readonly ProofMethod[]
  /** Why the methods could not be loaded, if the server said so. */
  readonly failure: string | null
  /** How the last check ended. */
  readonly isProven: boolean
}

/** A dialog that nobody answers gives up, and with it the calls that wait. */
const MAX_SECONDS = 600

export const identityCheckMachine = setup({
  types: {
    context: {} as IdentityCheckContext,
    events: {} as IdentityCheckEvent,
    children: {} as { identityProof: 'identityProof' },
    tags: {} as Tag,
  },
  actors: {
    readMethods: notProvided<readonly ProofMethod[], void>('readMethods'),
    identityProof: identityProofMachine,
  },
  guards: {
    hasMethods: (_, methods: readonly ProofMethod[]) => methods.length > 0,
  },
  actions: {
    forgetResult: assign({ isProven: false, methods: [], failure: null }),
    takeMethods: assign((_, { methods }: { methods: readonly ProofMethod[] }) => ({ methods })),
    takeFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureMessage(error) ?? null })),
    takeResult: assign((_, { isProven }: Pick<ProofEnd, 'isProven'>) => ({ isProven })),
  },
}).createMachine({
  id: 'identityCheck',
  description: 'The dialog in which a signed-in user proves again who they are.',
  context: { methods: [], failure: null, isProven: false },
  initial: 'closed',
  states: {
    closed: {
      description: 'No call waits for a proof.',
      on: { 'proof.require': { target: 'open', actions: 'forgetResult' } },
    },
    open: {
      description: 'The dialog is open. More calls that need a proof wait for the same one.',
      initial: 'loading',
      on: {
        'check.cancel': { target: 'closed' },
        'session.end': { target: 'closed' },
      },
      states: {
        loading: {
          description: "The user's methods are loading.",
          tags: 'busy',
          invoke: {
            id: 'readMethods',
            src: 'readMethods',
            onDone: [
              {
                guard: { type: 'hasMethods', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'takeMethods', params: ({ event }) => ({ methods: event.output }) },
              },
              { target: 'unable' },
            ],
            onError: {
              target: 'unread',
              actions: { type: 'takeFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unread: {
          description: 'Loading failed; it can be tried again.',
          tags: 'failed',
          on: { 'methods.retry': { target: 'loading' } },
        },
        unable: {
          description: 'The user has nothing to prove it with here: a new sign-in does.',
        },
        asking: {
          description: 'The user proves who they are.',
          invoke: {
            id: 'identityProof',
            src: 'identityProof',
            input: ({ context }) => ({ methods: context.methods, seconds: MAX_SECONDS }),
            onDone: {
              target: '#identityCheck.closed',
              actions: { type: 'takeResult', params: ({ event }) => ({ isProven: event.output.isProven }) },
            },
          },
        },
      },
    },
  },
})
