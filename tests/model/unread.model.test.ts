import { examples } from '#machines/notifications/unread.examples.ts'
import { unreadMachine } from '#machines/notifications/unread.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'notifications/unread',
  machine: unreadMachine,
  ...examples,
  project: ({ unread }) => ({ count: unread?.count }),
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/notifications.test.ts',
    events: {
      'panel.open':
        'the bell shows the latest unread, also none, and after it could not be read; each leads to what it is about',
      'panel.close':
        'the bell shows the latest unread, also none, and after it could not be read; each leads to what it is about',
      'unread.refresh':
        'the bell shows the latest unread, also none, and after it could not be read; each leads to what it is about',
    },
  },
})
