/** The page behind a recovery link: sets a new password (spec 1, sections 2, 5 and 8). */
import { assertEvent, assign, emit, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import type { RecoveryForm } from '#domain/passwords.ts'
import { hasMessage, isFieldRefusal } from '../common/failure-guards.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type RecoverPasswordEvent =
  /** The form is valid. */
  | { readonly type: 'form.submit'; readonly form: RecoveryForm }
  /** OK on the server's message. */
  | { readonly type: 'failure.dismiss' }
  /** OK on the success message. */
  | { readonly type: 'success.dismiss' }

export type RecoverPasswordEmitted =
  /** The server refused fields. Their messages clear on the next edit. */
  | { readonly type: 'form.refused'; readonly fields: Readonly<Record<string, string>> }
  /** The user can sign in with the new password. */
  | { readonly type: 'recovery.finished' }

interface RecoverPasswordContext {
  /** The secret of the link. */
  readonly token: string
  /** Only while it is being saved. */
  readonly form: RecoveryForm | undefined
  readonly message: string | undefined
}

export interface SetPasswordInput extends RecoveryForm {
  readonly token: string
}

export const recoverPasswordMachine = setup({
  types: {
    context: {} as RecoverPasswordContext,
    events: {} as RecoverPasswordEvent,
    emitted: {} as RecoverPasswordEmitted,
    input: {} as { readonly token: string },
    tags: {} as Tag,
  },
  actors: { setPassword: notProvided<null, SetPasswordInput>('setPassword') },
  guards: { isFieldRefusal, hasMessage },
  actions: {
    takeForm: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { form: event.form }
    }),
    forgetForm: assign({ form: undefined }),
    keepMessage: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    clearMessage: assign({ message: undefined }),
    announceRefusal: emit((_, { error }: { error: unknown }) => ({
      type: 'form.refused' as const,
      fields: fieldMessages(error),
    })),
    announceFinished: emit({ type: 'recovery.finished' as const }),
  },
}).createMachine({
  id: 'recoverPassword',
  description: 'The page behind a recovery link.',
  context: ({ input }) => ({ token: input.token, form: undefined, message: undefined }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The user enters a new password, twice.',
      tags: 'editable',
      on: { 'form.submit': { target: 'saving', actions: 'takeForm' } },
    },
    saving: {
      description: 'The server is checking the link and the new password; the button is disabled.',
      tags: 'busy',
      exit: 'forgetForm',
      invoke: {
        id: 'setPassword',
        src: 'setPassword',
        input: ({ context: { token, form } }) => {
          if (!form) throw new Error('Saving without a form')
          return { token, ...form }
        },
        onDone: 'saved',
        onError: [
          {
            guard: 'isFieldRefusal',
            target: 'editing',
            actions: { type: 'announceRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: 'hasMessage',
            target: 'failed',
            actions: { type: 'keepMessage', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'editing' },
        ],
      },
    },
    failed: {
      description: 'The server refused, for example because the link was already used; its message shows until OK.',
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'editing', actions: 'clearMessage' } },
    },
    saved: {
      description: 'The password is set; a message shows until OK.',
      on: { 'success.dismiss': { target: 'finished', actions: 'announceFinished' } },
    },
    finished: { description: 'The page closes.', type: 'final' },
  },
})
