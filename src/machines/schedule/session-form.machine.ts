/**
 * The session form from opening to saved (spec 1, section 4; spec 2, section 4 "Event form modes"). It owns what steers
 * the form: its purpose and the locks that come with it, Basic or Advance, leaving. School, service, rate type and colour
 * live in the `choices` child, students in `caseloadArea`, the pattern in `recurrence`: it hears of everything first and
 * hands on. What is typed belongs to the form library, which sends one parsed `form.submit`; the `saving` child takes it
 * from there.
 */
import { assign, emit, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { RoleName } from '#domain/roles.ts'
import {
  choosesMode,
  questionsFor,
  type SessionForm,
  type SessionFormQuestions,
  type SessionFormValues,
  type SessionNoun,
  sessionFormMessages,
} from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Tag } from '#machines/tags.ts'
import { type CaseloadAreaEvent, caseloadAreaMachine } from './caseload-area.machine.ts'
import { changeInWords } from './change-outcome.ts'
import { type RecurrencePatternEvent, recurrencePatternMachine } from './recurrence-pattern.machine.ts'
import {
  type SessionChoicesEvent,
  type SessionChoicesSnapshot,
  sessionChoicesMachine,
} from './session-choices.machine.ts'
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
  /** What the form opens with: an empty form, or a stored session. */
  initial: SessionFormValues
  /** What was entered into it before, from a draft: the form opens with this in place of `initial`. */
  restored?: SessionFormValues
  /** The stored session or occurrence; left out for a new one. */
  sessionId?: number
  isEventStarted?: boolean
  /** The version of the stored session that the form opened with. */
  entityCacheKey?: string
  /** The first day of a series whose session changes; the server takes today where it is left out. */
  changeFromDate?: LocalDate
}

interface SessionFormContext extends SessionFormInput {
  questions: SessionFormQuestions
  isEventStarted: boolean
  /** Something was entered that leaving would lose. */
  isChanged: boolean
  /** The last form that was sent, kept whatever becomes of it. */
  attempt: SessionForm | null
  serviceRate: string | null
}

export type SessionFormEvent =
  | SessionChoicesEvent
  | CaseloadAreaEvent
  | RecurrencePatternEvent
  /** Something was typed. */
  | { type: 'form.change' }
  /** A valid form. The rate is the one that it showed. */
  | { type: 'form.submit'; form: SessionForm; serviceRate: string | null }
  | { type: 'form.cancel' }
  | { type: 'cancel.confirm' }
  | { type: 'cancel.dismiss' }
  | { type: 'basic.choose' }
  | { type: 'advance.choose' }

export type SessionFormEmitted =
  | { type: 'session.saved'; message: string; saved: SessionOutcome }
  /** The server refused fields; by the form's paths. */
  | { type: 'form.refused'; fields: Readonly<Record<string, string>> }
  | { type: 'form.closed' }

const openedWith = ({ initial, restored }: SessionFormInput): SessionFormValues => restored ?? initial

const isEditable = ({ purpose }: SessionFormContext) => purpose !== 'view' && purpose !== 'passed'

/** A single occurrence does not change its series, and a series that has started keeps its rule. */
const hasOpenRule = ({ purpose, isEventStarted }: SessionFormContext) =>
  purpose === 'create' || (purpose === 'editSeries' && !isEventStarted)

const saveInputOf = ({ purpose, attempt, user, ...context }: SessionFormContext): SaveSessionInput => {
  if (attempt === null || purpose === 'view' || purpose === 'passed') throw new Error('Nothing was submitted')
  const { sessionId, serviceRate, isEventStarted, entityCacheKey, changeFromDate } = context
  return {
    purpose,
    form: attempt,
    userId: user.id,
    sessionId,
    serviceRate,
    isEventStarted,
    entityCacheKey,
    changeFromDate,
  }
}

export const sessionFormMachine = setup({
  types: {
    context: {} as SessionFormContext,
    events: {} as SessionFormEvent,
    emitted: {} as SessionFormEmitted,
    input: {} as SessionFormInput,
    tags: {} as Tag,
    children: {} as {
      choices: 'choices'
      caseloadArea: 'caseloadArea'
      recurrence: 'recurrence'
      saving: 'saving'
    },
  },
  actors: {
    choices: sessionChoicesMachine,
    caseloadArea: caseloadAreaMachine,
    recurrence: recurrencePatternMachine,
    saving: sessionSavingMachine,
  },
  guards: {
    isPurpose: ({ context }, purpose: SessionFormPurpose) => context.purpose === purpose,
    isEditable: ({ context }) => isEditable(context),
    canChooseMode: ({ context }) => isEditable(context) && choosesMode(context.user.role),
    opensBasic: ({ context }) => openedWith(context).mode === 'basic' && choosesMode(context.user.role),
    hasNoSchool: (_, choices: Partial<SessionChoicesSnapshot>) => choices.context?.chosen.schoolId === null,
    hasEntries: ({ context }) => isEditable(context) && context.isChanged,
    isEnd: (_, { is, was }: { is: SavingEnd['end']; was: SavingEnd }) => was.end === is,
  },
  actions: {
    noteChange: assign({ isChanged: true }),
    tellChoices: sendTo('choices', ({ event }) => event as SessionChoicesEvent),
    tellCaseloadArea: sendTo('caseloadArea', ({ event }) => event as CaseloadAreaEvent),
    tellRecurrence: sendTo('recurrence', ({ event }) => event as RecurrencePatternEvent),
    /** The caseload goes with the school, which the choices leave when another provider does not work there. */
    leaveCaseload: sendTo('caseloadArea', { type: 'school.choose', schoolId: null }),
    clearStudents: sendTo('caseloadArea', { type: 'caseload.clear' }),
    keepAttempt: assign(({ event }) =>
      event.type === 'form.submit' ? { attempt: event.form, serviceRate: event.serviceRate, isChanged: true } : {},
    ),
    keepVersion: assign((_, end: SavingEnd) =>
      end.end === 'returned' && end.entityCacheKey !== undefined ? { entityCacheKey: end.entityCacheKey } : {},
    ),
    announceEnd: emit((_, end: SavingEnd) => {
      if (end.end === 'returned') throw new Error('Nothing came of it')
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
  description: 'The form that adds, changes and shows a session',
  context: ({ input }) => ({
    isEventStarted: false,
    ...input,
    questions: questionsFor(input.user.role, input.user.providerId, input.noun),
    isChanged: input.restored !== undefined,
    attempt: null,
    serviceRate: null,
  }),
  invoke: [
    {
      id: 'choices',
      src: 'choices',
      input: ({ context }) => {
        const { schoolId, serviceId, rateTypeId, colourCode, providerId } = openedWith(context)
        const { asksProvider } = context.questions
        return { chosen: { schoolId, serviceId, rateTypeId, colourCode }, asksProvider, providerId }
      },
      onSnapshot: {
        guard: { type: 'hasNoSchool', params: ({ event }) => event.snapshot },
        actions: 'leaveCaseload',
      },
    },
    {
      id: 'caseloadArea',
      src: 'caseloadArea',
      input: ({ context }) => {
        const { schoolId, caseloadIds } = openedWith(context)
        return { schoolId, selectedIds: caseloadIds, storedIds: context.initial.caseloadIds }
      },
    },
    {
      id: 'recurrence',
      src: 'recurrence',
      input: ({ context }) => ({
        initial: context.initial.recurrence,
        ...(context.restored && { restored: context.restored.recurrence }),
        isNew: context.purpose === 'create',
        isOpen: hasOpenRule(context),
      }),
    },
  ],
  type: 'parallel',
  on: {
    'form.change': { guard: 'isEditable', actions: 'noteChange' },
    'school.choose': { guard: 'isEditable', actions: ['noteChange', 'tellChoices', 'tellCaseloadArea'] },
    'provider.choose': { guard: 'isEditable', actions: ['noteChange', 'tellChoices'] },
    'service.choose': { guard: 'isEditable', actions: ['noteChange', 'tellChoices'] },
    'rateType.choose': { guard: 'isEditable', actions: ['noteChange', 'tellChoices'] },
    'colour.choose': { guard: 'isEditable', actions: ['noteChange', 'tellChoices'] },
    'recurrence.tick': { guard: 'isEditable', actions: ['noteChange', 'tellRecurrence'] },
    'recurrence.untick': { guard: 'isEditable', actions: ['noteChange', 'tellRecurrence'] },
    'recurrenceType.choose': { guard: 'isEditable', actions: ['noteChange', 'tellRecurrence'] },
    'recurrenceOption.choose': { guard: 'isEditable', actions: ['noteChange', 'tellRecurrence'] },
    'choices.retry': { actions: 'tellChoices' },
    'caseload.retry': { actions: 'tellCaseloadArea' },
  },
  states: {
    purpose: {
      description: 'What the form is open for, which decides what may be changed',
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
        passed: { description: 'The occurrence is over: Cancel alone' },
      },
    },
    workflow: {
      description: 'From filling in to saved or closed',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is filled in',
          on: {
            'form.submit': { guard: 'isEditable', target: 'saving', actions: 'keepAttempt' },
            'form.cancel': [{ guard: 'hasEntries', target: 'confirmingCancel' }, { target: 'closed' }],
          },
        },
        saving: {
          description: 'What would happen is shown where there is something to see, then it is saved',
          invoke: {
            id: 'saving',
            src: 'saving',
            input: ({ context }) => saveInputOf(context),
            onDone: [
              {
                guard: { type: 'isEnd', params: ({ event }) => ({ is: 'saved' as const, was: event.output }) },
                target: 'saved',
                actions: { type: 'announceEnd', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isEnd', params: ({ event }) => ({ is: 'refused' as const, was: event.output }) },
                target: 'editing',
                actions: { type: 'announceEnd', params: ({ event }) => event.output },
              },
              { target: 'editing', actions: { type: 'keepVersion', params: ({ event }) => event.output } },
            ],
          },
        },
        confirmingCancel: {
          description: 'Asks whether what was entered may be lost',
          on: { 'cancel.confirm': 'closed', 'cancel.dismiss': 'editing' },
        },
        saved: { description: 'The session is stored', type: 'final' },
        closed: { description: 'The form was left', type: 'final', entry: 'announceClosed' },
      },
    },
    caseload: {
      description: 'Whether the session has students of a caseload',
      initial: 'opening',
      states: {
        opening: {
          description: 'Advance is the default; Providers are forced into it',
          always: [{ guard: 'opensBasic', target: 'basic' }, { target: 'advance' }],
        },
        advance: {
          description: 'A group session with students of the caseload',
          on: {
            'basic.choose': { guard: 'canChooseMode', target: 'basic', actions: ['noteChange', 'clearStudents'] },
            'caseload.add': { guard: 'isEditable', actions: ['noteChange', 'tellCaseloadArea'] },
            'caseload.move': { guard: 'isEditable', actions: ['noteChange', 'tellCaseloadArea'] },
            'caseload.remove': { guard: 'isEditable', actions: ['noteChange', 'tellCaseloadArea'] },
          },
        },
        basic: {
          description: 'A session without students',
          on: { 'advance.choose': { guard: 'canChooseMode', target: 'advance', actions: 'noteChange' } },
        },
      },
    },
  },
})

export type SessionFormSnapshot = SnapshotFrom<typeof sessionFormMachine>

export const selectMode = (snapshot: SessionFormSnapshot): SessionFormValues['mode'] =>
  snapshot.matches({ caseload: 'basic' }) ? 'basic' : 'advance'

/** The button that saves, by purpose; none where nothing can be saved. */
export const selectSaveLabel = ({ context: { purpose } }: SessionFormSnapshot): string | undefined =>
  purpose === 'view' || purpose === 'passed' ? undefined : SAVE_LABELS[purpose]
