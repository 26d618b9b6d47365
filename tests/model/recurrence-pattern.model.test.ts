import { examples } from '#machines/schedule/recurrence-pattern.examples.ts'
import { recurrencePatternMachine } from '#machines/schedule/recurrence-pattern.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/recurrence-pattern',
  machine: recurrencePatternMachine,
  ...examples,
  project: () => null,
  browser: 'Part of the session form: tests/screens/session-form.test.ts fills in every kind of series.',
})
