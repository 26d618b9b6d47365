import { OCCURRENCE_STATES } from '#domain/occurrence.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { OccurrenceFacts, occurrenceMachine } from './occurrence.machine.ts'

const facts: Record<string, OccurrenceFacts> = {
  'an administrator, upcoming': { by: 'Administrators', hasPassed: false, isCorrecting: false },
  'an administrator, passed': { by: 'Administrators', hasPassed: true, isCorrecting: false },
  'an administrator, passed, in a correction': { by: 'Administrators', hasPassed: true, isCorrecting: true },
  'a provider, upcoming': { by: 'Providers', hasPassed: false, isCorrecting: false },
  'a provider, passed': { by: 'Providers', hasPassed: true, isCorrecting: false },
  'a provider, passed, in a correction': { by: 'Providers', hasPassed: true, isCorrecting: true },
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
    'correction.cancel': 'bare',
    'change.undo': 'bare',
    'invoice.issue': 'bare',
    'invoice.supersede': 'bare',
  },
} satisfies Examples<typeof occurrenceMachine>
