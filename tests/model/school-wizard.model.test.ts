import { schoolWizardMachine } from '#machines/master-data/school-wizard.machine.ts'
import { SCHOOL_IDS } from '#server/areas/schedule/testing.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SchoolWizardWorld, schoolWizardInBrowser } from './school-wizard.browser.ts'

const STORED = SCHOOL_IDS.northgate
/** The next id after those of the district. */
const ADDED = STORED + 1

modelTests<typeof schoolWizardMachine, SchoolWizardWorld>({
  name: 'master-data/school-wizard',
  machine: schoolWizardMachine,
  inputs: {
    'a new school': { schoolId: null, tab: 'profile' },
    'a new school at a tab that waits': { schoolId: null, tab: 'rates' },
    'a stored school': { schoolId: STORED, tab: 'profile' },
    'a stored school at its billing': { schoolId: STORED, tab: 'billing' },
    'a stored school at its rates': { schoolId: STORED, tab: 'rates' },
  },
  cases: {
    'tab.choose': { profile: { tab: 'profile' }, billing: { tab: 'billing' }, rates: { tab: 'rates' } },
    'profile.saved': { 'with its id': ({ context }) => ({ schoolId: context.schoolId ?? ADDED }) },
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
  ...(process.env.MODEL_RUN === 'machine'
    ? {}
    : {
        browser: schoolWizardInBrowser({
          'a new school at a tab that waits': '/add-school?tab=rates',
          'a stored school at its billing': `/updateSchool/${STORED}?tab=billing`,
          'a stored school at its rates': `/updateSchool/${STORED}?tab=rates`,
        }),
      }),
})
