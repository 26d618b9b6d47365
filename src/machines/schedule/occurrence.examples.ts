import { type Examples, everyStored } from '#machines/chart/examples.ts'
import { OCCURRENCE_STATES, type OccurrenceFacts, type occurrenceMachine } from './occurrence.machine.ts'

const facts: Record<string, OccurrenceFacts> = {
  'an administrator, upcoming': { by: 'Administrators', hasPassed: false },
  'an administrator, passed': { by: 'Administrators', hasPassed: true },
  'a provider, upcoming': { by: 'Providers', hasPassed: false },
  'a provider, passed': { by: 'Providers', hasPassed: true },
}

export const examples = {
  inputs: facts,
  stored: everyStored(OCCURRENCE_STATES, facts),
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
    'correction.open': 'bare',
    'correction.end': 'bare',
    'invoice.issue': 'bare',
    'invoice.supersede': 'bare',
  },
} satisfies Examples<typeof occurrenceMachine>
