import type { Examples } from '#machines/definition/examples.ts'
import type { schoolWizardMachine } from './school-wizard.machine.ts'

/** @param stored the id of a stored school; an added one gets the next id */
export const examplesOf = (stored: number) =>
  ({
    inputs: {
      'a new school': { schoolId: null, tab: 'profile' },
      'a new school at a locked tab': { schoolId: null, tab: 'rates' },
      'a stored school': { schoolId: stored, tab: 'profile' },
      'a stored school at billing': { schoolId: stored, tab: 'billing' },
      'a stored school at rates': { schoolId: stored, tab: 'rates' },
    },
    cases: {
      'tab.choose': { profile: { tab: 'profile' }, billing: { tab: 'billing' }, rates: { tab: 'rates' } },
      'profile.saved': { 'with its id': ({ context }) => ({ schoolId: context.schoolId ?? stored + 1 }) },
      'billing.saved': 'bare',
      'rates.saved': 'bare',
      'wizard.cancel': 'bare',
    },
  }) satisfies Examples<typeof schoolWizardMachine>

export const examples = examplesOf(3)
