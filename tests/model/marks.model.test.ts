import { examples } from '#machines/notifications/marks.examples.ts'
import { marksMachine } from '#machines/notifications/marks.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'notifications/marks',
  machine: marksMachine,
  ...examples,
  project: ({ ids, categoryId, message }) => ({ ids, categoryId, message }),
  states: {
    failed: ({ context: { message } }) => {
      if (message === undefined) throw new Error('nothing says what failed')
    },
  },
  untried: { 'mark* error: 409': "Reading has no version, so it can't be stale." },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/notifications.test.ts',
    events: {
      'notifications.see': 'a category marks what it has shown, and Read all the rest, unless that is refused',
      'category.readAll': 'a category marks what it has shown, and Read all the rest, unless that is refused',
      'failure.dismiss': 'a category marks what it has shown, and Read all the rest, unless that is refused',
    },
  },
})
