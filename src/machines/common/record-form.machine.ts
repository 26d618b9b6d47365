/**
 * A form over one record, from opening to saved: one machine for every dialog and page that adds or changes something,
 * given by type what it is opened for, what is read, and what is saved. What is typed belongs to the form library, which
 * sends one parsed `form.submit`.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { failureMessage, fieldMessages } from '#contract/failures.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { Tag } from '../tags.ts'
import { hasMessage, isFieldRefusal, isOvertaken } from './failure-guards.ts'
import { notProvided } from './not-provided.ts'

export type RecordFormEvent<Subject, Stored, Values> =
  /** `tellsSaved`: the form stays and says that it saved, until OK. */
  | { type: 'form.open'; subject: Subject; tellsSaved?: boolean }
  /** Something was entered that closing would lose. */
  | { type: 'form.change' }
  /** `over`: the record that they were entered over, where it is not the one that was read (a restored draft's). */
  | { type: 'form.submit'; values: Values; over?: Stored }
  | { type: 'form.close' }
  | { type: 'close.confirm' }
  | { type: 'close.dismiss' }
  | { type: 'failure.dismiss' }
  /** OK below what was saved. */
  | { type: 'success.dismiss' }
  | { type: 'read.retry' }

export type RecordFormEmitted<Subject, Outcome> =
  | { type: 'record.saved'; subject: Subject; outcome: Outcome }
  /** The server refused fields; by the form's paths. They clear on the next edit. */
  | { type: 'form.refused'; fields: Readonly<Record<string, string>> }
  /** The user is done with the form: it was cancelled, or its success was read. A page leads back. */
  | { type: 'form.closed'; wasSaved: boolean }

/** What is sent: the values over the record as it was read last, whose version says what they replace. */
export interface SaveRecordInput<Subject, Stored, Values> {
  subject: Subject
  stored: Stored
  values: Values
}

interface RecordFormContext<Subject, Stored, Values> {
  subject: Subject | undefined
  tellsSaved: boolean
  /** Undefined until it was read. */
  stored: Stored | undefined
  values: Values | undefined
  isChanged: boolean
  message: string | undefined
}

const known = <Part>(part: Part | undefined): Part => {
  if (part === undefined) throw new Error('The form was not opened, read or filled in yet')
  return part
}

/** @returns the machine of a form; provide it with `readRecord` and `saveRecord` */
export const recordForm = <Subject, Stored, Values, Outcome = unknown>() =>
  setup({
    types: {
      context: {} as RecordFormContext<Subject, Stored, Values>,
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
      isOvertaken,
      hasMessage,
    },
    actions: {
      takeSubject: assign(({ event }) => ({
        ...(event.type === 'form.open' && { subject: event.subject, tellsSaved: event.tellsSaved ?? false }),
        stored: undefined,
        values: undefined,
        isChanged: false,
        message: undefined,
      })),
      keepStored: assign((_, { stored }: { stored: Stored }) => ({ stored })),
      noteChange: assign({ isChanged: true }),
      takeValues: assign(({ context, event }) => ({
        values: event.type === 'form.submit' ? event.values : context.values,
        stored: event.type === 'form.submit' && event.over !== undefined ? event.over : context.stored,
        isChanged: true,
      })),
      keepMessage: assign((_, { error }: { error: unknown }) => ({ message: failureMessage(error) })),
      sayKept: assign(({ context }) => ({ message: `${context.message}\n\n${formMessages.kept}` })),
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
      isChanged: false,
      message: undefined,
    },
    initial: 'closed',
    states: {
      closed: {
        description: 'No form.',
        on: { 'form.open': { target: 'reading', actions: 'takeSubject' } },
      },
      reading: {
        description: 'What the form opens with is on its way; the form is outlined.',
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
        description: "It could not be read: the server's message, or that no answer came, with another try.",
        tags: 'failed',
        on: {
          'read.retry': { target: 'reading', actions: 'takeSubject' },
          'form.close': { target: 'closed', actions: 'announceClosed' },
        },
      },
      editing: {
        description: 'The form is filled in.',
        tags: 'editable',
        on: {
          'form.change': { actions: 'noteChange' },
          'form.submit': { target: 'saving', actions: 'takeValues' },
          'form.close': [
            { guard: 'hasEntries', target: 'confirmingClose' },
            { target: 'closed', actions: 'announceClosed' },
          ],
        },
      },
      confirmingClose: {
        description: 'Asks whether what was entered may be lost.',
        on: { 'close.confirm': { target: 'closed', actions: 'announceClosed' }, 'close.dismiss': 'editing' },
      },
      saving: {
        description: 'The form is on its way; its buttons wait for the answer.',
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
              actions: { type: 'announceSaved', params: ({ event }) => event.output },
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
              guard: 'isOvertaken',
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
        description: 'Somebody else changed it meanwhile: what is stored now is read, and saving again is then meant.',
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
        description: "The server's reason is shown; everything entered is still there, and can be changed.",
        tags: 'failed',
        on: {
          'failure.dismiss': { target: 'editing', actions: 'clearMessage' },
          'form.change': { target: 'editing', actions: 'clearMessage' },
          'form.submit': { target: 'saving', actions: ['takeValues', 'clearMessage'] },
          'form.close': { target: 'confirmingClose', actions: 'clearMessage' },
        },
      },
      saved: {
        description: 'It is stored, and the form says so until OK.',
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
