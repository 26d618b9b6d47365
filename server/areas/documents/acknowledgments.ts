/** Requests to providers to read a document and accept it: asking, opening, accepting, withdrawing. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { ACKNOWLEDGMENT_STATES, documentMessages } from '#domain/document-form.ts'
import { type AcknowledgmentEvent, acknowledgmentMachine } from '#machines/documents/acknowledgment.machine.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Tx } from '#server/db/database.ts'
import { distinctProviderName, providerName } from '#server/db/providers.ts'
import { documentAcknowledgments, providerDocuments } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { lockVersions, logDocument } from './document-moves.ts'
import { documentName, documentNotFound, requireDocument, type StoredDocument } from './document-record.ts'

type Request = typeof documentAcknowledgments.$inferSelect

interface Change {
  readonly tx: Tx
  readonly userId: number
  readonly now: Date
}

interface Facts {
  readonly providerId: number
  readonly providerName: string
  readonly documentName: string
}

const about = { subject: acknowledgmentMachine.id } as const

const asked = defineNotification({
  ...about,
  kind: 'acknowledgment-asked',
  entityOf: ({ requestId }) => String(requestId),
  lastsIn: ['asked', 'read'],
  audience: 'PRV',
  category: 'Documents',
  words: (facts: Facts & { readonly requestId: number }) => `Please read and accept: ${facts.documentName}`,
  inMail: () => 'Please read and accept a document in the portal.',
  href: () => '/my-documents?show=1',
})

const accepted = defineNotification({
  ...about,
  kind: 'acknowledgment-accepted',
  lastsIn: 'always',
  audience: 'ADM',
  category: 'Documents',
  words: (facts: Facts) => `${facts.providerName} read and accepted: ${facts.documentName}`,
  inMail: (facts: Facts) => `${facts.providerName} read and accepted a document.`,
  href: ({ providerId }: Facts) => `/provider-documents/${providerId}`,
})

const isOpen = inArray(documentAcknowledgments.state, ['asked', 'read'])

/** The request that counts for a version, locked; undefined without one. */
const lockRequest = async (tx: Tx, documentId: number): Promise<Request | undefined> => {
  const isLive = inArray(documentAcknowledgments.state, ['asked', 'read', 'accepted'])
  const [request] = await tx
    .select()
    .from(documentAcknowledgments)
    .where(and(eq(documentAcknowledgments.documentId, documentId), isLive))
    .for('update')
  return request
}

/** @returns whether the machine allowed it */
async function move(
  { tx, userId, now }: Omit<Change, 'userId'> & { readonly userId: number | null },
  request: Request,
  event: AcknowledgmentEvent['type'],
  values: Partial<typeof documentAcknowledgments.$inferInsert>,
): Promise<boolean> {
  const answer = askMachine(acknowledgmentMachine, ACKNOWLEDGMENT_STATES, request.state, {}, { type: event })
  if (!answer.allowed) return false
  const { from, to } = answer
  const entity = String(request.id)
  await logTransitions(tx, userId, now, [{ machine: acknowledgmentMachine.id, entity, from, event, to }])
  await tx
    .update(documentAcknowledgments)
    .set({ ...values, state: to })
    .where(eq(documentAcknowledgments.id, request.id))
  return true
}

/** The names of a document, and its checksum. */
async function factsOf(tx: Tx, documentId: number) {
  const [facts] = await tx
    .select({
      providerId: providerDocuments.providerId,
      acceptedName: providerName,
      providerName: distinctProviderName,
      documentName,
      sha256: storedFiles.sha256,
      canBeShown: storedFiles.canBeShown,
    })
    .from(providerDocuments)
    .innerJoin(providers, eq(providers.id, providerDocuments.providerId))
    .innerJoin(storedFiles, eq(storedFiles.name, providerDocuments.fileName))
    .where(eq(providerDocuments.id, documentId))
  if (!facts) throw documentNotFound()
  return facts
}

/**
 * Asks the provider of a document to read and accept it, and tells them. The document's rows are locked.
 *
 * @throws Refusal 406 if the portal can't show it, 409 if it was asked already
 */
export async function ask(
  change: Change,
  { id, providerId }: Pick<StoredDocument, 'id' | 'providerId'>,
): Promise<void> {
  const { tx, userId, now } = change
  const facts = await factsOf(tx, id)
  if (!facts.canBeShown)
    throw new Refusal(406, 'The portal cannot show this document, so the provider cannot read it there.')
  if (await lockRequest(tx, id)) throw new Refusal(409, 'The provider was asked already.')
  const [request] = await tx
    .insert(documentAcknowledgments)
    .values({ documentId: id, state: 'asked', askedAt: now, askedById: userId })
    .returning({ requestId: documentAcknowledgments.id })
  if (!request) throw new Error('The request was not stored')
  await logDocument(tx, change, id, 'asked')
  await notify(tx, change, [notice(asked, { providerId }, id, { ...facts, ...request })])
}

/** Notes that the provider has opened a document that they were asked to read. */
export async function noteOpened(change: Change, documentId: number): Promise<void> {
  const request = await lockRequest(change.tx, documentId)
  if (request) await move(change, request, 'document.open', { readAt: change.now })
}

/**
 * Ends the request for a version that a newer one replaces.
 *
 * @returns whether the provider is to be asked for the newer version
 */
export async function replaceRequest(change: Change, documentId: number): Promise<boolean> {
  const request = await lockRequest(change.tx, documentId)
  if (!request) return false
  // One that was accepted stays as it is: it is about the earlier version.
  await move(change, request, 'version.replace', { endedAt: change.now })
  return true
}

/** Ends open requests for documents that are deleted. */
export async function endRequests(change: Change, documentIds: readonly number[]): Promise<void> {
  const open = await change.tx
    .select()
    .from(documentAcknowledgments)
    .where(and(inArray(documentAcknowledgments.documentId, [...documentIds]), isOpen))
    .for('update')
  for (const request of open) await move(change, request, 'request.withdraw', { endedAt: change.now })
}

/** The documents that a provider is asked to read, by name. */
export const readOpenRequests = (tx: Tx, providerId: number) =>
  tx
    .select({ id: providerDocuments.id, documentName })
    .from(documentAcknowledgments)
    .innerJoin(providerDocuments, eq(providerDocuments.id, documentAcknowledgments.documentId))
    .where(and(eq(providerDocuments.providerId, providerId), isNull(providerDocuments.deletedAt), isOpen))
    .orderBy(asc(documentName), asc(providerDocuments.id))

/** Ends the open requests to a provider who has left; by the server if there is no user. */
export async function endRequestsOf(
  { tx, userId, now }: { readonly tx: Tx; readonly userId: number | null; readonly now: Date },
  providerId: number,
): Promise<void> {
  const open = await tx
    .select({ request: documentAcknowledgments })
    .from(documentAcknowledgments)
    .innerJoin(providerDocuments, eq(providerDocuments.id, documentAcknowledgments.documentId))
    .where(and(eq(providerDocuments.providerId, providerId), isOpen))
    .orderBy(asc(documentAcknowledgments.id))
    .for('update', { of: documentAcknowledgments })
  for (const { request } of open) await move({ tx, userId, now }, request, 'request.withdraw', { endedAt: now })
}

/** The document in this version with its rows locked: a newer version, a deletion and an answer wait for each other. */
async function lockDocument(tx: Tx, found: StoredDocument): Promise<StoredDocument> {
  const versions = await lockVersions(tx, found)
  const document = versions.find(({ id }) => id === found.id)
  if (!document || document.deletedAt !== null) throw documentNotFound()
  if (document.supersededAt !== null) throw new Refusal(409, 'There is a newer version of this document.')
  return document
}

const nothingOpen = () => new Refusal(409, 'There is no request that waits for an answer.')

export const acknowledgmentHandlers: HandlersOf<'askAcknowledgment' | 'withdrawAcknowledgment' | 'acceptDocument'> = {
  askAcknowledgment: async ({ body, db, user, now }) => {
    await db.transaction(async (tx) => {
      const document = await lockDocument(tx, await requireDocument(tx, user, body.id))
      await ask({ tx, userId: user.userId, now }, document)
    })
    return done(null, documentMessages.asked)
  },

  withdrawAcknowledgment: async ({ body, db, user, now }) => {
    await db.transaction(async (tx) => {
      const change = { tx, userId: user.userId, now }
      const { id } = await lockDocument(tx, await requireDocument(tx, user, body.id))
      const request = await lockRequest(tx, id)
      if (!request || !(await move(change, request, 'request.withdraw', { endedAt: now }))) throw nothingOpen()
      await logDocument(tx, change, id, 'withdrawn')
    })
    return done(null, documentMessages.withdrawn)
  },

  acceptDocument: async ({ body, db, user, now }) => {
    await db.transaction(async (tx) => {
      const change = { tx, userId: user.userId, now }
      const { id } = await lockDocument(tx, await requireDocument(tx, user, body.id))
      const request = await lockRequest(tx, id)
      if (!request || request.state === 'accepted') throw nothingOpen()
      const facts = await factsOf(tx, id)
      const { acceptedName, sha256 } = facts
      const values = { acceptedAt: now, acceptedName, sha256 }
      if (!(await move(change, request, 'document.accept', values))) {
        throw new Refusal(409, 'Open the document and read it before you accept it.')
      }
      await logDocument(tx, change, id, 'accepted')
      await notify(tx, change, [notice(accepted, ADMINISTRATORS, id, facts)])
    })
    return done(null, documentMessages.accepted)
  },
}
