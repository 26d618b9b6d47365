/** The Forgot Password dialog of the sign-in page: asks for a link by email (spec 1, sections 2, 4, 5 and 8). */
import { assertEvent, assign, emit, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { ForgotPasswordForm } from '#domain/passwords.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type ForgotPasswordEvent =
  /** The form is valid. */
  | { readonly type: 'form.submit'; readonly form: ForgotPasswordForm }
  /** The user typed, which clears the server's message at the field. */
  | { readonly type: 'field.edit' }
  | { readonly type: 'dialog.close' }
  /** OK on the success message. */
  | { readonly type: 'success.dismiss' }

/** The page takes the dialog away. */
export interface ForgotPasswordEmitted {
  readonly type: 'dialog.closed'
}

interface ForgotPasswordContext {
  readonly form: ForgotPasswordForm | undefined
  /** The server's refusal, shown under the field. */
  readonly refusal: string | undefined
}

export const forgotPasswordMachine = setup({
  types: {
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    emitted: {} as ForgotPasswordEmitted,
    tags: {} as Tag,
  },
  actors: { sendLink: notProvided<null, ForgotPasswordForm>('sendLink') },
  actions: {
    takeForm: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { form: event.form, refusal: undefined }
    }),
    takeRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: failureMessage(error) })),
    clearRefusal: assign({ refusal: undefined }),
    announceClosed: emit({ type: 'dialog.closed' as const }),
  },
}).createMachine({
  id: 'forgotPassword',
  description: 'The Forgot Password dialog.',
  context: { form: undefined, refusal: undefined },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user enters an email address. The last refusal shows until the address is edited.',
      tags: 'editable',
      on: {
        'form.submit': { target: 'sending', actions: 'takeForm' },
        'field.edit': { actions: 'clearRefusal' },
        'dialog.close': 'closed',
      },
    },
    sending: {
      description: 'The request is being sent. Closing the dialog does not take it back.',
      tags: 'busy',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => {
          if (!context.form) throw new Error('Sending without an address')
          return context.form
        },
        onDone: 'sent',
        onError: {
          target: 'editing',
          actions: { type: 'takeRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'dialog.close': 'closed' },
    },
    sent: {
      description: 'The request was accepted; a message shows until OK, which closes the dialog.',
      on: { 'success.dismiss': 'closed' },
    },
    closed: { description: 'The dialog is closed.', type: 'final', entry: 'announceClosed' },
  },
})
