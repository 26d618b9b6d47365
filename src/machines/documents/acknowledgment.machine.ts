/**
 * The lifecycle of a request to a provider to read a document and accept it; each request is a record of its own, for one
 * version of the document.
 */
import { setup } from 'xstate'

export type AcknowledgmentEvent =
  /** The provider opens the document. */
  | { type: 'document.open' }
  | { type: 'document.accept' }
  | { type: 'request.withdraw' }
  /** A newer version was uploaded. */
  | { type: 'version.replace' }

export const acknowledgmentMachine = setup({
  types: { events: {} as AcknowledgmentEvent },
}).createMachine({
  id: 'acknowledgment',
  description: 'A request to a provider to read a document and accept it.',
  initial: 'asked',
  states: {
    asked: {
      description: 'The provider has been told of the document and has not opened it.',
      on: { 'document.open': 'read', 'request.withdraw': 'withdrawn', 'version.replace': 'replaced' },
    },
    read: {
      description: 'The provider has opened the document and can accept it.',
      on: { 'document.accept': 'accepted', 'request.withdraw': 'withdrawn', 'version.replace': 'replaced' },
    },
    accepted: {
      type: 'final',
      description: 'The provider has accepted the document. Name, time and checksum are on record.',
    },
    withdrawn: {
      type: 'final',
      description: 'An administrator withdrew the request, or the document was deleted.',
    },
    replaced: { type: 'final', description: 'There is a newer version, which may have a request of its own.' },
  },
})
