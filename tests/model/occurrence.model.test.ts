import { examples } from '#machines/schedule/occurrence.examples.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { modelTests } from './harness/model-tests.ts'

/** Every call that changes a day or its sessions. */
const CALLS = '$name > on a day that is %s'
const lifecycle = (test: string) => ({ file: 'server/lifecycle/lifecycle.test.ts', test })

modelTests({
  name: 'schedule/occurrence',
  machine: occurrenceMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/day/day-rules.test.ts',
    events: {
      'occurrence.edit': CALLS,
      'series.edit': CALLS,
      'edit.withdraw': {
        file: 'server/areas/schedule/change-handlers.test.ts',
        test: 'lets a provider withdraw a pending change by submitting the original values',
      },
      'edit.approve': CALLS,
      'edit.reject': CALLS,
      'occurrence.delete': CALLS,
      'feedback.save': CALLS,
      'students.change': CALLS,
      'day.confirm': lifecycle('lets a confirmed one be approved or unconfirmed with its day'),
      'day.unconfirm': lifecycle('lets a confirmed one be approved or unconfirmed with its day'),
      'day.approve': lifecycle('lets a confirmed one be approved or unconfirmed with its day'),
      'day.reopen': lifecycle('lets no one change an approved, locked, invoiced or deleted one'),
      'period.lock': lifecycle('lets no one change an approved, locked, invoiced or deleted one'),
      'period.unlock': lifecycle('lets no one change an approved, locked, invoiced or deleted one'),
      'correction.open': lifecycle('opens a locked or invoiced one with its day, and closes it again'),
      'correction.end': lifecycle('opens a locked or invoiced one with its day, and closes it again'),
      'correction.cancel': {
        file: 'server/areas/corrections/corrected-sessions.test.ts',
        test: 'canceling gives back a session that was deleted, as it was',
      },
      'change.undo': {
        file: 'server/areas/schedule/undo-provider-change.test.ts',
        test: 'brings back what a provider deleted, as it was',
      },
      'invoice.issue': lifecycle('lets no one change an approved, locked, invoiced or deleted one'),
      'invoice.supersede': lifecycle('lets no one change an approved, locked, invoiced or deleted one'),
    },
  },
})
