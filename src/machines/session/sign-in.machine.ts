/**
 * The sign-in page: one attempt at a time, with a password or with an identity provider; a refusal shows under the field
 * it is about (spec 1, section 8).
 */
import { assertEvent, assign, setup } from 'xstate'
import { failureMessage, isStatus } from '#contract/failures.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type SignInField = 'username' | 'password'

export type SignInEvent =
  /** The form is valid. */
  | { readonly type: 'form.submit'; readonly form: SignInForm }
  /** The user typed into a field, which clears the server's message about it. */
  | { readonly type: 'field.edit'; readonly field: SignInField }
  /** Sign in with the identity provider, such as Google. */
  | ({ readonly type: 'provider.choose' } & ProviderChoice)
  /** The browser shows the page again as it was left: the user went back from the provider. */
  | { readonly type: 'page.restore' }

/** 'Keep me logged in'. */
export type ProviderChoice = Pick<SignInForm, 'rememberme'>

interface SignInContext {
  /** The browser came back from the identity provider to open this page. */
  readonly hasReturned: boolean
  readonly form: SignInForm | null
  /** The server's refusals, by field; those about the provider itself show at its button. */
  readonly refusals: Readonly<Partial<Record<SignInField | 'provider', string>>>
}

/** A message containing 'password' belongs to the password, any other to the username. */
export const fieldOfRefusal = (message: string): SignInField => (/password/i.test(message) ? 'password' : 'username')

export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as Pick<SignInContext, 'hasReturned'>,
    tags: {} as Tag,
  },
  actors: {
    /** Signs in and opens the session, which unmounts this page. */
    signIn: notProvided<void, SignInForm>('signIn'),
    /** Asks for the provider's address, and makes the browser open it. */
    beginProviderSignIn: notProvided<void, ProviderChoice>('beginProviderSignIn'),
    /** Fetches and opens the session of a user who has returned. */
    finishProviderSignIn: notProvided<void, void>('finishProviderSignIn'),
  },
  guards: { hasReturned: ({ context }) => context.hasReturned },
  actions: {
    takeForm: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { form: event.form, refusals: {} }
    }),
    takeRefusal: assign((_, { error }: { error: unknown }) => {
      const message = failureMessage(error)
      return { refusals: message === undefined ? {} : { [fieldOfRefusal(message)]: message } }
    }),
    /** Only a 403 is about the user's account. */
    takeProviderRefusal: assign((_, { error }: { error: unknown }) => {
      const message = failureMessage(error)
      if (message === undefined) return { refusals: {} }
      return { refusals: { [isStatus(error, 403) ? fieldOfRefusal(message) : 'provider']: message } }
    }),
    clearRefusal: assign(({ context, event }) => {
      assertEvent(event, 'field.edit')
      return { refusals: { ...context.refusals, [event.field]: undefined } }
    }),
    clearRefusals: assign({ refusals: {} }),
    forgetForm: assign({ form: null }),
    forgetReturn: assign({ hasReturned: false }),
  },
}).createMachine({
  id: 'signIn',
  description: 'The sign-in page.',
  context: ({ input }) => ({ hasReturned: input.hasReturned, form: null, refusals: {} }),
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
        'provider.choose': { target: 'asking', actions: 'clearRefusals' },
      },
    },
    submitting: {
      description: 'The server is checking the credentials; the button is disabled.',
      tags: 'busy',
      exit: 'forgetForm',
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => {
          if (context.form === null) throw new Error('Submitting without a form')
          return context.form
        },
        onDone: { target: 'signedIn' },
        onError: {
          target: 'editing',
          actions: { type: 'takeRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    asking: {
      description: "The server is asked for the identity provider's address; the buttons are disabled.",
      tags: 'busy',
      invoke: {
        id: 'beginProviderSignIn',
        src: 'beginProviderSignIn',
        input: ({ event }) => {
          assertEvent(event, 'provider.choose')
          return { rememberme: event.rememberme }
        },
        onDone: { target: 'leaving' },
        onError: {
          target: 'editing',
          actions: { type: 'takeProviderRefusal', params: ({ event }) => ({ error: event.error }) },
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
        id: 'finishProviderSignIn',
        src: 'finishProviderSignIn',
        onDone: { target: 'signedIn' },
        onError: {
          target: 'editing',
          actions: { type: 'takeProviderRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    signedIn: { description: 'The user is signed in; the page closes.', type: 'final' },
  },
})
