/** Notifications about documents, and the work that tells of those that expire. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { daysBetween, formatDate, type LocalDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Tx } from '#server/db/database.ts'
import { distinctProviderName, isEmployed, readProviderName } from '#server/db/providers.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import { settleNotices } from '#server/db/settle-notices.ts'
import { defineDailyWork } from '#server/jobs/daily-work.ts'
import { type DeletedVersions, followExpiry, isNoticeDue } from './document-moves.ts'
import { documentName, isLatest, type StoredDocument } from './document-record.ts'

interface Arrival {
  readonly providerId: number
  readonly providerName: string
  readonly documentName: string
  /** From 1. */
  readonly version: number
}

const arrived = ({ documentName, version }: Arrival): string =>
  version === 1 ? `a document: ${documentName}` : `a newer version of a document: ${documentName}`

const arrivedInMail = ({ version }: Arrival): string => (version === 1 ? 'a document' : 'a newer version of a document')

/** Notices of an earlier version, or of a deleted document, no longer hold. */
const about = { subject: providerDocumentMachine.id, lastsIn: ['current', 'expiring', 'expired'] } as const

/** Each says how much time is left; the next one replaces it. */
const expires = { ...about, lastsIn: ['expiring', 'expired'], replacesEarlier: true } as const

const arrivedFromProvider = defineNotification({
  ...about,
  kind: 'document-from-provider',
  audience: 'ADM',
  category: 'Documents',
  words: (arrival: Arrival) => `${arrival.providerName} uploaded ${arrived(arrival)}`,
  inMail: (arrival: Arrival) => `${arrival.providerName} uploaded ${arrivedInMail(arrival)}.`,
  href: ({ providerId }: Arrival) => `/provider-documents/${providerId}`,
})

const arrivedFromAdministrator = defineNotification({
  ...about,
  kind: 'document-from-office',
  audience: 'PRV',
  category: 'Documents',
  words: (arrival: Arrival) => `An administrator uploaded ${arrived(arrival)}`,
  inMail: (arrival: Arrival) => `An administrator uploaded ${arrivedInMail(arrival)} for you.`,
  href: () => '/my-documents',
})

/** Tells the other side: the provider of what an administrator uploaded, the administrators of what a provider did. */
export const tellOfArrival = async (
  tx: Tx,
  by: { readonly userId: number; readonly now: Date },
  { id, providerId, isOwn }: { readonly id: number; readonly providerId: number; readonly isOwn: boolean },
  arrival: Omit<Arrival, 'providerId' | 'providerName'>,
): Promise<void> => {
  const facts = { ...arrival, providerId, providerName: await readProviderName(tx, providerId) }
  await notify(tx, by, [
    isOwn
      ? notice(arrivedFromProvider, ADMINISTRATORS, id, facts)
      : notice(arrivedFromAdministrator, { providerId }, id, facts),
  ])
}

interface Deletion {
  readonly providerId: number
  readonly providerName: string
  readonly documentName: string
  /** How many were deleted. */
  readonly versions: number
  /** The version that counts again. */
  readonly backAt: number | undefined
  /** The last day on which it can be restored. */
  readonly until: LocalDate
}

const deletedWhat = ({ versions, backAt }: Deletion): string => {
  if (backAt !== undefined) return 'the latest version of a document'
  return versions === 1 ? 'a document' : `a document with its ${versions} versions`
}

const whatFollows = ({ backAt, until }: Deletion): string =>
  [
    ...(backAt === undefined ? [] : [`Version ${backAt} counts again.`]),
    `It can be restored until ${formatDate(until)}.`,
  ].join(' ')

const deletedInWords = (who: string, deletion: Deletion): string =>
  `${who} deleted ${deletedWhat(deletion)}: ${deletion.documentName}. ${whatFollows(deletion)}`
const deletedInMail = (who: string, deletion: Deletion): string =>
  `${who} deleted ${deletedWhat(deletion)}. ${whatFollows(deletion)}`

const deleted = { subject: providerDocumentMachine.id, lastsIn: ['deleted'], category: 'Documents' } as const

const deletedByProvider = defineNotification({
  ...deleted,
  kind: 'document-deleted-by-provider',
  audience: 'ADM',
  words: (deletion: Deletion) => deletedInWords(deletion.providerName, deletion),
  inMail: (deletion: Deletion) => deletedInMail(deletion.providerName, deletion),
  href: ({ providerId }: Deletion) => `/provider-documents/${providerId}?show=2`,
})

const deletedByAdministrator = defineNotification({
  ...deleted,
  kind: 'document-deleted-by-office',
  audience: 'PRV',
  words: (deletion: Deletion) => deletedInWords('An administrator', deletion),
  inMail: (deletion: Deletion) => deletedInMail('An administrator', deletion),
  href: () => '/my-documents',
})

const restoredByAdministrator = defineNotification({
  ...about,
  kind: 'document-restored',
  audience: 'PRV',
  category: 'Documents',
  words: (name: string) => `An administrator restored a document: ${name}`,
  inMail: () => 'An administrator restored one of your documents.',
  href: () => '/my-documents',
})

type By = { readonly userId: number; readonly now: Date }
type Named = Pick<StoredDocument, 'id' | 'providerId' | 'title' | 'originalFileName'>

const nameOf = ({ title, originalFileName }: Named): string => title ?? originalFileName

interface Told {
  readonly document: Named
  readonly isOwn: boolean
  readonly deleted: DeletedVersions
  readonly until: LocalDate
}

/** Tells the other side, as of an arrival. */
export const tellOfDeletion = async (
  tx: Tx,
  by: By,
  { document, isOwn, deleted: gone, until }: Told,
): Promise<void> => {
  const { id, providerId } = document
  const facts = {
    providerId,
    providerName: await readProviderName(tx, providerId),
    documentName: nameOf(document),
    versions: gone.ids.length,
    backAt: gone.back?.version,
    until,
  }
  await notify(tx, by, [
    isOwn
      ? notice(deletedByProvider, ADMINISTRATORS, id, facts)
      : notice(deletedByAdministrator, { providerId }, id, facts),
  ])
}

export const tellOfRestoring = (tx: Tx, by: By, document: Named): Promise<void> =>
  notify(tx, by, [notice(restoredByAdministrator, { providerId: document.providerId }, document.id, nameOf(document))])

interface Expiry {
  readonly providerName: string
  readonly documentName: string
  readonly expiryDate: LocalDate
  /** Negative once it is past. */
  readonly daysLeft: number
}

const expiryOf = (what: string, { expiryDate, daysLeft }: Expiry): string => {
  const date = formatDate(expiryDate)
  if (daysLeft < 0) return `${what} expired on ${date}`
  return daysLeft === 0 ? `${what} expires today` : `${what} expires in ${counted(daysLeft, 'day')}, on ${date}`
}

const expiry = (facts: Expiry): string => expiryOf(facts.documentName, facts)

const expiryForAdministrators = defineNotification({
  ...expires,
  kind: 'document-expires-for-office',
  audience: 'ADM',
  category: 'Documents',
  words: (facts: Expiry) => `${facts.providerName}: ${expiry(facts)}`,
  inMail: (facts: Expiry) => `${expiryOf(`A document of ${facts.providerName}`, facts)}.`,
  href: () => '/expiry-documents',
})

const expiryForProvider = defineNotification({
  ...expires,
  kind: 'document-expires',
  audience: 'PRV',
  category: 'Documents',
  words: expiry,
  inMail: (facts: Expiry) => `${expiryOf('One of your documents', facts)}.`,
  href: () => '/my-documents',
})

/** Nobody needs the documents of someone who has left. */
export const settleExpiries = async (tx: Tx, now: Date, providerId: number): Promise<void> => {
  const documents = await tx
    .select({ id: providerDocuments.id })
    .from(providerDocuments)
    .where(eq(providerDocuments.providerId, providerId))
  await settleNotices(
    tx,
    now,
    [expiryForAdministrators, expiryForProvider].flatMap(({ kind, subject }) =>
      documents.map(({ id }) => ({ kind, subject, entity: String(id) })),
    ),
  )
}

/** As many as are read at once. */
const BATCH = 50

/** @returns how many documents there were */
async function tellBatch(tx: Tx, clock: { readonly now: Date; readonly today: LocalDate }): Promise<number> {
  const { now, today } = clock
  const due = await tx
    .select({
      document: providerDocuments,
      providerName: distinctProviderName,
      documentName,
      isEmployed: sql<boolean>`${isEmployed(sql`greatest(${today}::date, ${providerDocuments.expiryDate} + 1)`)}`,
    })
    .from(providerDocuments)
    .innerJoin(providers, eq(providers.id, providerDocuments.providerId))
    .where(and(isLatest, isNoticeDue(today)))
    .orderBy(asc(providerDocuments.id))
    .limit(BATCH)
    .for('update', { of: providerDocuments })
  for (const { document, isEmployed: isHere, ...names } of due) {
    await followExpiry({ tx, userId: null, ...clock }, document)
    const { id, providerId, expiryDate } = document
    // Nobody needs the license of someone who has left, or who will have before it expires.
    if (expiryDate === null || !isHere) continue
    const facts = { ...names, expiryDate, daysLeft: daysBetween(today, expiryDate) }
    await notify(tx, { userId: null, now }, [
      notice(expiryForAdministrators, ADMINISTRATORS, id, facts),
      notice(expiryForProvider, { providerId }, id, facts),
    ])
  }
  return due.length
}

/** Tells of every document that expires soon or has expired, once for each of `EXPIRY_NOTICES` and once at the end. */
export const expiryNotices = defineDailyWork({
  name: 'expiry-notices',
  timeOf: () => '00:00',
  run: async (tx, { now, today }) => {
    while ((await tellBatch(tx, { now, today })) > 0);
  },
})
