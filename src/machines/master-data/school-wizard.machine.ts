/**
 * The school page: profile, billing details and rates, one after the other for a new school, in any order once it is
 * stored (spec 3, sections 2 and 4). Each tab has its own form (`recordForm`); this machine tracks which one is open.
 */
import { assertEvent, assign, emit, type SnapshotFrom, setup } from 'xstate'
import type { Tag } from '../tags.ts'

export const SCHOOL_TABS = ['profile', 'billing', 'rates'] as const
export type SchoolTab = (typeof SCHOOL_TABS)[number]

export interface SchoolWizardInput {
  /** Null until the school is stored. */
  schoolId: number | null
  /** The tab to open; a new school always opens at its profile. */
  tab: SchoolTab
}

export type SchoolWizardEvent =
  | { type: 'tab.choose'; tab: SchoolTab }
  /** The profile was saved; a new school now has an id. */
  | { type: 'profile.saved'; schoolId: number }
  | { type: 'billing.saved' }
  | { type: 'rates.saved' }
  /** The user canceled a tab. */
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
    keepSchool: assign(({ event }) => {
      assertEvent(event, 'profile.saved')
      return { schoolId: event.schoolId }
    }),
    announceLeft: emit({ type: 'wizard.left' }),
  },
}).createMachine({
  id: 'schoolWizard',
  description: 'The school page with three tabs. The last two are locked until the school is stored.',
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
      description: 'Opens the tab named in the address.',
      always: [
        { guard: 'opensBilling', target: 'billing' },
        { guard: 'opensRates', target: 'rates' },
        { target: 'profile' },
      ],
    },
    profile: {
      description: 'The user edits name, address, color and contacts.',
      on: { 'profile.saved': { target: 'billing', actions: 'keepSchool' } },
    },
    billing: {
      description: 'The user edits the billing address and the admin fee.',
      on: { 'billing.saved': 'rates' },
    },
    rates: {
      description: 'The user edits the price of each service.',
      on: { 'rates.saved': 'left' },
    },
    left: {
      description: 'The user leaves for the list.',
      entry: 'announceLeft',
      on: { 'tab.choose': {}, 'wizard.cancel': {} },
    },
  },
})

export type SchoolWizardSnapshot = SnapshotFrom<typeof schoolWizardMachine>

export const selectTab = (snapshot: SchoolWizardSnapshot): SchoolTab =>
  SCHOOL_TABS.find((tab) => snapshot.matches(tab)) ?? 'profile'
