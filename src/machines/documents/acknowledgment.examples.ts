import { ACKNOWLEDGMENT_STATES } from '#domain/document-form.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { acknowledgmentMachine } from './acknowledgment.machine.ts'

export const examples = {
  stored: everyStored(ACKNOWLEDGMENT_STATES, { 'no facts': {} }),
  cases: {
    'document.open': 'bare',
    'document.accept': 'bare',
    'request.withdraw': 'bare',
    'version.replace': 'bare',
  },
} satisfies Examples<typeof acknowledgmentMachine>
