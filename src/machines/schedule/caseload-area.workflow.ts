import { defineWorkflow } from '#machines/definition/workflow.ts'
import { caseloadAreaMachine } from './caseload-area.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/caseload-area',
  title: 'Session students',
  area: 'Sessions',
  machine: caseloadAreaMachine,
  examples: () => import('./caseload-area.examples.ts'),
  texts: {
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
  },
})
