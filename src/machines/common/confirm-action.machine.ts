/**
 * One action on a record: idle, confirming, running, done or failed. Serves every "Are you sure?" dialog, typed by
 * subject and outcome. An action that is easy to undo (a switch in a list) skips the confirmation.
 */
import { type ActorRefFrom, and, assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage } from '#contract/failures.ts'
import type { Tag } from '../tags.ts'
import { notProvided } from './not-provided.ts'

export type ConfirmActionEvent<Subject> =
  /** The user starts an action on `subject`; the confirmation opens. */
  | { readonly type: 'action.ask'; readonly subject: Subject }
  /** The same without a confirmation. */
  | { readonly type: 'action.run'; readonly subject: Subject }
  | { readonly type: 'action.confirm' }
  | { readonly type: 'action.cancel' }
  | { readonly type: 'failure.dismiss' }
  /** OK on the success message. */
  | { readonly type: 'success.dismiss' }

/** Emitted once the action succeeded. */
export interface ActionDone<Subject, Outcome> {
  readonly type: 'action.done'
  readonly subject: Subject
  readonly outcome: Outcome
}

interface ConfirmActionContext<Subject> {
  /** Undefined until the first action. */
  readonly subject: Subject | undefined
  readonly wasAsked: boolean
  /** The server's message when it refuses. */
  readonly message: string | null
}

const known = <Subject>(subject: Subject | undefined): Subject => {
  if (subject === undefined) throw new Error('No subject to act on')
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
      /** A lost connection shows no message of its own. */
      isSilent: ({ event }) => 'error' in event && failureMessage(event.error) === undefined,
      wasAsked: ({ context }) => context.wasAsked,
    },
    actions: {
      takeSubject: assign(({ event }) => {
        assertEvent(event, ['action.ask', 'action.run'])
        return { subject: event.subject, wasAsked: event.type === 'action.ask', message: null }
      }),
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
        description: 'No confirmation is open.',
        on: {
          'action.ask': { target: 'confirming', actions: 'takeSubject' },
          'action.run': { target: 'running', actions: 'takeSubject' },
        },
      },
      confirming: {
        description: 'The confirmation dialog is open.',
        on: { 'action.confirm': { target: 'running' }, 'action.cancel': { target: 'idle' } },
      },
      running: {
        description: 'The action is running; the buttons are disabled.',
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
            // The dialog stays open so that the user can try again.
            { guard: and(['isSilent', 'wasAsked']), target: 'confirming' },
            { guard: 'isSilent', target: 'idle' },
            { target: 'failed', actions: { type: 'takeMessage', params: ({ event }) => ({ error: event.error }) } },
          ],
        },
      },
      done: {
        description: 'The action succeeded and the dialog closed. A screen may show a success message until OK.',
        on: {
          'action.ask': { target: 'confirming', actions: 'takeSubject' },
          'action.run': { target: 'running', actions: 'takeSubject' },
          'success.dismiss': { target: 'idle' },
        },
      },
      failed: {
        description: 'The server refused; its message shows until OK.',
        tags: 'failed',
        on: { 'failure.dismiss': { target: 'idle' } },
      },
    },
  })

export type ConfirmActionMachine<Subject, Outcome = unknown> = ReturnType<typeof confirmAction<Subject, Outcome>>
export type ConfirmActionActor<Subject, Outcome = unknown> = ActorRefFrom<ConfirmActionMachine<Subject, Outcome>>
export type ConfirmActionSnapshot<Subject, Outcome = unknown> = SnapshotFrom<ConfirmActionMachine<Subject, Outcome>>
