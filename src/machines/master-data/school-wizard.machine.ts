/**
 * The page of a school: profile, billing details and rates, one after the other for a new school, in any order once it is
 * stored (spec 3, sections 2 and 4). Each tab is a form of its own (`recordForm`); this says which one is open.
 */
import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { Tag } from '../tags.ts'

export const SCHOOL_TABS = ['profile', 'billing', 'rates'] as const
export type SchoolTab = (typeof SCHOOL_TABS)[number]

export interface SchoolWizardInput {
  /** Null for a school that is not stored yet. */
  schoolId: number | null
  /** The tab to open at; a school that is not stored opens at its profile. */
  tab: SchoolTab
}

export type SchoolWizardEvent =
  | { type: 'tab.choose'; tab: SchoolTab }
  /** The profile was stored, which gives a new school its id. */
  | { type: 'profile.saved'; schoolId: number }
  | { type: 'billing.saved' }
  | { type: 'rates.saved' }
  /** A tab was cancelled. */
  | { type: 'wizard.cancel' }

/** Back to the list. */
export type SchoolWizardEmitted = { type: 'wizard.left' }

const isTab = (event: SchoolWizardEvent, tab: SchoolTab) => event.type === 'tab.choose' && event.tab === tab

export const schoolWizardMachine = setup({
  types: {
    context: {} as { schoolId: number | null; first: SchoolTab },
    events: {} as SchoolWizardEvent,
    emitted: {} as SchoolWizardEmitted,
    input: {} as SchoolWizardInput,
    tags: {} as Tag,
  },
  guards: {
    opensBilling: ({ context }) => context.schoolId !== null && context.first === 'billing',
    opensRates: ({ context }) => context.schoolId !== null && context.first === 'rates',
    isProfile: ({ event }) => isTab(event, 'profile'),
    isBilling: ({ context, event }) => context.schoolId !== null && isTab(event, 'billing'),
    isRates: ({ context, event }) => context.schoolId !== null && isTab(event, 'rates'),
  },
  actions: {
    keepSchool: assign(({ event }) => (event.type === 'profile.saved' ? { schoolId: event.schoolId } : {})),
    announceLeft: emit({ type: 'wizard.left' }),
  },
}).createMachine({
  id: 'schoolWizard',
  description: 'The page of a school: three tabs, of which the last two wait for its id.',
  context: ({ input }) => ({ schoolId: input.schoolId, first: input.tab }),
  initial: 'opening',
  on: {
    'tab.choose': [
      { guard: 'isProfile', target: '.profile' },
      { guard: 'isBilling', target: '.billing' },
      { guard: 'isRates', target: '.rates' },
    ],
    'wizard.cancel': '.left',
  },
  states: {
    opening: {
      description: 'Which tab does the address name?',
      always: [
        { guard: 'opensBilling', target: 'billing' },
        { guard: 'opensRates', target: 'rates' },
        { target: 'profile' },
      ],
    },
    profile: {
      description: 'Name, address, colour and contacts.',
      on: { 'profile.saved': { target: 'billing', actions: 'keepSchool' } },
    },
    billing: {
      description: 'Where the school is billed, and its admin fee.',
      on: { 'billing.saved': 'rates' },
    },
    rates: {
      description: 'What each service costs the school.',
      on: { 'rates.saved': 'left' },
    },
    left: {
      description: 'All is said: back to the list.',
      entry: 'announceLeft',
      on: { 'tab.choose': {}, 'wizard.cancel': {} },
    },
  },
})

export type SchoolWizardSnapshot = SnapshotFrom<typeof schoolWizardMachine>

export const selectTab = (snapshot: SchoolWizardSnapshot): SchoolTab =>
  SCHOOL_TABS.find((tab) => snapshot.matches(tab)) ?? 'profile'
