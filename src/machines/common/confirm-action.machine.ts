/**
 * One thing done to a record: idle, confirming, running, done or failed. One machine for every "Are you sure?"; what can
 * be taken back as easily as it is done (a switch in a list) is begun without the question.
 */
import { and, assign, emit, fromPromise, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

export type ConfirmActionEvent =
  /** The user meant to act on `subject`; the question opens. */
  | { readonly type: 'action.ask'; readonly subject: unknown }
  /** The same without a question. */
  | { readonly type: 'action.run'; readonly subject: unknown }
  | { readonly type: 'action.confirm' }
  | { readonly type: 'action.cancel' }
  | { readonly type: 'failure.dismiss' }
  /** OK below what was done. */
  | { readonly type: 'success.dismiss' }

/** Told once the action has gone through. */
export interface ActionDone {
  readonly type: 'action.done'
  readonly subject: unknown
  readonly outcome: unknown
}

interface ConfirmActionContext {
  /** What the question is about, an id for instance; it is the input of the actor `act`. */
  readonly subject: unknown
  readonly wasAsked: boolean
  /** The server's words for a refusal. */
  readonly message: string | null
}

export const confirmActionMachine = setup({
  types: {
    context: {} as ConfirmActionContext,
    events: {} as ConfirmActionEvent,
    emitted: {} as ActionDone,
    tags: {} as Tag,
  },
  actors: {
    act: notProvided<unknown, unknown>('act'),
  },
  guards: {
    /** A lost connection says nothing. */
    isSilent: ({ event }) => 'error' in event && failureMessage(event.error) === undefined,
    wasAsked: ({ context }) => context.wasAsked,
  },
  actions: {
    takeSubject: assign(({ context, event }) => ({
      subject: event.type === 'action.ask' || event.type === 'action.run' ? event.subject : context.subject,
      wasAsked: event.type === 'action.ask',
      message: null,
    })),
    takeMessage: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) ?? null })),
    announceDone: emit(
      ({ context }: { context: ConfirmActionContext }, { outcome }: { outcome: unknown }): ActionDone => ({
        type: 'action.done',
        subject: context.subject,
        outcome,
      }),
    ),
  },
}).createMachine({
  id: 'confirmAction',
  description: 'One thing done to a record, asked about first where it is dear.',
  context: { subject: null, wasAsked: false, message: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is asked.',
      on: {
        'action.ask': { target: 'confirming', actions: 'takeSubject' },
        'action.run': { target: 'running', actions: 'takeSubject' },
      },
    },
    confirming: {
      description: 'The question is on the screen.',
      on: { 'action.confirm': { target: 'running' }, 'action.cancel': { target: 'idle' } },
    },
    running: {
      description: 'The action is under way; the buttons are disabled.',
      tags: 'busy',
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context }: { context: ConfirmActionContext }) => context.subject,
        onDone: {
          target: 'done',
          actions: { type: 'announceDone', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: [
          // The question stays, to be confirmed again.
          { guard: and(['isSilent', 'wasAsked']), target: 'confirming' },
          { guard: 'isSilent', target: 'idle' },
          { target: 'failed', actions: { type: 'takeMessage', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    done: {
      description: 'It went through; the question has closed. A screen may say so until OK.',
      on: {
        'action.ask': { target: 'confirming', actions: 'takeSubject' },
        'action.run': { target: 'running', actions: 'takeSubject' },
        'success.dismiss': { target: 'idle' },
      },
    },
    failed: {
      description: "It was refused: the server's message shows in a dialog with OK.",
      tags: 'failed',
      on: { 'failure.dismiss': { target: 'idle' } },
    },
  },
})

/**
 * The machine with what it does.
 *
 * @param act gets the subject that `action.ask` carried; both sides of it are in the hands of whoever provides it
 */
export const confirmAction = <Subject, Outcome>(act: (subject: Subject, signal: AbortSignal) => Promise<Outcome>) =>
  confirmActionMachine.provide({
    actors: { act: fromPromise<unknown, unknown>(({ input, signal }) => act(input as Subject, signal)) },
  })
