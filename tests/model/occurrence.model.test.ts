import { OCCURRENCE_STATES, type OccurrenceFacts, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const facts: Record<string, OccurrenceFacts> = {
  'an administrator, upcoming': { by: 'Administrators', hasPassed: false },
  'an administrator, passed': { by: 'Administrators', hasPassed: true },
  'a provider, upcoming': { by: 'Providers', hasPassed: false },
  'a provider, passed': { by: 'Providers', hasPassed: true },
}

/** Every state as it may be stored, asked by each. */
const stored = Object.fromEntries(
  OCCURRENCE_STATES.flatMap((value) =>
    Object.entries(facts).map(([by, context]) => [`${value}, ${by}`, { value, context }]),
  ),
)

modelTests({
  name: 'schedule/occurrence',
  machine: occurrenceMachine,
  inputs: facts,
  stored,
  cases: {
    'occurrence.edit': 'bare',
    'series.edit': 'bare',
    'edit.withdraw': 'bare',
    'edit.approve': 'bare',
    'edit.reject': 'bare',
    'occurrence.delete': 'bare',
    'feedback.save': 'bare',
    'students.change': 'bare',
    'day.confirm': 'bare',
    'day.unconfirm': 'bare',
    'day.approve': 'bare',
    'day.reopen': 'bare',
    'period.lock': 'bare',
    'period.unlock': 'bare',
    'invoice.issue': 'bare',
    'invoice.supersede': 'bare',
  },
  project: () => null,
})
