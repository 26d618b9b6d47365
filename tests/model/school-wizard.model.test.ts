import { examplesOf } from '#machines/master-data/school-wizard.examples.ts'
import { schoolWizardMachine } from '#machines/master-data/school-wizard.machine.ts'
import { SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { modelTests } from './harness/model-tests.ts'
import { type SchoolWizardWorld, schoolWizardInBrowser } from './school-wizard.browser.ts'

const STORED = SCHOOL_IDS.northgate

modelTests<typeof schoolWizardMachine, SchoolWizardWorld>({
  name: 'master-data/school-wizard',
  machine: schoolWizardMachine,
  ...examplesOf(STORED),
  project: ({ schoolId, first }) => ({ schoolId, first }),
  states: {
    billing: ({ context }) => {
      if (context.schoolId === null) throw new Error('billing details are open for a school that is not stored')
    },
    rates: ({ context }) => {
      if (context.schoolId === null) throw new Error('rates are open for a school that is not stored')
    },
  },
  browser: () =>
    schoolWizardInBrowser({
      'a new school at a locked tab': '/add-school?tab=rates',
      'a stored school at billing': `/updateSchool/${STORED}?tab=billing`,
      'a stored school at rates': `/updateSchool/${STORED}?tab=rates`,
    }),
})
