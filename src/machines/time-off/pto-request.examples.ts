import { PTO_REQUEST_STATES } from '#domain/time-off.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { PtoRequestFacts, ptoRequestMachine } from './pto-request.machine.ts'

const facts: Record<string, PtoRequestFacts> = {
  'the requester': { by: 'Providers', isOwn: true, hasBegun: false },
  'the requester, once it has begun': { by: 'Providers', isOwn: true, hasBegun: true },
  'another provider': { by: 'Providers', isOwn: false, hasBegun: false },
  'an administrator': { by: 'Administrators', isOwn: false, hasBegun: false },
}

const notes = {
  'with a note': { note: 'Too many people are away' },
  'with the longest note': { note: 'x'.repeat(250) },
  'without a note': { note: ' ' },
  'with too long a note': { note: 'x'.repeat(251) },
}

export const examples = {
  inputs: facts,
  stored: everyStored(PTO_REQUEST_STATES, facts),
  cases: {
    'request.edit': 'bare',
    'request.withdraw': 'bare',
    'request.accept': 'bare',
    'request.giveBack': 'bare',
    'request.keep': 'bare',
    'request.reject': notes,
    'request.cancel': notes,
  },
} satisfies Examples<typeof ptoRequestMachine>
