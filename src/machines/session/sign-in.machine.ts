/** The sign-in page: one try at a time; a refusal goes under the field that it speaks of (spec 1, section 8). */
import { assign, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type SignInField = 'username' | 'password'

export type SignInEvent =
  /** The form is filled in and valid. */
  | { readonly type: 'form.submit'; readonly form: SignInForm }
  /** The user typed into a field: what the server said of it no longer holds. */
  | { readonly type: 'field.edit'; readonly field: SignInField }

interface SignInContext {
  readonly form: SignInForm | null
  /** The server's refusal, under the field that it belongs to. */
  readonly refusals: Readonly<Partial<Record<SignInField, string>>>
}

/** A message with the word 'password' belongs under the password, any other under the user name. */
export const fieldOfRefusal = (message: string): SignInField => (/password/i.test(message) ? 'password' : 'username')

export const signInMachine = setup({
  types: { context: {} as SignInContext, events: {} as SignInEvent, tags: {} as Tag },
  actors: {
    /** Signs in and opens the session, which takes the page away. */
    signIn: notProvided<void, SignInForm>('signIn'),
  },
  actions: {
    takeForm: assign({ form: ({ event }) => (event.type === 'form.submit' ? event.form : null), refusals: {} }),
    takeRefusal: assign((_, { error }: { error: unknown }) => {
      const message = failureMessage(error)
      return { refusals: message === undefined ? {} : { [fieldOfRefusal(message)]: message } }
    }),
    clearRefusal: assign({
      refusals: ({ context, event }) =>
        event.type === 'field.edit' ? { ...context.refusals, [event.field]: undefined } : context.refusals,
    }),
    forgetForm: assign({ form: null }),
  },
}).createMachine({
  id: 'signIn',
  description: 'The sign-in page.',
  context: { form: null, refusals: {} },
  initial: 'editing',
  states: {
    editing: {
      description: 'Waiting for user name and password; the last refusal stands until its field is edited.',
      tags: 'editable',
      on: {
        'form.submit': { target: 'submitting', actions: 'takeForm' },
        'field.edit': { actions: 'clearRefusal' },
      },
    },
    submitting: {
      description: 'The server is checking them; the button is disabled.',
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
    signedIn: { description: 'The session is open; the page is about to go.', type: 'final' },
  },
})
