import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { schoolWizardMachine } from './school-wizard.machine.ts'

export const texts = {
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
} satisfies ChartTexts<typeof schoolWizardMachine>
