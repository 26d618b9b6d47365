/** The sign-in page: one attempt at a time; a refusal shows under the field it is about (spec 1, section 8). */
import { assertEvent, assign, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type SignInField = 'username' | 'password'

export type SignInEvent =
  /** The form is valid. */
  | { readonly type: 'form.submit'; readonly form: SignInForm }
  /** The user typed into a field, which clears the server's message about it. */
  | { readonly type: 'field.edit'; readonly field: SignInField }

interface SignInContext {
  readonly form: SignInForm | null
  /** The server's refusals, by field. */
  readonly refusals: Readonly<Partial<Record<SignInField, string>>>
}

/** A message containing 'password' belongs to the password, any other to the username. */
export const fieldOfRefusal = (message: string): SignInField => (/password/i.test(message) ? 'password' : 'username')

export const signInMachine = setup({
  types: { context: {} as SignInContext, events: {} as SignInEvent, tags: {} as Tag },
  actors: {
    /** Signs in and opens the session, which unmounts this page. */
    signIn: notProvided<void, SignInForm>('signIn'),
  },
  actions: {
    takeForm: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { form: event.form, refusals: {} }
    }),
    takeRefusal: assign((_, { error }: { error: unknown }) => {
      const message = failureMessage(error)
      return { refusals: message === undefined ? {} : { [fieldOfRefusal(message)]: message } }
    }),
    clearRefusal: assign(({ context, event }) => {
      assertEvent(event, 'field.edit')
      return { refusals: { ...context.refusals, [event.field]: undefined } }
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
      description: 'The user enters username and password. The last refusal shows until its field is edited.',
      tags: 'editable',
      on: {
        'form.submit': { target: 'submitting', actions: 'takeForm' },
        'field.edit': { actions: 'clearRefusal' },
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
    signedIn: { description: 'The user is signed in; the page closes.', type: 'final' },
  },
})
