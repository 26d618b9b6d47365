/**
 * One action on a record: idle, confirming, running, done or failed. One machine for every "Are you sure?", given its
 * subject and outcome by type. What is as easily undone as done (a switch in a list) skips the question.
 */
import { type ActorRefFrom, and, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

export type ConfirmActionEvent<Subject> =
  /** The user meant to act on `subject`; the question opens. */
  | { readonly type: 'action.ask'; readonly subject: Subject }
  /** The same without a question. */
  | { readonly type: 'action.run'; readonly subject: Subject }
  | { readonly type: 'action.confirm' }
  | { readonly type: 'action.cancel' }
  | { readonly type: 'failure.dismiss' }
  /** OK below what was done. */
  | { readonly type: 'success.dismiss' }

/** Emitted once the action succeeded. */
export interface ActionDone<Subject, Outcome> {
  readonly type: 'action.done'
  readonly subject: Subject
  readonly outcome: Outcome
}

interface ConfirmActionContext<Subject> {
  /** What the question is about; undefined until the first one. */
  readonly subject: Subject | undefined
  readonly wasAsked: boolean
  /** The server's words for a refusal. */
  readonly message: string | null
}

const known = <Subject>(subject: Subject | undefined): Subject => {
  if (subject === undefined) throw new Error('There is nothing to act on')
  return subject
}

/** @returns the machine that acts on a `Subject`; provide it with `act` */
export const confirmAction = <Subject, Outcome = unknown>() =>
  setup({
    types: {
      context: {} as ConfirmActionContext<Subject>,
      events: {} as ConfirmActionEvent<Subject>,
      emitted: {} as ActionDone<Subject, Outcome>,
      tags: {} as Tag,
    },
    actors: {
      act: notProvided<{ outcome: Outcome }, { subject: Subject }>('act'),
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
      announceDone: emit(({ context }, { outcome }: { outcome: Outcome }) => ({
        type: 'action.done' as const,
        subject: known(context.subject),
        outcome,
      })),
    },
  }).createMachine({
    id: 'confirmAction',
    description: 'One action on a record, confirmed first if destructive.',
    context: { subject: undefined, wasAsked: false, message: null },
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
          input: ({ context }) => ({ subject: known(context.subject) }),
          onDone: {
            target: 'done',
            actions: { type: 'announceDone', params: ({ event }) => event.output },
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

export type ConfirmActionMachine<Subject, Outcome = unknown> = ReturnType<typeof confirmAction<Subject, Outcome>>
export type ConfirmActionActor<Subject, Outcome = unknown> = ActorRefFrom<ConfirmActionMachine<Subject, Outcome>>
export type ConfirmActionSnapshot<Subject, Outcome = unknown> = SnapshotFrom<ConfirmActionMachine<Subject, Outcome>>
