import { DOCUMENT_STATES } from '#domain/document-form.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { providerDocumentMachine } from './provider-document.machine.ts'

const facts = {
  alone: { goesWithLatest: false, isEarlier: false },
  'with the latest': { goesWithLatest: true, isEarlier: false },
  'an earlier version': { goesWithLatest: false, isEarlier: true },
}

export const examples = {
  stored: everyStored(DOCUMENT_STATES, facts),
  cases: {
    'document.nearExpiry': 'bare',
    'document.expire': 'bare',
    'document.replace': 'bare',
    'document.delete': 'bare',
    'version.return': 'bare',
    'document.restore': 'bare',
    'document.purge': 'bare',
  },
} satisfies Examples<typeof providerDocumentMachine>
