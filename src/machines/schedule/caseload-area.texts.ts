import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { caseloadAreaMachine } from './caseload-area.machine.ts'

export const texts = {
  events: {
    'school.choose': 'Choose a school',
    'caseload.retry': 'Try again',
  },
  guards: {
    hasSchool: 'a school is chosen',
    isNoSchool: 'no school is chosen',
  },
  actions: {
    keepSchool: 'note the school',
    takeEntries: 'offer the students',
    announceEntries: "check the form's students",
    takeFailure: "keep the server's message",
  },
  calls: {
    loadCaseload: {
      does: "load the school's students",
      done: 'The students loaded',
      error: 'The students did not load',
    },
  },
} satisfies ChartTexts<typeof caseloadAreaMachine>
