/**
 * A form over one record, from opening to saved: one machine for every dialog and page that adds or edits a record, typed
 * by subject, stored record and values. The form library owns what is typed, and sends one parsed `form.submit`.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { Tag } from '../tags.ts'
import { hasMessage, isFieldRefusal, isStale } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

export type RecordFormEvent<Subject, Stored, Values> =
  /** `tellsSaved`: the form stays open with a success message until OK. */
  | { type: 'form.open'; subject: Subject; tellsSaved?: boolean }
  /** The user entered something that closing would lose. */
  | { type: 'form.change' }
  /** `over`: the record the values are based on, if it isn't the one that was loaded (a restored draft's). */
  | { type: 'form.submit'; values: Values; over?: Stored }
  /** These values need a question before they are saved: `form.submit` answers it. */
  | { type: 'form.ask'; values: Values }
  | { type: 'question.dismiss' }
  /** Drops the entries and opens the form with what is stored now. */
  | { type: 'form.reload' }
  | { type: 'form.close' }
  | { type: 'close.confirm' }
  | { type: 'close.dismiss' }
  | { type: 'failure.dismiss' }
  /** OK on the success message. */
  | { type: 'success.dismiss' }
  | { type: 'read.retry' }

export type RecordFormEmitted<Subject, Outcome> =
  | { type: 'record.saved'; subject: Subject; outcome: Outcome }
  /** The server refused fields, by the form's paths. Their errors clear on the next edit. */
  | { type: 'form.refused'; fields: Readonly<Record<string, string>> }
  /** The user canceled the form or confirmed its success message. A page navigates back. */
  | { type: 'form.closed'; wasSaved: boolean }

/** The values and the record as it was last loaded, whose version says what they replace. */
export interface SaveRecordInput<Subject, Stored, Values> {
  subject: Subject
  stored: Stored
  values: Values
}

interface RecordFormContext<Subject, Stored, Values, Outcome> {
  subject: Subject | undefined
  tellsSaved: boolean
  /** Undefined until loaded. */
  stored: Stored | undefined
  values: Values | undefined
  /** What the server said about the record that was saved; undefined until then. */
  outcome: Outcome | undefined
  isChanged: boolean
  message: string | undefined
}

const known = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('The form has not been opened, loaded or submitted yet')
  return part
}

/** @returns the machine of a form; provide it with `readRecord` and `saveRecord` */
export const recordForm = <Subject, Stored, Values, Outcome = unknown>() =>
  setup({
    types: {
      context: {} as RecordFormContext<Subject, Stored, Values, Outcome>,
      events: {} as RecordFormEvent<Subject, Stored, Values>,
      emitted: {} as RecordFormEmitted<Subject, Outcome>,
      tags: {} as Tag,
    },
    actors: {
      readRecord: notProvided<{ stored: Stored }, { subject: Subject }>('readRecord'),
      saveRecord: notProvided<{ outcome: Outcome }, SaveRecordInput<Subject, Stored, Values>>('saveRecord'),
    },
    guards: {
      hasEntries: ({ context }) => context.isChanged,
      tellsSaved: ({ context }) => context.tellsSaved,
      isFieldRefusal,
      isStale,
      hasMessage,
    },
    actions: {
      takeSubject: assign(({ event }) => ({
        ...(event.type === 'form.open' && { subject: event.subject, tellsSaved: event.tellsSaved ?? false }),
        stored: undefined,
        values: undefined,
        outcome: undefined,
        isChanged: false,
        message: undefined,
      })),
      keepStored: assign((_, { stored }: { stored: Stored }) => ({ stored })),
      noteChange: assign({ isChanged: true }),
      takeValues: assign(({ context, event }) => {
        assertEvent(event, 'form.submit')
        return { values: event.values, stored: event.over === undefined ? context.stored : event.over, isChanged: true }
      }),
      takeAsked: assign(({ event }) => {
        assertEvent(event, 'form.ask')
        return { values: event.values, isChanged: true }
      }),
      keepOutcome: assign((_, { outcome }: { outcome: Outcome }) => ({ outcome })),
      keepMessage: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
      // A decision stores no record that saving again could replace.
      sayKept: assign(({ context }) =>
        context.stored === null ? {} : { message: `${context.message}\n\n${formMessages.kept}` },
      ),
      clearMessage: assign({ message: undefined }),
      announceSaved: emit(({ context }, { outcome }: { outcome: Outcome }) => ({
        type: 'record.saved' as const,
        subject: known(context.subject),
        outcome,
      })),
      announceClosed: emit({ type: 'form.closed' as const, wasSaved: false }),
      announceFinished: emit({ type: 'form.closed' as const, wasSaved: true }),
      announceRefusal: emit((_, { error }: { error: unknown }) => ({
        type: 'form.refused' as const,
        fields: fieldMessages(error),
      })),
    },
  }).createMachine({
    id: 'recordForm',
    description: 'A form over one record.',
    context: {
      subject: undefined,
      tellsSaved: false,
      stored: undefined,
      values: undefined,
      outcome: undefined,
      isChanged: false,
      message: undefined,
    },
    initial: 'closed',
    states: {
      closed: {
        description: 'The form is closed.',
        on: { 'form.open': { target: 'reading', actions: 'takeSubject' } },
      },
      reading: {
        description: 'The record is loading; a skeleton of the form shows.',
        tags: 'busy',
        invoke: {
          id: 'readRecord',
          src: 'readRecord',
          input: ({ context }) => ({ subject: known(context.subject) }),
          onDone: { target: 'editing', actions: { type: 'keepStored', params: ({ event }) => event.output } },
          onError: { target: 'unread', actions: { type: 'keepMessage', params: ({ event }) => event } },
        },
        on: { 'form.close': { target: 'closed', actions: 'announceClosed' } },
      },
      unread: {
        description: 'Loading failed. The error shows with a way to try again.',
        tags: 'failed',
        on: {
          'read.retry': { target: 'reading', actions: 'takeSubject' },
          'form.close': { target: 'closed', actions: 'announceClosed' },
        },
      },
      editing: {
        description: 'The user edits the form.',
        tags: 'editable',
        on: {
          'form.change': { actions: 'noteChange' },
          'form.ask': { target: 'confirmingSave', actions: 'takeAsked' },
          'form.submit': { target: 'saving', actions: 'takeValues' },
          'form.reload': { target: 'reading', actions: 'takeSubject' },
          'form.close': [
            { guard: 'hasEntries', target: 'confirmingClose' },
            { target: 'closed', actions: 'announceClosed' },
          ],
        },
      },
      confirmingSave: {
        description: 'The user answers a question about what they want to save.',
        on: { 'form.submit': { target: 'saving', actions: 'takeValues' }, 'question.dismiss': 'editing' },
      },
      confirmingClose: {
        description: 'The user is asked to confirm that unsaved entries will be lost.',
        on: { 'close.confirm': { target: 'closed', actions: 'announceClosed' }, 'close.dismiss': 'editing' },
      },
      saving: {
        description: 'The form is being saved; its buttons are disabled.',
        tags: 'busy',
        invoke: {
          id: 'saveRecord',
          src: 'saveRecord',
          input: ({ context: { subject, stored, values } }) => ({
            subject: known(subject),
            stored: known(stored),
            values: known(values),
          }),
          onDone: [
            {
              guard: 'tellsSaved',
              target: 'saved',
              actions: [
                { type: 'keepOutcome', params: ({ event }) => event.output },
                { type: 'announceSaved', params: ({ event }) => event.output },
              ],
            },
            { target: 'closed', actions: { type: 'announceSaved', params: ({ event }) => event.output } },
          ],
          onError: [
            {
              guard: 'isFieldRefusal',
              target: 'editing',
              actions: { type: 'announceRefusal', params: ({ event }) => event },
            },
            {
              guard: 'isStale',
              target: 'rereading',
              actions: { type: 'keepMessage', params: ({ event }) => event },
            },
            {
              guard: 'hasMessage',
              target: 'failed',
              actions: { type: 'keepMessage', params: ({ event }) => event },
            },
            { target: 'editing' },
          ],
        },
      },
      rereading: {
        description: 'Someone else changed the record. The latest version is loading; saving again will overwrite it.',
        tags: 'busy',
        invoke: {
          id: 'rereadRecord',
          src: 'readRecord',
          input: ({ context }) => ({ subject: known(context.subject) }),
          onDone: {
            target: 'failed',
            actions: [{ type: 'keepStored', params: ({ event }) => event.output }, 'sayKept'],
          },
          onError: { target: 'failed' },
        },
      },
      failed: {
        description: 'The server refused; its message shows. All entries stay and can be edited.',
        tags: 'failed',
        on: {
          'failure.dismiss': { target: 'editing', actions: 'clearMessage' },
          'form.change': { target: 'editing', actions: 'clearMessage' },
          'form.ask': { target: 'confirmingSave', actions: ['takeAsked', 'clearMessage'] },
          'form.submit': { target: 'saving', actions: ['takeValues', 'clearMessage'] },
          'form.reload': { target: 'reading', actions: 'takeSubject' },
          'form.close': { target: 'confirmingClose', actions: 'clearMessage' },
        },
      },
      saved: {
        description: 'The record is saved; a success message shows until OK.',
        on: { 'success.dismiss': { target: 'closed', actions: 'announceFinished' } },
      },
    },
  })

export type RecordFormMachine<Subject, Stored, Values, Outcome = unknown> = ReturnType<
  typeof recordForm<Subject, Stored, Values, Outcome>
>
export type RecordFormSnapshot<Subject, Stored, Values, Outcome = unknown> = SnapshotFrom<
  RecordFormMachine<Subject, Stored, Values, Outcome>
>
