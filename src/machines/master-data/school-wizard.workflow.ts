import { defineWorkflow } from '#machines/definition/workflow.ts'
import { schoolWizardMachine } from './school-wizard.machine.ts'

export const workflow = defineWorkflow({
  name: 'master-data/school-wizard',
  title: 'School page',
  area: 'Schools',
  machine: schoolWizardMachine,
  examples: () => import('./school-wizard.examples.ts'),
  texts: {
    events: {
      'tab.choose': 'Choose a tab',
      'profile.saved': 'The profile was saved',
      'billing.saved': 'The billing details were saved',
      'rates.saved': 'The rates were saved',
      'wizard.cancel': 'Cancel',
    },
    guards: {
      opensBilling: 'the address names Billing, and the school is stored',
      opensRates: 'the address names Rates, and the school is stored',
      isProfile: 'Profile',
      isBilling: 'Billing, and the school is stored',
      isRates: 'Rates, and the school is stored',
    },
    actions: {
      keepSchool: 'note the new school',
      announceLeft: 'go to the list',
    },
  },
})
