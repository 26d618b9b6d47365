/**
 * The sign-in page: one attempt at a time; a refusal shows under the field it is about (spec 1, section 8). A password or
 * an identity provider may need a second factor; a passkey signs in alone.
 */
import { assertEvent, assign, setup } from 'xstate'
import { failureMessage, isStatus } from '#contract/failures.ts'
import type { SecondFactor } from '#contract/login.ts'
import { factorMessages } from '#domain/second-factor.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'
import { identityProofMachine, type ProofEnd } from './identity-proof.machine.ts'

export type SignInField = 'username' | 'password'

/** 'Keep me logged in'. */
export interface SignInChoice {
  readonly isRememberMe: boolean
}

export type SignInEvent =
  /** The form is valid. */
  | { readonly type: 'form.submit'; readonly form: SignInForm }
  /** The user typed into a field, which clears the server's message about it. */
  | { readonly type: 'field.edit'; readonly field: SignInField }
  /** Sign in with a passkey instead of a password. */
  | ({ readonly type: 'passkey.use' } & SignInChoice)
  /** Sign in with the identity provider, such as Google. */
  | ({ readonly type: 'identityProvider.choose' } & SignInChoice)
  /** The browser shows the page again as it was left: the user went back from the provider. */
  | { readonly type: 'page.restore' }

interface SignInContext extends SignInChoice {
  /** The browser came back from the identity provider to open this page. */
  readonly hasReturned: boolean
  readonly form: SignInForm | null
  /** The server's refusals, by field. */
  readonly refusals: Readonly<Partial<Record<SignInField, string>>>
  /** What is said above the form: of a passkey, the identity provider, or the second step. */
  readonly notice: string | null
  /** What the user is asked for after the password. */
  readonly factor: SecondFactor | null
}

/** A message containing 'password' belongs to the password, any other to the username. */
export const fieldOfRefusal = (message: string): SignInField => (/password/i.test(message) ? 'password' : 'username')

export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as Pick<SignInContext, 'hasReturned'>,
    children: {} as { secondFactor: 'secondFactor' },
    tags: {} as Tag,
  },
  actors: {
    /** Signs in and opens the session, which unmounts this page; or says what else is needed. */
    signIn: notProvided<SecondFactor | null, SignInForm>('signIn'),
    /** Asks the authenticator, and opens the session. */
    signInWithPasskey: notProvided<void, SignInChoice>('signInWithPasskey'),
    /** Asks for the provider's address, and makes the browser open it. */
    beginIdentityProviderSignIn: notProvided<void, SignInChoice>('beginIdentityProviderSignIn'),
    /** Fetches and opens the session of a user who has returned; or says what else is needed. */
    finishIdentityProviderSignIn: notProvided<SecondFactor | null, void>('finishIdentityProviderSignIn'),
    secondFactor: identityProofMachine,
  },
  guards: {
    hasReturned: ({ context }) => context.hasReturned,
    needsFactor: (_, factor: SecondFactor | null) => factor !== null,
    isSignedIn: (_, { isProven }: ProofEnd) => isProven,
  },
  actions: {
    takeForm: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { form: event.form, refusals: {}, notice: null }
    }),
    takeChoice: assign(({ event }) => {
      assertEvent(event, ['passkey.use', 'identityProvider.choose'])
      return { isRememberMe: event.isRememberMe, refusals: {}, notice: null }
    }),
    takeRefusal: assign((_, { error }: { error: unknown }) => {
      const message = failureMessage(error)
      return { refusals: message === undefined ? {} : { [fieldOfRefusal(message)]: message } }
    }),
    /** Only a 403 is about the user's account. */
    takeIdentityProviderRefusal: assign((_, { error }: { error: unknown }) => {
      const message = failureMessage(error) ?? null
      return message !== null && isStatus(error, 403)
        ? { refusals: { [fieldOfRefusal(message)]: message } }
        : { notice: message }
    }),
    clearRefusal: assign(({ context, event }) => {
      assertEvent(event, 'field.edit')
      return { refusals: { ...context.refusals, [event.field]: undefined } }
    }),
    forgetForm: assign({ form: null }),
    forgetReturn: assign({ hasReturned: false }),
    takeFactor: assign((_, { factor }: { factor: SecondFactor | null }) => ({ factor })),
    forgetFactor: assign({ factor: null }),
    takeNotice: assign((_, { notice }: { notice: string | null }) => ({ notice })),
  },
}).createMachine({
  id: 'signIn',
  description: 'The sign-in page.',
  context: ({ input }) => ({
    hasReturned: input.hasReturned,
    form: null,
    refusals: {},
    notice: null,
    factor: null,
    isRememberMe: false,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checks whether the user has returned from the identity provider.',
      always: [{ guard: 'hasReturned', target: 'finishing', actions: 'forgetReturn' }, { target: 'editing' }],
    },
    editing: {
      description: 'The user enters username and password. The last refusal shows until its field is edited.',
      tags: 'editable',
      on: {
        'form.submit': { target: 'submitting', actions: 'takeForm' },
        'field.edit': { actions: 'clearRefusal' },
        'passkey.use': { target: 'usingPasskey', actions: 'takeChoice' },
        'identityProvider.choose': { target: 'asking', actions: 'takeChoice' },
      },
    },
    submitting: {
      description: 'The server is checking the credentials; the form is disabled.',
      tags: 'busy',
      exit: 'forgetForm',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => {
          if (context.form === null) throw new Error('Submitting without credentials')
          return context.form
        },
        onDone: [
          {
            guard: { type: 'needsFactor', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'takeFactor', params: ({ event }) => ({ factor: event.output }) },
          },
          { target: 'signedIn' },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'takeRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    usingPasskey: {
      description: 'The browser asks for a passkey, and the server checks it.',
      tags: 'busy',
      invoke: {
        id: 'signInWithPasskey',
        src: 'signInWithPasskey',
        input: ({ context }) => ({ isRememberMe: context.isRememberMe }),
        onDone: { target: 'signedIn' },
        onError: {
          target: 'editing',
          actions: {
            type: 'takeNotice',
            params: ({ event }) => ({ notice: failureMessage(event.error) ?? factorMessages.notUsedAlone }),
          },
        },
      },
    },
    asking: {
      description: "The server is asked for the identity provider's address; the buttons are disabled.",
      tags: 'busy',
      invoke: {
        id: 'beginIdentityProviderSignIn',
        src: 'beginIdentityProviderSignIn',
        input: ({ context }) => ({ isRememberMe: context.isRememberMe }),
        onDone: { target: 'leaving' },
        onError: {
          target: 'editing',
          actions: { type: 'takeIdentityProviderRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    leaving: {
      description: "The browser is opening the identity provider's page, which replaces this one.",
      tags: 'busy',
      on: { 'page.restore': { target: 'editing' } },
    },
    finishing: {
      description: 'The user has returned; the server says whether the identity provider vouched for them.',
      tags: 'busy',
      invoke: {
        id: 'finishIdentityProviderSignIn',
        src: 'finishIdentityProviderSignIn',
        onDone: [
          {
            guard: { type: 'needsFactor', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'takeFactor', params: ({ event }) => ({ factor: event.output }) },
          },
          { target: 'signedIn' },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'takeIdentityProviderRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'The password or the identity was right; the second step asks for a passkey or a code.',
      exit: 'forgetFactor',
      invoke: {
        id: 'secondFactor',
        src: 'secondFactor',
        input: ({ context }) => {
          if (context.factor === null) throw new Error('Confirming without a ticket')
          return context.factor
        },
        onDone: [
          { guard: { type: 'isSignedIn', params: ({ event }) => event.output }, target: 'signedIn' },
          {
            target: 'editing',
            actions: { type: 'takeNotice', params: ({ event }) => ({ notice: event.output.message }) },
          },
        ],
      },
    },
    signedIn: { description: 'The user is signed in; the page closes.', type: 'final' },
  },
})
