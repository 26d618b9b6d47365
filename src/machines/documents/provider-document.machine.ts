/**
 * The lifecycle of a provider's document; each version is a record of its own. Its state follows from what is stored and
 * from the date (src/domain/document-form.ts).
 */
import { setup } from 'xstate'

/** Facts for the guards. */
export interface DocumentFacts {
  /** Whether the latest version is deleted in the same step: an earlier one is never deleted alone. */
  goesWithLatest: boolean
  /** Whether a newer version had replaced it before it was deleted. */
  isEarlier: boolean
}

export type DocumentEvent =
  | { type: 'document.nearExpiry' }
  | { type: 'document.expire' }
  /** A newer version of it was uploaded. */
  | { type: 'document.replace' }
  | { type: 'document.delete' }
  /** The newer version was deleted alone. */
  | { type: 'version.return' }
  | { type: 'document.restore' }
  /** The time in which it could be restored is over. */
  | { type: 'document.purge' }

export const providerDocumentMachine = setup({
  types: {
    context: {} as DocumentFacts,
    input: {} as DocumentFacts,
    events: {} as DocumentEvent,
  },
  guards: {
    goesWithLatest: ({ context }) => context.goesWithLatest,
    isEarlier: ({ context }) => context.isEarlier,
  },
}).createMachine({
  id: 'provider-document',
  description: 'A document of a provider, such as a license, in one of its versions.',
  context: ({ input }) => input,
  initial: 'current',
  states: {
    current: {
      description: 'It counts, and does not expire soon.',
      on: {
        'document.nearExpiry': 'expiring',
        'document.expire': 'expired',
        'document.replace': 'superseded',
        'document.delete': 'deleted',
      },
    },
    expiring: {
      description: 'It counts, and expires within 60 days. The provider and the administrators have been told.',
      on: { 'document.expire': 'expired', 'document.replace': 'superseded', 'document.delete': 'deleted' },
    },
    expired: {
      description: 'Its last day is over. It waits for a newer version.',
      on: { 'document.replace': 'superseded', 'document.delete': 'deleted' },
    },
    superseded: {
      description: 'A newer version was uploaded. This one is kept and can be read.',
      on: {
        'document.delete': { guard: 'goesWithLatest', target: 'deleted' },
        'version.return': 'current',
      },
    },
    deleted: {
      description: 'It no longer counts. Administrators find it and can restore it for 30 days.',
      on: {
        'document.restore': [{ guard: 'isEarlier', target: 'superseded' }, { target: 'current' }],
        'document.purge': 'purged',
      },
    },
    purged: { type: 'final', description: 'Its file, its log and its acceptances are gone.' },
  },
})
