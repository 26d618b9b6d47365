import { schoolWizardMachine } from '#machines/master-data/school-wizard.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'master-data/school-wizard',
  machine: schoolWizardMachine,
  inputs: {
    'a new school': { schoolId: null, tab: 'profile' },
    'a new school at a tab that waits': { schoolId: null, tab: 'rates' },
    'a stored school': { schoolId: 3, tab: 'profile' },
    'a stored school at its billing': { schoolId: 3, tab: 'billing' },
    'a stored school at its rates': { schoolId: 3, tab: 'rates' },
  },
  cases: {
    'tab.choose': { profile: { tab: 'profile' }, billing: { tab: 'billing' }, rates: { tab: 'rates' } },
    'profile.saved': { 'with its id': { schoolId: 3 } },
    'billing.saved': 'bare',
    'rates.saved': 'bare',
    'wizard.cancel': 'bare',
  },
  project: ({ schoolId, first }) => ({ schoolId, first }),
  states: {
    billing: ({ context }) => {
      if (context.schoolId === null) throw new Error('billing details of a school that is not stored')
    },
    rates: ({ context }) => {
      if (context.schoolId === null) throw new Error('rates of a school that is not stored')
    },
  },
})
