/**
 * The session form from opening to saving (spec 1, section 4; spec 2, section 4 "Event form modes"): its purpose, which
 * decides what is locked; loading the choices, in the `choices` and `caseloadArea` children; leaving; and saving, in the
 * `saving` child. The form library owns the values, and sends one parsed `form.submit`.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { RoleName } from '#domain/roles.ts'
import {
  questionsFor,
  type SessionForm,
  type SessionFormQuestions,
  type SessionFormValues,
  type SessionNoun,
  sessionFormMessages,
} from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Tag } from '#machines/tags.ts'
import { caseloadAreaMachine, type StoredPlace } from './caseload-area.machine.ts'
import { changeInWords } from './change-outcome.ts'
import { placeOf, type SessionChoicesInput, sessionChoicesMachine } from './session-choices.machine.ts'
import {
  SAVE_LABELS,
  type SaveSessionInput,
  type SavingEnd,
  type SavingPurpose,
  type SessionOutcome,
  sessionSavingMachine,
} from './session-saving.machine.ts'

export type SessionFormPurpose = SavingPurpose | 'view' | 'passed'

export interface SessionFormInput {
  purpose: SessionFormPurpose
  user: { id: number; role: RoleName; providerId: number | null }
  noun: SessionNoun
  /** What to load the first lists for. */
  opensWith: Pick<SessionFormValues, 'providerId' | 'schoolId' | 'serviceId' | 'rateTypeId'>
  /** What the stored session may keep, although it is no longer offered; null for a new one. */
  stored: (StoredPlace & { providerId: number | null }) | null
  /** The id of the stored session or occurrence; absent for a new one. */
  sessionId?: number | undefined
  isEventStarted?: boolean | undefined
  /** The version of the stored session that the form opened with. */
  entityCacheKey?: string | undefined
  /** The first day of a series that the change affects; the server defaults to today. */
  changeFromDate?: LocalDate | undefined
}

interface SessionFormContext extends Omit<SessionFormInput, 'opensWith'> {
  questions: SessionFormQuestions
  isEventStarted: boolean
  firstChoices: SessionChoicesInput
}

export type SessionFormEvent =
  /** A valid form, with the rate that it showed. */
  | { type: 'form.submit'; form: SessionForm; serviceRate: string | null }
  /** `hasEntries`: leaving would lose unsaved changes. */
  | { type: 'form.cancel'; hasEntries: boolean }
  | { type: 'cancel.confirm' }
  | { type: 'cancel.dismiss' }

export type SessionFormEmitted =
  | { type: 'session.saved'; message: string; saved: SessionOutcome }
  /** The server rejected fields; messages by the form's paths. */
  | { type: 'form.refused'; fields: Readonly<Record<string, string>> }
  | { type: 'form.closed' }

const isEditable = ({ purpose }: Pick<SessionFormContext, 'purpose'>) => purpose !== 'view' && purpose !== 'passed'

const saveInputOf = (
  { purpose, user, sessionId, isEventStarted, entityCacheKey, changeFromDate }: SessionFormContext,
  { form, serviceRate }: Extract<SessionFormEvent, { type: 'form.submit' }>,
): SaveSessionInput => {
  if (purpose === 'view' || purpose === 'passed') throw new Error('The form is read-only')
  return { purpose, form, userId: user.id, sessionId, serviceRate, isEventStarted, entityCacheKey, changeFromDate }
}

export const sessionFormMachine = setup({
  types: {
    context: {} as SessionFormContext,
    events: {} as SessionFormEvent,
    emitted: {} as SessionFormEmitted,
    input: {} as SessionFormInput,
    tags: {} as Tag,
    children: {} as { choices: 'choices'; caseloadArea: 'caseloadArea'; saving: 'saving' },
  },
  actors: { choices: sessionChoicesMachine, caseloadArea: caseloadAreaMachine, saving: sessionSavingMachine },
  guards: {
    isPurpose: ({ context }, purpose: SessionFormPurpose) => context.purpose === purpose,
    isEditable: ({ context }) => isEditable(context),
    losesEntries: ({ context }, hasEntries: boolean) => hasEntries && isEditable(context),
    wasSaved: (_, { end }: SavingEnd) => end === 'saved',
    wasRefused: (_, { end }: SavingEnd) => end === 'refused',
  },
  actions: {
    keepVersion: assign((_, end: SavingEnd) =>
      end.end === 'returned' && end.entityCacheKey !== undefined ? { entityCacheKey: end.entityCacheKey } : {},
    ),
    announceEnd: emit((_, end: SavingEnd) => {
      if (end.end === 'returned') throw new Error('Returning announces nothing')
      if (end.end === 'refused') return { type: 'form.refused' as const, fields: end.fields }
      const { saved } = end
      const { added, updated } = sessionFormMessages
      const message = 'leftAlone' in saved ? changeInWords(updated, saved) : added
      return { type: 'session.saved' as const, message, saved }
    }),
    announceClosed: emit({ type: 'form.closed' }),
  },
}).createMachine({
  id: 'sessionForm',
  description: 'The form that adds, edits, and shows a session',
  context: ({ input: { opensWith, ...input } }) => {
    const questions = questionsFor(input.user.role, input.user.providerId, input.noun)
    const lists = {
      ...{ asksProvider: questions.asksProvider, providerId: opensWith.providerId },
      storedSchoolId: input.stored?.schoolId ?? null,
      storedProviderId: input.stored?.providerId ?? null,
    }
    return {
      ...input,
      isEventStarted: input.isEventStarted ?? false,
      questions,
      firstChoices: { lists, rates: placeOf(opensWith) },
    }
  },
  invoke: [
    { id: 'choices', src: 'choices', input: ({ context }) => context.firstChoices },
    {
      id: 'caseloadArea',
      src: 'caseloadArea',
      input: ({ context }) => ({ schoolId: context.firstChoices.rates?.schoolId ?? null, stored: context.stored }),
    },
  ],
  type: 'parallel',
  states: {
    purpose: {
      description: 'The purpose of the form, which decides what can be edited',
      initial: 'opening',
      states: {
        opening: {
          description: 'The purpose is known from the start',
          always: [
            { guard: { type: 'isPurpose', params: 'create' }, target: 'create' },
            { guard: { type: 'isPurpose', params: 'editOccurrence' }, target: 'editOccurrence' },
            { guard: { type: 'isPurpose', params: 'editSeries' }, target: 'editSeries' },
            { guard: { type: 'isPurpose', params: 'view' }, target: 'view' },
            { target: 'passed' },
          ],
        },
        create: { description: 'A new session: Save and Cancel', tags: 'editable' },
        editOccurrence: { description: 'One occurrence, its recurrence locked: Update and Cancel', tags: 'editable' },
        editSeries: { description: 'A series, its rule locked once it has started: Update All', tags: 'editable' },
        view: { description: 'Read only, without buttons' },
        passed: { description: 'The occurrence is over: only Cancel' },
      },
    },
    workflow: {
      description: 'From editing to saved or closed',
      initial: 'editing',
      states: {
        editing: {
          description: 'The user fills in the form',
          on: {
            'form.submit': { guard: 'isEditable', target: 'saving' },
            'form.cancel': [
              {
                guard: { type: 'losesEntries', params: ({ event }) => event.hasEntries },
                target: 'confirmingCancel',
              },
              { target: 'closed' },
            ],
          },
        },
        saving: {
          description: 'The outcome is previewed if needed, then the session is saved',
          invoke: {
            id: 'saving',
            src: 'saving',
            input: ({ context, event }) => {
              assertEvent(event, 'form.submit')
              return saveInputOf(context, event)
            },
            onDone: [
              {
                guard: { type: 'wasSaved', params: ({ event }) => event.output },
                target: 'saved',
                actions: { type: 'announceEnd', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'wasRefused', params: ({ event }) => event.output },
                target: 'editing',
                actions: { type: 'announceEnd', params: ({ event }) => event.output },
              },
              { target: 'editing', actions: { type: 'keepVersion', params: ({ event }) => event.output } },
            ],
          },
        },
        confirmingCancel: {
          description: 'Asks whether to discard unsaved changes',
          on: { 'cancel.confirm': 'closed', 'cancel.dismiss': 'editing' },
        },
        saved: { description: 'The session is stored', type: 'final' },
        closed: { description: 'The form is closed', type: 'final', entry: 'announceClosed' },
      },
    },
  },
})

export type SessionFormSnapshot = SnapshotFrom<typeof sessionFormMachine>

/** Whether the pattern may change. Occurrences can't change it, nor can a series that has started. */
export const selectIsRuleOpen = ({ context: { purpose, isEventStarted } }: SessionFormSnapshot): boolean =>
  purpose === 'create' || (purpose === 'editSeries' && !isEventStarted)

/** The label of the save button, by purpose; undefined for a read-only form. */
export const selectSaveLabel = ({ context: { purpose } }: SessionFormSnapshot): string | undefined =>
  purpose === 'view' || purpose === 'passed' ? undefined : SAVE_LABELS[purpose]
