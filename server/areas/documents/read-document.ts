/** Sending documents to be shown or saved; each is logged. */
import { Readable } from 'node:stream'
import type { Endpoint } from '#contract/endpoint.ts'
import type { documentLog } from '#server/db/schema/documents.ts'
import { shownImage, shownType } from '#server/documents/check/shown-image.ts'
import { type Caller, FileReply, type HandlerContext, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { StoredFile, Stores } from '#server/storage/stores.ts'
import { noteOpened } from './acknowledgments.ts'
import { logDocument } from './document-moves.ts'
import { requireDocument, requireRecord, type StoredDocument } from './document-record.ts'

/** Even opened outside of the portal, it runs nothing and loads nothing. */
const HEADERS = { 'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'" }

type OpenedFile = StoredFile & { readonly stream: Readable }

/** As it was uploaded. */
export const fileAsStored = (
  { stream, size, sha256, mediaType }: OpenedFile,
  name: string,
  isShown = false,
): FileReply =>
  new FileReply({ stream, size, tag: sha256 }, name, {
    headers: HEADERS,
    ...(isShown && { contentType: mediaType }),
  })

/** To be shown: a PDF as it is, an image without its metadata. */
export async function fileAsShown(file: OpenedFile, name: string): Promise<FileReply> {
  const { stream, sha256, mediaType } = file
  if (!mediaType.startsWith('image/')) return fileAsStored(file, name, true)
  const image = await shownImage(stream, mediaType)
  const shown = { stream: Readable.from([image]), size: image.length, tag: `${sha256}-shown` }
  return new FileReply(shown, name, { headers: HEADERS, contentType: shownType(mediaType) })
}

type Action = Extract<(typeof documentLog.$inferInsert)['action'], 'read' | 'downloaded'>

/** Opens a document's file and logs that it is sent. */
export async function openDocument(
  stores: Stores,
  context: Pick<HandlerContext<Endpoint>, 'db' | 'now' | 'log'> & {
    readonly user: Pick<Caller, 'userId' | 'providerId'>
  },
  document: Pick<StoredDocument, 'id' | 'fileName' | 'providerId'>,
  action: Action,
): Promise<OpenedFile> {
  const { db, user, now } = context
  const file = await stores.open(document.fileName)
  file.stream.on('error', (error) => {
    // The client closed the connection.
    if (error.name === 'AbortError') return
    context.log().error({ err: error, documentId: document.id }, 'a document was cut off')
  })
  try {
    if (action === 'read' && !file.canBeShown) throw new Refusal(406, 'This document can only be downloaded.')
    await db.transaction(async (tx) => {
      const change = { tx, userId: user.userId, now }
      await logDocument(tx, change, document.id, action)
      if (user.providerId === document.providerId) await noteOpened(change, document.id)
    })
    return file
  } catch (error) {
    file.stream.destroy()
    throw error
  }
}

export const createReadHandlers = (stores: Stores): HandlersOf<'downloadProviderDoc' | 'viewProviderDoc'> => ({
  downloadProviderDoc: async (context) => {
    const document = await requireRecord(context.db, context.user, context.query.id)
    const file = await openDocument(stores, context, document, 'downloaded')
    return fileAsStored(file, document.originalFileName)
  },

  viewProviderDoc: async (context) => {
    const document = await requireDocument(context.db, context.user, context.query.id)
    return fileAsShown(await openDocument(stores, context, document, 'read'), document.originalFileName)
  },
})
