import { examples } from '#machines/schedule/recurrence-pattern.examples.ts'
import { recurrencePatternMachine } from '#machines/schedule/recurrence-pattern.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/recurrence-pattern',
  machine: recurrencePatternMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/session-form.test.ts',
    events: {
      'recurrence.tick':
        'by mouse: a weekly series with students dragged from the caseload, reordered and dragged back',
      'recurrence.untick': {
        file: 'tests/screens/schedule-viewer.test.ts',
        test: 'opens Add Event on a range selected by keyboard, and shows a dialog when the form is incomplete',
      },
      'recurrenceType.choose': 'using only the keyboard, including drag and drop',
      'recurrenceOption.choose': 'using only the keyboard, including drag and drop',
    },
  },
})
