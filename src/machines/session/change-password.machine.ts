/** The page that changes the own password (spec 3, sections 2, 4, 5 and 8). */
import { assertEvent, assign, emit, setup } from 'xstate'
import { failureMessage, fieldMessages, isStatus } from '#contract/failures.ts'
import type { ChangePasswordForm } from '#domain/passwords.ts'
import { isFieldRefusal } from '../common/failure-guards.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

export type ChangePasswordField = keyof ChangePasswordForm

export type ChangePasswordEvent =
  /** The form is valid. */
  | { readonly type: 'form.submit'; readonly form: ChangePasswordForm }
  | { readonly type: 'field.edit'; readonly field: ChangePasswordField }
  /** OK on the success message. */
  | { readonly type: 'success.dismiss' }

export type ChangePasswordEmitted =
  /** The server refused fields. Their messages clear on the next edit. */
  | { readonly type: 'form.refused'; readonly fields: Readonly<Record<string, string>> }
  | { readonly type: 'change.finished' }

interface ChangePasswordContext {
  /** Only while it is being saved. */
  readonly form: ChangePasswordForm | undefined
  /** The message at the current password, which was wrong. */
  readonly wrongOld: string | undefined
  /** Any other refusal, shown under the form. */
  readonly message: string | undefined
}

export const changePasswordMachine = setup({
  types: {
    context: {} as ChangePasswordContext,
    events: {} as ChangePasswordEvent,
    emitted: {} as ChangePasswordEmitted,
    tags: {} as Tag,
  },
  actors: { changePassword: notProvided<null, ChangePasswordForm>('changePassword') },
  guards: {
    isWrongOld: ({ event }) => 'error' in event && isStatus(event.error, 202),
    isOldPassword: (_, { field }: { field: ChangePasswordField }) => field === 'oldPassword',
    isFieldRefusal,
  },
  actions: {
    takeForm: assign(({ event }) => {
      assertEvent(event, 'form.submit')
      return { form: event.form, wrongOld: undefined, message: undefined }
    }),
    forgetForm: assign({ form: undefined }),
    markOld: assign((_, { error }: { error: unknown }) => ({ wrongOld: failureMessage(error) })),
    unmarkOld: assign({ wrongOld: undefined }),
    keepMessage: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
    clearMessage: assign({ message: undefined }),
    announceRefusal: emit((_, { error }: { error: unknown }) => ({
      type: 'form.refused' as const,
      fields: fieldMessages(error),
    })),
    announceFinished: emit({ type: 'change.finished' as const }),
  },
}).createMachine({
  id: 'changePassword',
  description: 'The page that changes the own password.',
  context: { form: undefined, wrongOld: undefined, message: undefined },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user enters the current password and a new one, twice. The last refusal shows until an edit.',
      tags: 'editable',
      on: {
        'form.submit': { target: 'saving', actions: 'takeForm' },
        'field.edit': [
          {
            guard: { type: 'isOldPassword', params: ({ event }) => event },
            actions: ['clearMessage', 'unmarkOld'],
          },
          { actions: 'clearMessage' },
        ],
      },
    },
    saving: {
      description: 'The server is checking the passwords; the button is disabled.',
      tags: 'busy',
      exit: 'forgetForm',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context: { form } }) => {
          if (!form) throw new Error('Saving without a form')
          return form
        },
        onDone: 'saved',
        onError: [
          {
            guard: 'isWrongOld',
            target: 'editing',
            actions: { type: 'markOld', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: 'isFieldRefusal',
            target: 'editing',
            actions: { type: 'announceRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          // A lost connection has no message.
          {
            target: 'editing',
            actions: { type: 'keepMessage', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    saved: {
      description: 'The password is changed; a message shows until OK.',
      on: { 'success.dismiss': { target: 'finished', actions: 'announceFinished' } },
    },
    finished: { description: 'The page closes.', type: 'final' },
  },
})
