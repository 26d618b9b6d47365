/** The files of documents, in any version. */
import { fileCallOf } from '#contract/call.ts'
import { downloadProviderDoc, type ProviderDocument, viewProviderDoc } from '#contract/documents.ts'

const ofDocument = ({ id }: ProviderDocument) => ({ query: { id } })

/** As it was uploaded. */
export const documentFile = fileCallOf(downloadProviderDoc, ofDocument)

/** To be shown; for documents with `canBeShown`. */
export const shownFile = fileCallOf(viewProviderDoc, ofDocument)
