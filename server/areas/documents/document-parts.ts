import type { ScanFile } from '#server/documents/check/virus-scanner.ts'
import type { LetterMaker } from '#server/documents/letter/letter-maker.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Stores } from '#server/storage/stores.ts'

/** What the handlers of documents share. */
export interface DocumentParts {
  readonly stores: Stores
  /** Undefined without a virus scanner. */
  readonly scan: ScanFile | undefined
  /** The maximum size of a document in bytes. */
  readonly maxBytes: number
  readonly letters: LetterMaker
  /** Where files are written before they are stored. */
  readonly spoolFolder: string
}

/** What handlers that store or read documents are given. */
export interface StoringParts {
  readonly documents: DocumentParts
}

/**
 * Where new files go.
 *
 * @throws Refusal 503 if the server was not told where
 */
export function requireTarget({ stores }: DocumentParts): Storage {
  if (stores.target) return stores.target
  throw new Refusal(503, 'This server cannot store documents. Its operator must set DOCUMENTS_FOLDER or S3_ENDPOINT.')
}
