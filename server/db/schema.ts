/**
 * Every table. Dates and times are the organization's wall clock, as `YYYY-MM-DD` and `HH:mm:ss` strings; `timestamptz`
 * columns are instants. Rows that two people may change have a `version` that every change increments: the wire's
 * `entityCacheKey`, by which the later of two changes is refused with 409.
 */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ACCESS_CHANGE_KINDS } from '#domain/access.ts'
import { type CorrectionOutcome, correctionStates, type DayFigures } from '#domain/billing/corrections.ts'
import { ANNEX_STUDENTS, CORRECTED_INVOICES, INVOICE_KINDS, type InvoiceContent } from '#domain/billing/invoice.ts'
import { DEFAULT_INVOICE_MAIL } from '#domain/billing/invoice-mail.ts'
import type { LeftOut } from '#domain/billing/lock-out.ts'
import { PAY_ADJUSTMENT_KINDS } from '#domain/billing/pay.ts'
import { ACKNOWLEDGMENT_STATES, DOCUMENT_ACTIONS, LETTER_FORMATS } from '#domain/document-form.ts'
import type { StayReason } from '#domain/hand-over.ts'
import type { CountsAs } from '#domain/label-counts.ts'
import { MAIL_CHOICES, NOTIFICATION_AUDIENCES, SENT_CHOICES } from '#domain/notifications.ts'
import { NEWS_KEYS } from '#domain/open-work.ts'
import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import type { RecurrenceRule } from '#domain/recurrence.ts'
import { DETAIL_STATES, MAILED_FORMATS, REPORT_SCHEDULES } from '#domain/reports.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { PTO_REQUEST_STATES, QUICK_BOOKS_STATUSES } from '#domain/time-off.ts'
import { STORE_KINDS } from '#server/storage/storage.ts'

/** Names are compared and sorted by Unicode's rules, whatever the server's locale. */
const name = customType<{ data: string }>({ dataType: () => 'text COLLATE "und-x-icu"' })

/** What names are compared by, character by character. */
const key = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A transaction's number, as text: it never comes again. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const instant = () => timestamp({ withTimezone: true, mode: 'date' })
const now = () => instant().notNull().defaultNow()
const version = () => integer().notNull().default(1)
/** Exact, in hundredths. */
const hours = () => numeric({ precision: 8, scale: 2 })

export const organisation = pgTable(
  'organisation',
  {
    id: smallint().primaryKey().default(1),
    name: text().notNull(),
    timeZone: text().notNull(),
    /** ISO 4217. */
    currency: text().notNull().default('USD'),
    /** BCP 47; how amounts are written. */
    locale: text().notNull().default('en-US'),
    /** The last day of school; users are warned before they save later sessions. Null: no warning. */
    schoolYearEndsOn: date(),
    /** This and the next seven: what invoices print. Addresses have several lines. */
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    /** Where payments go; '' for the address. */
    remitTo: text().notNull().default(''),
    /** Days until an invoice is due. */
    paymentTerms: smallint().notNull().default(30),
    invoicePrefix: text().notNull().default('INV-'),
    /** How annexes name students, unless a school's billing profile says otherwise. */
    annexStudents: text({ enum: ANNEX_STUDENTS }).notNull().default('initials'),
    /** What becomes of an invoice when a day that it bills is corrected. */
    correctedInvoices: text({ enum: CORRECTED_INVOICES }).notNull().default('replace'),
    logoId: integer().references((): AnyPgColumn => organisationLogos.id),
    /** Who signs letters, and as what; '' if nobody was named. */
    letterSigner: text().notNull().default(''),
    letterSignerTitle: text().notNull().default(''),
    /** The text of an invoice's email. */
    invoiceMail: text().notNull().default(DEFAULT_INVOICE_MAIL),
    /** The latest invoice's. Issuing one locks this row, so that numbers have no gaps. */
    lastInvoiceNumber: integer().notNull().default(0),
    /** Whether providers are reminded of hours that they have not confirmed. */
    remindsOfHours: boolean().notNull().default(true),
    /** When in the organization's day. */
    reminderTime: time().notNull().default('09:00'),
    /** How many days after the day of the hours. */
    reminderDays: smallint().notNull().default(1),
    /** Providers' changes and deletions of whole sessions wait for an administrator's approval. */
    providersChangesWait: boolean().notNull().default(false),
    version: version(),
  },
  (t) => [check('organisation_is_one', sql`${t.id} = 1`)],
)

/** Every logo that was uploaded: invoices keep the one that they were issued with. */
export const organisationLogos = pgTable('organisation_logos', {
  id: id(),
  /** image/png or image/jpeg. */
  mediaType: text().notNull(),
  content: bytes().notNull(),
  createdAt: now(),
  createdById: integer()
    .notNull()
    .references((): AnyPgColumn => users.id),
})

/** Every change of the organization's settings, field by field. Append-only: a trigger refuses anything else. */
export const organisationChanges = pgTable(
  'organisation_changes',
  {
    id: id(),
    at: now(),
    byId: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    /** The field's name in the form. */
    field: text().notNull(),
    /** As people read it. */
    before: text().notNull(),
    after: text().notNull(),
  },
  (t) => [index().on(t.at)],
)

// People

export const roles = pgTable('roles', { id: integer().primaryKey(), name: text().notNull().unique() })

export const permissions = pgTable('permissions', {
  id: integer().primaryKey(),
  module: text().notNull(),
  screen: text().notNull().unique(),
  name: text().notNull(),
  /** Counts changes of its roles. */
  version: version(),
})

export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: integer()
      .notNull()
      .references(() => roles.id),
    permissionId: integer()
      .notNull()
      .references(() => permissions.id),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] })],
)

export const genders = pgTable('genders', { id: integer().primaryKey(), title: text().notNull() })
export const ethnicities = pgTable('ethnicities', { id: integer().primaryKey(), title: text().notNull() })
export const providerTypes = pgTable('provider_types', { id: integer().primaryKey(), title: text().notNull() })
export const providerStatuses = pgTable('provider_statuses', { id: integer().primaryKey(), title: text().notNull() })

export const providers = pgTable(
  'providers',
  {
    id: id(),
    firstName: name().notNull(),
    middleName: name().notNull().default(''),
    lastName: name().notNull(),
    email: text().notNull(),
    providerTypeId: integer()
      .notNull()
      .references(() => providerTypes.id),
    statusId: integer()
      .notNull()
      .references(() => providerStatuses.id),
    birthDate: date(),
    genderId: integer().references(() => genders.id),
    ethnicityId: integer().references(() => ethnicities.id),
    addressLine1: text().notNull().default(''),
    addressLine2: text().notNull().default(''),
    /** Null for a provider who was stored before this was required. */
    cityId: integer().references((): AnyPgColumn => cities.id),
    postalCode: text().notNull().default(''),
    mobileNumber: text().notNull().default(''),
    homePhone: text().notNull().default(''),
    hireDate: date(),
    /** The last day at work; the account ends with it. */
    termDate: date(),
    department: name().notNull().default(''),
    division: name().notNull().default(''),
    jobClass: name().notNull().default(''),
    notes: text().notNull().default(''),
    /** The Social Security number, encrypted (server/areas/providers/ssn-vault.ts); null for none. */
    ssn: text(),
    /** Which key it is encrypted with. */
    ssnKeyId: text(),
    ssnLastFour: text(),
    /** What the whole name is compared by (`nameKey` in src/domain/name-key.ts). */
    nameKey: key().generatedAlwaysAs(
      sql`name_key(first_name || case middle_name when '' then '' else ' ' || middle_name end || ' ' || last_name)`,
    ),
    version: version(),
  },
  (t) => [
    index().on(t.lastName, t.firstName),
    index('providers_same_name').on(t.nameKey),
    // Providers whose last day will end their account.
    index('providers_leaving').on(t.termDate).where(sql`${t.statusId} <> 3`),
    index().on(t.ssnKeyId).where(sql`${t.ssn} is not null`),
    check('providers_ssn_whole', sql`num_nulls(${t.ssn}, ${t.ssnKeyId}, ${t.ssnLastFour}) in (0, 3)`),
  ],
)

/** Who has seen a provider's Social Security number in full. */
export const ssnReveals = pgTable(
  'ssn_reveals',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    userId: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    at: instant().notNull(),
  },
  (t) => [index().on(t.providerId, t.at)],
)

/** Files whose bytes are kept outside of the rows that name them; every one is named by exactly one row. */
export const storedFiles = pgTable(
  'stored_files',
  {
    /** Random; its name in the store, too. */
    name: text().primaryKey(),
    store: text({ enum: STORE_KINDS }).notNull(),
    mediaType: text().notNull(),
    /** In bytes. */
    size: integer().notNull(),
    /** In hexadecimal. */
    sha256: text().notNull(),
    /** Whether the portal may show it, in addition to saving it. */
    canBeShown: boolean().notNull().default(false),
    createdAt: now(),
  },
  (t) => [check('stored_files_store', sql`${t.store} in ('table', 'folder', 's3')`), index().on(t.store)],
)

/** The bytes of files in the store 'table'. */
export const storedFileContents = pgTable('stored_file_contents', {
  name: text()
    .primaryKey()
    .references(() => storedFiles.name, { onDelete: 'cascade' }),
  content: bytes().notNull(),
})

/** Types of documents, such as a license; the spec calls them master templates. */
export const documentTemplates = pgTable(
  'document_templates',
  {
    id: id(),
    title: name().notNull(),
    /** Whether providers may choose it, too. */
    isForProviders: boolean().notNull().default(false),
    /** Whether its documents must have an expiry date. */
    mustExpire: boolean().notNull().default(false),
    /** A form to fill in, if there is one. */
    fileName: text().references(() => storedFiles.name),
    /** As that file was named when it was uploaded. */
    originalFileName: name(),
    /** Whether letters are generated from it: it has placeholders. */
    isLetter: boolean().notNull().default(false),
    createdAt: now(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    uniqueIndex('document_templates_title').on(sql`lower(${t.title})`).where(sql`${t.deletedAt} is null`),
    uniqueIndex('document_templates_file_name').on(t.fileName),
  ],
)

/** Which providers must have a document of a type. */
export const documentRequirements = pgTable(
  'document_requirements',
  {
    templateId: integer()
      .notNull()
      .references(() => documentTemplates.id),
    providerTypeId: integer()
      .notNull()
      .references(() => providerTypes.id),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.providerTypeId] }), index().on(t.providerTypeId)],
)

/** Files of a provider, such as a license: a row for each version. */
export const providerDocuments = pgTable(
  'provider_documents',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    /** As the file was named when it was uploaded. */
    originalFileName: name().notNull(),
    /** The random name by which it is stored and downloaded. */
    fileName: text()
      .notNull()
      .references(() => storedFiles.name),
    /** This and the next one: null for a file that was attached before there were types. */
    title: name(),
    templateTypeId: integer().references(() => documentTemplates.id),
    /** The last day on which it is valid. */
    expiryDate: date(),
    /** The days before the expiry date of which people were told last (src/domain/document-form.ts); 0 once it is past. */
    expiryTold: smallint(),
    createdAt: now(),
    createdById: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    /** From 1. */
    version: version(),
    /** The first version; null for that one itself. */
    firstId: integer().references((): AnyPgColumn => providerDocuments.id),
    /** When a newer version was uploaded. */
    supersededAt: instant(),
    deletedAt: instant(),
  },
  (t) => [
    uniqueIndex('provider_documents_file_name').on(t.fileName),
    uniqueIndex('provider_documents_version').on(t.firstId, t.version),
    index().on(t.providerId).where(sql`${t.deletedAt} is null`),
    index('provider_documents_expiry')
      .on(t.expiryDate)
      .where(sql`${t.deletedAt} is null and ${t.supersededAt} is null`),
    index().on(t.templateTypeId),
  ],
)

/** What happened to documents, and who read them. */
export const documentLog = pgTable(
  'document_log',
  {
    id: id(),
    documentId: integer()
      .notNull()
      .references(() => providerDocuments.id),
    action: text({ enum: DOCUMENT_ACTIONS }).notNull(),
    at: instant().notNull(),
    /** Null for the server itself. */
    userId: integer().references((): AnyPgColumn => users.id),
  },
  (t) => [index().on(t.documentId, t.id)],
)

/** Requests to a provider to read a document and accept it, each for one version of it. */
export const documentAcknowledgments = pgTable(
  'document_acknowledgments',
  {
    id: id(),
    documentId: integer()
      .notNull()
      .references(() => providerDocuments.id),
    state: text({ enum: ACKNOWLEDGMENT_STATES }).notNull(),
    askedAt: instant().notNull(),
    askedById: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    /** When the provider first opened it. */
    readAt: instant(),
    acceptedAt: instant(),
    /** The provider's name at that time. */
    acceptedName: text(),
    /** The accepted file's hash, in hexadecimal. */
    sha256: text(),
    /** When it was withdrawn or a newer version replaced it. */
    endedAt: instant(),
  },
  (t) => [
    // One that counts for each version.
    uniqueIndex('document_acknowledgments_live')
      .on(t.documentId)
      .where(sql`${t.state} in ('asked', 'read', 'accepted')`),
    check(
      'document_acknowledgments_accepted',
      sql`num_nulls(${t.acceptedAt}, ${t.acceptedName}, ${t.sha256}) = case ${t.state} when 'accepted' then 0 else 3 end`,
    ),
    check(
      'document_acknowledgments_ended',
      sql`(${t.endedAt} is not null) = (${t.state} in ('withdrawn', 'replaced'))`,
    ),
    index().on(t.documentId, t.id),
  ],
)

/** Generating a letter for one or more providers, one after the other. */
export const letterRuns = pgTable(
  'letter_runs',
  {
    id: id(),
    templateTypeId: integer()
      .notNull()
      .references(() => documentTemplates.id),
    /** What the documents are called. */
    documentName: name().notNull(),
    format: text({ enum: LETTER_FORMATS }).notNull(),
    /** Whether the provider is asked to accept it. */
    asksToAccept: boolean().notNull(),
    /** Whether a provider made it for themselves. */
    isOwn: boolean().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] }).notNull(),
    startedById: integer()
      .notNull()
      .references((): AnyPgColumn => users.id),
    createdAt: instant().notNull(),
    endedAt: instant(),
    /** Why it failed as a whole. */
    reason: text(),
  },
  (t) => [
    index().on(t.startedById, t.id),
    check('letter_runs_ended', sql`(${t.state} = 'running') = (${t.endedAt} is null)`),
  ],
)

export const letterRunProviders = pgTable(
  'letter_run_providers',
  {
    runId: integer()
      .notNull()
      .references(() => letterRuns.id),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    /** The checksum of the letter that was shown before it was saved; null if it wasn't. */
    seen: text(),
    outcome: text({ enum: ['waiting', 'saved', 'failed'] }).notNull(),
    documentId: integer().references(() => providerDocuments.id),
    /** Why it failed. */
    reason: text(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.providerId] })],
)

export const providerEmergencyContacts = pgTable(
  'provider_emergency_contacts',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    name: name().notNull(),
    relationship: text().notNull(),
    number: text().notNull(),
    deletedAt: instant(),
  },
  (t) => [index().on(t.providerId)],
)

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    displayName: name().notNull(),
    /** argon2id; null for users who sign in elsewhere. */
    passwordHash: text(),
    roleId: integer()
      .notNull()
      .references(() => roles.id),
    providerId: integer()
      .unique()
      .references(() => providers.id),
    isActive: boolean().notNull().default(true),
    /** When the latest invitation was sent; null once it is accepted, and for those who were sent none. */
    invitedAt: instant(),
    createdAt: now(),
    /** Counts changes of the role and the state. */
    version: version(),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`)],
)

/** A sign-in on one browser. Access tokens are short-lived and worthless without a live row here. */
export const userSessions = pgTable(
  'user_sessions',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isRememberMe: boolean().notNull(),
    createdAt: now(),
    lastSeenAt: now(),
    /** The session ends at this time, even if active. */
    expiresAt: instant().notNull(),
    endedAt: instant(),
    /** A reason of session-ends.ts. */
    endedBy: text(),
    /** How often it was refreshed: the number of the current refresh credential. */
    generation: integer().notNull().default(0),
    /** When the current credential was issued. */
    refreshedAt: now(),
    /** Whether the client has the current credential: it has used the access token that was sent with it. */
    isReceived: boolean().notNull().default(false),
    /** When the user last proved again who they are; null if not since the sign-in. */
    confirmedAt: instant(),
    /** The client's address and User-Agent at sign-in. */
    address: text(),
    userAgent: text(),
  },
  (t) => [index().on(t.userId)],
)

/** Failed sign-ins, which make the next attempt wait. */
export const signInPaces = pgTable('sign_in_paces', {
  /** A hash of what is counted: an account, an address, or both. */
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: instant().notNull(),
  /** Attempts before this time are refused. */
  nextAt: instant().notNull(),
})

/** Sign-ins, refused ones, the ends of sessions, and changes of sign-in methods and passwords. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    at: instant().notNull(),
    kind: text().notNull(),
    /** Why a sign-in was refused or a session ended; what changed. */
    reason: text(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The email address that was entered, for an unknown account. */
    account: text(),
    sessionId: uuid(),
    /** The client's; at the end of a session, the one that signed in, unless another one ended it. */
    address: text(),
    userAgent: text(),
    /** The administrator who caused it. */
    byId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.userId, t.at), index().on(t.account, t.at), index().on(t.at)],
)

/**
 * The links with which a user may set a password: an invitation, and the latest that was asked for. A newer one replaces
 * its own kind only, so that strangers' requests leave an invitation as it is. Using one deletes both.
 */
export const passwordRecoveries = pgTable(
  'password_recoveries',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link; the token itself is not stored. */
    tokenHash: text().notNull(),
    /** It is for the first password; once expired, it can be renewed. */
    isInvitation: boolean().notNull().default(false),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.isInvitation] }),
    uniqueIndex('password_recoveries_token').on(t.tokenHash),
  ],
)

/** Passkeys, which sign in alone or after the password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the user calls it. */
    name: name().notNull(),
    /** This and the next two: base64url. */
    credentialId: text().notNull(),
    /** COSE. */
    publicKey: text().notNull(),
    /** By which the authenticator names the user. */
    userHandle: text().notNull(),
    /** How often the authenticator says that it was used; 0 for those that don't count. A lower number is a copy's. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator: 'internal', 'usb', … */
    transports: jsonb().$type<string[]>().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index().on(t.userId)],
)

/** Questions to authenticators that await their answer; each can be answered once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** SHA-256, as base64. */
  hash: text().primaryKey(),
  purpose: text({ enum: ['add', 'prove', 'sign in'] }).notNull(),
  /** Null for a sign-in without a password: nobody knows yet who it is. */
  userId: integer().references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: instant().notNull(),
})

/** The app that shows a user's codes (RFC 6238). */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key that app and server share, sealed. */
  key: text().notNull(),
  /** The 30-second step of the last code that was accepted: none up to it works again. */
  lastStep: bigint({ mode: 'number' }).notNull(),
  createdAt: instant().notNull(),
  lastUsedAt: instant(),
})

/** Codes for users who lost their other factors; using one deletes it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Needs the server's secret, since a code is short enough to try them all. */
    codeHash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** Sign-ins whose password was right and whose second factor is awaited. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    /** SHA-256 of the ticket, as base64. */
    hash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isRememberMe: boolean().notNull(),
    /** The identity of a sign-in with an identity provider; user-identities.ts has the schema. */
    identity: jsonb(),
    /** Wrong codes and passkeys so far. */
    wrong: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (t) => [index().on(t.userId)],
)

/** Who a user is at an identity provider. The subject decides: email addresses are given to other people later. */
export const userIdentities = pgTable(
  'user_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The verified address by which they were linked. */
    email: text().notNull(),
    linkedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    // One identity per provider.
    uniqueIndex('user_identities_user').on(t.userId, t.issuer),
  ],
)

/** What works once and was used: the state of a sign-in with an identity provider, its result, and ID tokens. */
export const spentTokens = pgTable('spent_tokens', {
  /** SHA-256. */
  hash: text().primaryKey(),
  /** Refused from then on for its age. */
  expiresAt: instant().notNull(),
})

// Work in the background

/** Work that a server does later, written in the transaction that causes it (docs/decisions/job-queue.md). */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    /** As in server/jobs/job-kinds.ts. */
    kind: text().notNull(),
    payload: jsonb().notNull(),
    state: text({ enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Attempts begun. */
    attempts: integer().notNull().default(0),
    /** When the next attempt may begin. While one is running: when it counts as interrupted. By the database's clock. */
    dueAt: now(),
    /** Why the last attempt failed. */
    reason: text(),
    createdAt: now(),
    /** When it was done or given up. */
    endedAt: instant(),
  },
  (t) => [
    index('jobs_due').on(t.dueAt).where(sql`${t.state} in ('waiting', 'running')`),
    index('jobs_kind').on(t.kind, t.createdAt),
    check('jobs_ended', sql`(${t.state} in ('done', 'failed')) = (${t.endedAt} is not null)`),
  ],
)

/** When each kind of daily work was last done, as in server/jobs/daily-kinds.ts. */
export const dailyWork = pgTable('daily_work', {
  name: text().primaryKey(),
  /** The organization's date. */
  doneOn: date().notNull(),
})

// Master data

export const countries = pgTable('countries', { id: integer().primaryKey(), name: text().notNull() })

export const states = pgTable('states', {
  id: integer().primaryKey(),
  countryId: integer()
    .notNull()
    .references(() => countries.id),
  name: text().notNull(),
  abbreviation: text().notNull(),
})

export const cities = pgTable(
  'cities',
  {
    id: id(),
    stateId: integer()
      .notNull()
      .references(() => states.id),
    name: name().notNull(),
  },
  (t) => [unique().on(t.stateId, t.name)],
)

export const schools = pgTable(
  'schools',
  {
    id: id(),
    name: name().notNull(),
    colourCode: text().notNull().default('#000000'),
    addressLine1: text().notNull().default(''),
    addressLine2: text().notNull().default(''),
    /** Null for a school that was stored before this was required. */
    cityId: integer().references(() => cities.id),
    zipCode: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    deletedAt: instant(),
    /** Counts changes of the profile with its contacts. */
    version: version(),
    /** Counts changes of its rates as a whole. */
    ratesVersion: version(),
  },
  (t) => [index().on(t.name)],
)

export const schoolContacts = pgTable(
  'school_contacts',
  {
    id: id(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    personName: name().notNull(),
    phoneNumber: text().notNull(),
    designation: text().notNull(),
    emailAddress: text().notNull(),
    fax: text().notNull().default(''),
    deletedAt: instant(),
  },
  (t) => [index().on(t.schoolId)],
)

export const schoolBillingProfiles = pgTable('school_billing_profiles', {
  schoolId: integer()
    .primaryKey()
    .references(() => schools.id),
  billingEmail: text().notNull(),
  billingNote: text().notNull().default(''),
  /** How annexes name this school's students; null: as the organization's do. */
  annexStudents: text({ enum: ANNEX_STUDENTS }),
  version: version(),
})

/** Percent of the billed amount, from a day on. */
export const schoolAdminFees = pgTable(
  'school_admin_fees',
  {
    id: id(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    adminFee: numeric({ precision: 5, scale: 2 }).notNull(),
    /** Use `feesWithin` of server/areas/master-data/rates-in-force.ts. */
    effectiveDate: date().notNull(),
    /** Not in force from this day on. */
    endedOn: date(),
    /** It never took effect, or was corrected. */
    deletedAt: instant(),
    createdById: integer().references(() => users.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('school_admin_fees_effective')
      .on(t.schoolId, t.effectiveDate)
      .where(sql`${t.deletedAt} is null and ${t.endedOn} is null`),
  ],
)

export const services = pgTable(
  'services',
  {
    id: id(),
    code: name().notNull(),
    description: name().notNull(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [uniqueIndex('services_code').on(sql`lower(${t.code})`).where(sql`${t.deletedAt} is null`)],
)

/** hourly: hours × rate; per session: sessions × rate; daily: days × rate (DESIGN, section 4). */
export const rateTypes = pgTable('rate_types', { id: integer().primaryKey(), name: text().notNull() })

export const schoolServiceRates = pgTable(
  'school_service_rates',
  {
    id: id(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
    rateTypeId: integer()
      .notNull()
      .references(() => rateTypes.id),
    /** Dollars. */
    rate: numeric({ precision: 10, scale: 2 }).notNull(),
    /** Use `ratesWithin` and `isInForce` of server/areas/master-data/rates-in-force.ts. */
    effectiveDate: date().notNull(),
    /** Not in force from this day on: it was removed from the school's list. */
    endedOn: date(),
    /** It never took effect. */
    deletedAt: instant(),
    /** Who set it; null for a rate that was stored before this was kept. */
    createdById: integer().references(() => users.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('school_service_rates_effective')
      .on(t.schoolId, t.serviceId, t.rateTypeId, t.effectiveDate)
      .where(sql`${t.deletedAt} is null and ${t.endedOn} is null`),
  ],
)

/** What a provider is paid, by rate type. */
export const providerRates = pgTable(
  'provider_rates',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    rateTypeId: integer()
      .notNull()
      .references(() => rateTypes.id),
    /** Dollars. */
    rate: numeric({ precision: 10, scale: 2 }).notNull(),
    /** Use `ratesOf` of server/areas/hours/payroll-segments.ts. */
    effectiveDate: date().notNull(),
    /** Not in force from this day on: it was removed from the provider's list. */
    endedOn: date(),
    /** It never took effect. */
    deletedAt: instant(),
    /** Who set it; null for a rate that was stored before this was kept. */
    createdById: integer().references(() => users.id),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('provider_rates_effective')
      .on(t.providerId, t.rateTypeId, t.effectiveDate)
      .where(sql`${t.deletedAt} is null and ${t.endedOn} is null`),
  ],
)

/** The services that a provider delivers. */
export const providerServices = pgTable(
  'provider_services',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.serviceId] }), index().on(t.serviceId)],
)

export const providerSchools = pgTable(
  'provider_schools',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.schoolId] }), index().on(t.schoolId)],
)

export const students = pgTable(
  'students',
  {
    id: id(),
    name: name().notNull(),
    /** What the name is compared by (`nameKey` in src/domain/name-key.ts). */
    nameKey: key().generatedAlwaysAs(sql`name_key(name)`),
    gender: text().notNull(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    /** The therapist whose caseload the student is on; null if unassigned. */
    providerId: integer().references(() => providers.id),
    isActive: boolean().notNull().default(true),
    /** A deleted student is not active either. */
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    index().on(t.schoolId, t.providerId),
    index().on(t.providerId),
    // Lets a page of a list of thousands be read in order instead of sorted.
    index('students_live_by_name').on(t.name, t.id).where(sql`${t.deletedAt} is null`),
    // Finds students with the same name.
    index('students_same_name').on(t.nameKey),
  ],
)

export const serviceFrequencies = pgTable('service_frequencies', {
  id: integer().primaryKey(),
  serviceFrequency: text().notNull(),
  /** The title as a number. */
  times: smallint().notNull().default(1),
})
export const durations = pgTable('durations', {
  id: integer().primaryKey(),
  duration: text().notNull(),
  minutes: integer().notNull(),
})
export const eventFrequencies = pgTable('event_frequencies', {
  id: integer().primaryKey(),
  eventFrequency: text().notNull(),
  /** The number of school weeks that the times refer to (docs/decisions/mandated-minutes.md). */
  everyWeeks: smallint().notNull().default(1),
})
export const sessionTypes = pgTable('session_types', { id: integer().primaryKey(), name: text().notNull() })

/**
 * How often and how long a student is seen. Null for what was not chosen: the form does not require any of it (spec 3,
 * section 5).
 */
export const caseloadFrequencies = pgTable(
  'caseload_frequencies',
  {
    id: id(),
    studentId: integer()
      .notNull()
      .references(() => students.id),
    serviceId: integer().references(() => services.id),
    serviceFrequencyId: integer().references(() => serviceFrequencies.id),
    durationId: integer().references(() => durations.id),
    eventFrequencyId: integer().references(() => eventFrequencies.id),
    sessionTypeId: integer().references(() => sessionTypes.id),
    deletedAt: instant(),
  },
  (t) => [index().on(t.studentId)],
)

export const trackingLabels = pgTable(
  'tracking_labels',
  {
    id: id(),
    trackingLabel: name().notNull(),
    description: text().notNull(),
    /** What the minutes of sessions count as that get the label from now on: 1 delivered, 2 absent, 3 make-up due. */
    countsAs: smallint().$type<CountsAs>().notNull().default(1),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    uniqueIndex('tracking_labels_label').on(sql`lower(${t.trackingLabel})`).where(sql`${t.deletedAt} is null`),
    check('tracking_labels_counts_as', sql`${t.countsAs} in (1, 2, 3)`),
  ],
)

export const colours = pgTable('colours', {
  id: integer().primaryKey(),
  name: text().notNull(),
  code: text().notNull(),
})

// Sessions

/** The tracking labels of a session or of a student in it, in the order in which they were chosen. */
const borneLabels = () => ({
  /** Ids of `tracking_labels`, whose rows are kept: a deleted label keeps its name here. */
  labelIds: integer().array().notNull().default([]),
  /** What each of them counts as here, whatever becomes of the label. */
  labelMeanings: smallint().array().$type<CountsAs[]>().notNull().default([]),
})

/** The values of the session form; its dates are rows of `occurrences`. */
export const scheduleEvents = pgTable(
  'schedule_events',
  {
    id: id(),
    eventName: name().notNull(),
    /** 1 Basic, 2 Advance. */
    scheduleEventMode: smallint().notNull(),
    isTimesheetRequired: boolean().notNull(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
    /** What new occurrences start with. Null if a provider created it: providers can't choose one. */
    rateTypeId: integer().references(() => rateTypes.id),
    colourCode: text().notNull(),
    fromDate: date().notNull(),
    toDate: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    recurrence: jsonb().$type<RecurrenceRule>().notNull(),
    isRecurring: boolean().notNull(),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    updatedById: integer().references(() => users.id),
    createdAt: now(),
    updatedAt: now(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    index().on(t.providerId),
    check('schedule_events_times', sql`${t.startTime} < ${t.endTime}`),
    check('schedule_events_dates', sql`${t.fromDate} <= ${t.toDate}`),
  ],
)

/** The students of a session: those a new occurrence starts with. */
export const scheduleEventStudents = pgTable(
  'schedule_event_students',
  {
    scheduleEventId: integer()
      .notNull()
      .references(() => scheduleEvents.id, { onDelete: 'cascade' }),
    caseloadFrequencyId: integer()
      .notNull()
      .references(() => caseloadFrequencies.id),
  },
  (t) => [primaryKey({ columns: [t.scheduleEventId, t.caseloadFrequencyId] })],
)

/**
 * One date of a session. Provider, school and title are repeated here: the week query reads only this table, and an
 * individually edited occurrence may differ from its session.
 */
export const occurrences = pgTable(
  'occurrences',
  {
    id: id(),
    scheduleEventId: integer()
      .notNull()
      .references(() => scheduleEvents.id),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
    title: name().notNull(),
    colourCode: text().notNull(),
    scheduleEventMode: smallint().notNull(),
    isTimesheetRequired: boolean().notNull(),
    isRecurring: boolean().notNull(),
    studentsCount: smallint().notNull().default(0),
    date: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Individually changed or deleted: a change of the whole session leaves it alone, and does not restore it. */
    isEditedAlone: boolean().notNull().default(false),
    /** The date that the session's rule gave, if the occurrence was individually moved to another. */
    movedFrom: date(),
    /** What it is priced by, whatever becomes of its session. Null: its school's only one for the service. */
    rateTypeId: integer().references(() => rateTypes.id),
    /** For a session without individual students (spec 2, section 3). */
    ...borneLabels(),
    trackingFeedback: text().notNull().default(''),
    /** When it was added to the schedule: its life begins here. */
    createdAt: now(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    index('occurrences_provider_date').on(t.providerId, t.date),
    index('occurrences_date').on(t.date),
    index('occurrences_event_date').on(t.scheduleEventId, t.date),
    index('occurrences_school_date').on(t.schoolId, t.date),
    check('occurrences_times', sql`${t.startTime} < ${t.endTime}`),
    check('occurrences_labels', sql`cardinality(${t.labelIds}) = cardinality(${t.labelMeanings})`),
  ],
)

/** A provider's change to an occurrence, pending until an administrator approves or rejects it. */
export const occurrenceEdits = pgTable('occurrence_edits', {
  occurrenceId: integer()
    .primaryKey()
    .references(() => occurrences.id, { onDelete: 'cascade' }),
  form: jsonb().$type<SessionForm>().notNull(),
  requestedById: integer()
    .notNull()
    .references(() => users.id),
  requestedAt: now(),
})

/** A row as it was before a change, by its columns' names in the database. */
export type RowBefore = Readonly<Record<string, unknown>>

/**
 * What a provider changed or deleted, with what an administrator needs to undo it; or asked for, if an administrator's
 * approval comes first.
 */
export const providerChanges = pgTable(
  'provider_changes',
  {
    id: id(),
    state: text({ enum: PROVIDER_CHANGE_STATES }).notNull(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    byId: integer()
      .notNull()
      .references(() => users.id),
    /** When it was asked for, or made at once. */
    at: instant().notNull(),
    /** What was asked for or done, in a sentence. */
    words: text().notNull(),
    /** Sessions (`schedule_events`) whose own row changed, each with its version afterward. */
    sessions: jsonb()
      .$type<
        readonly {
          readonly id: number
          readonly version: number
          readonly row: RowBefore
          readonly caseloadIds: readonly number[]
        }[]
      >()
      .notNull(),
    /** The dates, each with its version afterward; no row if the change added it. */
    occurrences: jsonb()
      .$type<
        readonly {
          readonly id: number
          readonly version: number
          readonly row: RowBefore | null
          readonly students: readonly RowBefore[]
          /** Its session's version, afterward. Missing from the first ones that were stored. */
          readonly sessionVersion?: number
        }[]
      >()
      .notNull(),
    /** The call that waits or waited, and what it is about; null for a change made at once. Parsed when read. */
    requested: jsonb(),
    /** The occurrences that the call would change or delete, as of the request. */
    requestedIds: integer().array().notNull().default([]),
    answeredAt: instant(),
    answeredById: integer().references(() => users.id),
    /** Why it was rejected; null otherwise. */
    reason: text(),
    undoneAt: instant(),
    undoneById: integer().references(() => users.id),
  },
  (t) => [index().on(t.providerId, t.at), index().on(t.state).where(sql`${t.state} = 'waiting'`)],
)

export const occurrenceStudents = pgTable(
  'occurrence_students',
  {
    id: id(),
    occurrenceId: integer()
      .notNull()
      .references(() => occurrences.id, { onDelete: 'cascade' }),
    studentId: integer()
      .notNull()
      .references(() => students.id),
    caseloadFrequencyId: integer()
      .notNull()
      .references(() => caseloadFrequencies.id),
    ...borneLabels(),
    trackingFeedback: text().notNull().default(''),
    version: version(),
  },
  (t) => [
    unique().on(t.occurrenceId, t.caseloadFrequencyId),
    index().on(t.studentId),
    // The entries with a label that means absence.
    index('occurrence_students_missed').on(t.occurrenceId, t.studentId).where(sql`${t.labelMeanings} && '{2,3}'`),
    check('occurrence_students_labels', sql`cardinality(${t.labelIds}) = cardinality(${t.labelMeanings})`),
  ],
)

/**
 * The secret addresses from which calendar apps read a provider's sessions; one at a time, and a new one replaces the
 * old. The address itself is not stored: it is signed with the server's secret.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid().primaryKey(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    createdAt: now(),
    revokedAt: instant(),
  },
  (t) => [uniqueIndex('calendar_feeds_live').on(t.providerId).where(sql`${t.revokedAt} is null`)],
)

/** A link that shows a workflow's chart with its counts to anyone who has it. */
export const chartLinks = pgTable(
  'chart_links',
  {
    id: id(),
    /** As in src/machines/catalog.ts. */
    workflow: text().notNull(),
    /** SHA-256 of the token in the address; the token itself is not stored. */
    tokenHash: text().notNull(),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    createdAt: now(),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  (t) => [uniqueIndex('chart_links_token').on(t.tokenHash), index().on(t.workflow)],
)

// Time off

/** A provider's request for hours off on one day (spec 2, section 3). */
export const ptoRequests = pgTable(
  'pto_requests',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    requestedOn: now(),
    requestedDate: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    reason: text().notNull(),
    state: text({ enum: PTO_REQUEST_STATES }).notNull().default('pending'),
    /** The first request of the span of days that this one was requested with; null for a single day. */
    spanId: integer().references((): AnyPgColumn => ptoRequests.id),
    /** In hundredths of an hour, like the balance. */
    totalHours: hours().notNull().generatedAlwaysAs(sql`round(extract(epoch from (end_time - start_time)) / 3600, 2)`),
    /**
     * The day whose payroll pays a request that was accepted after its own day was locked or exported; its line is in
     * `pay_adjustments`. Null while its own day pays it.
     */
    paidOn: date(),
    /** Whether the accepted hours were sent to accounting; meaningless until they are accepted. */
    quickBooksStatus: text({ enum: QUICK_BOOKS_STATUSES }).notNull().default('Not Sent'),
    /** Why it was rejected, or why giving it back was. */
    notes: text().notNull().default(''),
    /** Who accepted, rejected, withdrew or gave it back. */
    decidedById: integer().references(() => users.id),
    decidedAt: instant(),
    version: version(),
  },
  (t) => [
    index('pto_requests_provider_date').on(t.providerId, t.requestedDate),
    index().on(t.requestedDate),
    index().on(t.spanId),
    check('pto_requests_times', sql`${t.startTime} < ${t.endTime}`),
  ],
)

/**
 * A provider's remaining hours of time off; negative if more was accepted than available. A provider without a row has
 * none. Every change of a balance or a request locks this row first (server/areas/time-off/balances.ts).
 */
export const ptoBalances = pgTable('pto_balances', {
  providerId: integer()
    .primaryKey()
    .references(() => providers.id),
  availableHours: hours().notNull().default('0.00'),
  updatedById: integer().references(() => users.id),
  updatedAt: now(),
  version: version(),
})

/** The history of each balance: all its changes, which add up to it. Append-only. */
export const ptoBalanceEntries = pgTable(
  'pto_balance_entries',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    /**
     * upload: an administrator's sheet set the balance. acceptance: an accepted request deducted its hours. return: a
     * request that was given back returned them. payOut and writeOff: an administrator settled the balance of someone who
     * has left.
     */
    kind: text({ enum: ['upload', 'acceptance', 'return', 'payOut', 'writeOff'] }).notNull(),
    /** Hours added; negative for a deduction. */
    change: hours().notNull(),
    balanceAfter: hours().notNull(),
    /** The request that was accepted or returned; each happens once per request. */
    ptoRequestId: integer().references(() => ptoRequests.id),
    /** The name of the uploaded file, or why the balance was settled. */
    source: text().notNull().default(''),
    byId: integer()
      .notNull()
      .references(() => users.id),
    at: now(),
  },
  (t) => [
    index('pto_balance_entries_provider').on(t.providerId, t.id),
    // Uploads have no request, and an upload has thousands of entries.
    uniqueIndex('pto_balance_entries_request_once')
      .on(t.ptoRequestId, t.kind)
      .where(sql`${t.ptoRequestId} is not null`),
    check(
      'pto_balance_entries_request',
      sql`(${t.kind} in ('acceptance', 'return')) = (${t.ptoRequestId} is not null)`,
    ),
  ],
)

// Hours and approval

/**
 * A provider's day: the lifecycle that approval works on (DESIGN, section 2). A day without a row is open. Hours and
 * sessions of an approved or locked day are read-only for everyone.
 */
export const providerDays = pgTable(
  'provider_days',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    state: text({
      enum: ['open', 'confirmed', 'rejected', 'approved', 'reopened', 'locked', 'correcting', 'corrected'],
    }).notNull(),
    /** 0 pending, 1 approved, 2 rejected, as on the wire. */
    approvalStatus: smallint().notNull().default(0),
    decidedById: integer().references(() => users.id),
    decidedAt: instant(),
    /** Why the day was rejected or reopened; null in any other state. */
    reason: text(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.date] }), index().on(t.date)],
)

/** A note by a provider, or an administrator for them, on a day as a whole (spec 2, section 3). */
export const dayNotes = pgTable(
  'day_notes',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    dayNote: text().notNull(),
    updatedById: integer()
      .notNull()
      .references(() => users.id),
    updatedAt: now(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.date] })],
)

/** Why the provider's hours at a school on a day are as they are, for the administrator who approves them. Hours can be explained before they are stored. */
export const hoursExplanations = pgTable(
  'hours_explanations',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    date: date().notNull(),
    explanation: text().notNull(),
    updatedById: integer()
      .notNull()
      .references(() => users.id),
    updatedAt: now(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.schoolId, t.date] })],
)

/** Hours of a provider at a school on a day; stored once they differ from the sessions' times, or are confirmed. */
export const timesheets = pgTable(
  'timesheets',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    date: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    isZeroHours: boolean().notNull().default(false),
    serviceId: integer().references(() => services.id),
    confirmedAt: instant(),
    confirmedById: integer().references(() => users.id),
    updatedById: integer().references(() => users.id),
    version: version(),
  },
  (t) => [
    unique('timesheets_provider_school_date').on(t.providerId, t.schoolId, t.date),
    index().on(t.date),
    foreignKey({ columns: [t.providerId, t.date], foreignColumns: [providerDays.providerId, providerDays.date] }),
    check('timesheets_times', sql`${t.isZeroHours} OR ${t.startTime} < ${t.endTime}`),
  ],
)

// Billing

/**
 * Every locking of a billing period, for all schools (spec 2, section 2.10). Unlocking keeps the row. An exclusion
 * constraint, lock_outs_apart, refuses two locked periods that overlap.
 */
export const lockOuts = pgTable(
  'lock_outs',
  {
    id: id(),
    startDate: date().notNull(),
    /** Inclusive. */
    endDate: date().notNull(),
    isForced: boolean().notNull(),
    /** It was locked before minutes were added up: each of its timesheet rows stays rounded by itself. */
    roundsEachRow: boolean().notNull().default(false),
    /** What it left out of billing and payroll, as it was then. */
    leftOut: jsonb().$type<LeftOut>().notNull(),
    lockedById: integer()
      .notNull()
      .references(() => users.id),
    lockedAt: now(),
    unlockedById: integer().references(() => users.id),
    unlockedAt: instant(),
    unlockReason: text(),
  },
  (t) => [
    index().on(t.startDate),
    check('lock_outs_dates', sql`${t.startDate} <= ${t.endDate}`),
    check('lock_outs_unlocked', sql`num_nulls(${t.unlockedById}, ${t.unlockedAt}, ${t.unlockReason}) in (0, 3)`),
  ],
)

/**
 * Invoices as they were issued (docs/decisions/invoices.md). What they say never changes; a newer invoice for the same
 * work supersedes an older one.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    /** 1, 2, 3 …, in order of issue. */
    number: integer().notNull().unique(),
    /** With the prefix of that day: 'INV-00042'. */
    invoiceNumber: text().notNull(),
    kind: text({ enum: INVOICE_KINDS }).notNull().default('invoice'),
    /** The invoice that a credit note takes back. */
    creditsId: integer().references((): AnyPgColumn => invoices.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    startDate: date().notNull(),
    /** Inclusive. */
    endDate: date().notNull(),
    /** Those that were chosen, in order; empty for all. */
    studentIds: integer().array().notNull(),
    serviceIds: integer().array().notNull(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    total: numeric({ precision: 14, scale: 4 }).notNull(),
    /**
     * What was owed when it was issued: the total less what had been paid on the invoices that it replaces. Less than
     * zero is the school's credit. A credit note that a new invoice goes with has nothing due.
     */
    amountDue: numeric({ precision: 14, scale: 4 }).notNull(),
    issuedOn: date().notNull(),
    dueOn: date().notNull(),
    issuedById: integer()
      .notNull()
      .references(() => users.id),
    issuedAt: instant().notNull(),
    supersededById: integer().references((): AnyPgColumn => invoices.id),
    supersededAt: instant(),
    paidOn: date(),
    paidReference: text(),
    version: version(),
  },
  (t) => [
    index().on(t.schoolId, t.startDate),
    index().on(t.startDate),
    check('invoices_dates', sql`${t.startDate} <= ${t.endDate}`),
    check('invoices_credit', sql`(${t.kind} = 'credit') = (${t.creditsId} is not null)`),
    check('invoices_superseded', sql`num_nulls(${t.supersededById}, ${t.supersededAt}) in (0, 2)`),
    check('invoices_paid', sql`num_nulls(${t.paidOn}, ${t.paidReference}) in (0, 2)`),
  ],
)

/** The sessions behind an invoice. Current invoices have none in common: no work is billed twice. */
export const invoiceSessions = pgTable(
  'invoice_sessions',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    occurrenceId: integer()
      .notNull()
      .references(() => occurrences.id),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.occurrenceId] }), index().on(t.occurrenceId)],
)

/** An invoice's files, written once: as it was issued, and again once it was replaced, which the later ones say. */
export const invoiceFiles = pgTable(
  'invoice_files',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    format: text({ enum: ['pdf', 'docx'] }).notNull(),
    isReplaced: boolean().notNull().default(false),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.format, t.isReplaced] })],
)

/** Every correction of a provider's day in a locked period (docs/decisions/corrections.md). */
export const dayCorrections = pgTable(
  'day_corrections',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    state: text({ enum: correctionStates }).notNull().default('opened'),
    reason: text().notNull(),
    openedById: integer()
      .notNull()
      .references(() => users.id),
    openedAt: instant().notNull(),
    /** Schools of the day when it was opened; they are not invoiced meanwhile. */
    schoolIds: integer().array().notNull(),
    /** The day as it was, and as it is now; the latter is null until the correction is completed. */
    before: jsonb().$type<DayFigures>().notNull(),
    after: jsonb().$type<DayFigures>(),
    /** The stored rows of the day, from which canceling restores it. */
    rowsBefore: jsonb().$type<Readonly<Record<string, readonly Record<string, unknown>[]>>>().notNull(),
    /** Whether its period's payroll keeps what was paid before it; not if that had no rate (`pay_before_corrections`). */
    keepsPay: boolean().notNull().default(true),
    /** What completing it led to. */
    outcome: jsonb().$type<CorrectionOutcome>(),
    endedById: integer().references(() => users.id),
    endedAt: instant(),
    version: version(),
  },
  (t) => [
    index().on(t.providerId, t.date),
    index().on(t.date),
    // One at a time.
    uniqueIndex('day_corrections_open').on(t.providerId, t.date).where(sql`${t.state} in ('opened', 'confirmed')`),
    check('day_corrections_ended', sql`(${t.state} in ('opened', 'confirmed')) = (${t.endedAt} is null)`),
    check('day_corrections_completed', sql`(${t.state} = 'completed') = (${t.after} is not null)`),
  ],
)

/**
 * What a day was paid when its period was locked, for days that were corrected since: the period's payroll keeps it, and
 * the difference is paid later. A day that was paid nothing has no row.
 */
export const payBeforeCorrections = pgTable(
  'pay_before_corrections',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    /** What is paid: minutes, the hundredths of an hour of a row that is rounded by itself, and sessions. */
    minutes: integer().notNull(),
    hundredths: integer(),
    sessions: integer().notNull(),
    occurrenceIds: integer().array().notNull(),
    /** Null if no rate was in force. */
    rateId: integer().references(() => providerRates.id),
    rateTypeId: integer().references(() => rateTypes.id),
    rate: numeric({ precision: 10, scale: 2 }),
  },
  (t) => [index().on(t.date, t.providerId)],
)

/** Every sending of an invoice by email. */
export const invoiceDeliveries = pgTable(
  'invoice_deliveries',
  {
    id: id(),
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    jobId: uuid().notNull(),
    recipient: text().notNull(),
    state: text({ enum: ['queued', 'sent', 'failed'] }).notNull(),
    /** Why it failed. */
    reason: text(),
    createdAt: instant().notNull(),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    endedAt: instant(),
  },
  (t) => [
    index().on(t.invoiceId, t.id),
    check('invoice_deliveries_ended', sql`(${t.state} = 'queued') = (${t.endedAt} is null)`),
  ],
)

/** Generating the invoices of all schools for a period, as a job. */
export const invoiceRuns = pgTable(
  'invoice_runs',
  {
    id: id(),
    startDate: date().notNull(),
    endDate: date().notNull(),
    state: text({ enum: ['running', 'done', 'canceled', 'failed'] }).notNull(),
    startedById: integer()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull(),
    endedAt: instant(),
    /** Why it failed. */
    reason: text(),
  },
  (t) => [
    index().on(t.startDate),
    // One at a time.
    uniqueIndex('invoice_runs_running').on(t.state).where(sql`${t.state} = 'running'`),
    check('invoice_runs_ended', sql`(${t.state} = 'running') = (${t.endedAt} is null)`),
  ],
)

export const invoiceRunSchools = pgTable(
  'invoice_run_schools',
  {
    runId: integer()
      .notNull()
      .references(() => invoiceRuns.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    outcome: text({ enum: ['waiting', 'issued', 'unchanged', 'skipped'] }).notNull(),
    /** The invoice that was issued or is unchanged. */
    invoiceId: integer().references(() => invoices.id),
    /** Why the school was skipped. */
    reason: text(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.schoolId] })],
)

// Reports

/** The details of a report that were made for a user, kept for some days (docs/decisions/report-details.md). */
export const reportDetails = pgTable(
  'report_details',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The spec's name of the details, as in their files' paths. */
    name: text().notNull(),
    title: text().notNull(),
    /** What was asked, in words. */
    filters: text().array().notNull(),
    /** The body of the request. */
    request: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The provider whose records alone they have; null for everyone's. */
    providerId: integer().references(() => providers.id),
    state: text({ enum: DETAIL_STATES }).notNull(),
    /** Percent. */
    progress: smallint().notNull().default(0),
    /** Why they could not be made. */
    reason: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index().on(t.userId, t.createdAt),
    index().on(t.createdAt),
    check('report_details_ended', sql`(${t.state} in ('waiting', 'running')) = (${t.endedAt} is null)`),
  ],
)

export const reportDetailFiles = pgTable(
  'report_detail_files',
  {
    detailsId: uuid()
      .notNull()
      .references(() => reportDetails.id, { onDelete: 'cascade' }),
    format: text({ enum: ['pdf', 'xlsx', 'docx'] }).notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.detailsId, t.format] })],
)

/** Reports that a user has saved under a name, some of them sent by email regularly. */
export const savedReports = pgTable(
  'saved_reports',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The name in the report's definition. */
    report: text().notNull(),
    name: name().notNull(),
    /** The query of its address: filters and order. */
    address: text().notNull(),
    schedule: text({ enum: REPORT_SCHEDULES }).notNull(),
    format: text({ enum: MAILED_FORMATS }).notNull(),
    /** Since when it has been sent like this. */
    scheduledAt: now(),
    /** The day for which it was last sent. */
    lastSentOn: date(),
    /** Why it is no longer sent; null if it is, or was never. */
    stopped: text(),
    createdAt: now(),
    version: version(),
  },
  (t) => [uniqueIndex('saved_reports_name').on(t.userId, t.name), index().on(t.schedule, t.lastSentOn)],
)

/** Every export of a period's payroll, as it was: a later one says what has changed since. */
export const payrollExports = pgTable(
  'payroll_exports',
  {
    id: id(),
    startDate: date().notNull(),
    /** Inclusive. */
    endDate: date().notNull(),
    /** The lines of the file. */
    lines: jsonb().$type<readonly Record<string, string>[]>().notNull(),
    exportedById: integer()
      .notNull()
      .references(() => users.id),
    exportedAt: instant().notNull(),
  },
  (t) => [
    index().on(t.startDate, t.endDate, t.id),
    check('payroll_exports_dates', sql`${t.startDate} <= ${t.endDate}`),
  ],
)

/**
 * Pay for a day that was locked or exported already, as a line of its own on a later day (docs/decisions/late-pay.md).
 * Append-only, except that unlocking the day voids its lines.
 */
export const payAdjustments = pgTable(
  'pay_adjustments',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    kind: text({ enum: PAY_ADJUSTMENT_KINDS }).notNull(),
    /** The day that it is for. */
    workDate: date().notNull(),
    /** The day whose payroll pays it. */
    paidOn: date().notNull(),
    /** The time off that is paid late. */
    ptoRequestId: integer().references(() => ptoRequests.id),
    /** The rate that was in force on the day of work, as it was then; these three null if none was. */
    rateId: integer().references(() => providerRates.id),
    rateTypeId: integer().references(() => rateTypes.id),
    rate: numeric({ precision: 10, scale: 2 }),
    /** Negative if too much was paid, like the quantity and the amount. */
    minutes: integer().notNull(),
    /** What the rate multiplies: hours, sessions or days. */
    quantity: numeric().notNull(),
    /** Rounded to the organization's currency. */
    amount: numeric({ precision: 14, scale: 3 }).notNull(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    /** When the day of work was unlocked, which pays it itself again. */
    voidedAt: instant(),
    voidedById: integer().references(() => users.id),
  },
  (t) => [
    index().on(t.paidOn),
    index().on(t.workDate),
    index().on(t.ptoRequestId),
    check('pay_adjustments_later', sql`${t.paidOn} > ${t.workDate}`),
    check('pay_adjustments_rate', sql`num_nulls(${t.rateId}, ${t.rateTypeId}, ${t.rate}) in (0, 3)`),
    check('pay_adjustments_voided', sql`num_nulls(${t.voidedAt}, ${t.voidedById}) in (0, 2)`),
    check(
      'pay_adjustments_request',
      sql`(${t.kind} in ('timeOffAccepted', 'timeOffGivenBack')) = (${t.ptoRequestId} is not null)`,
    ),
  ],
)

// Hand-overs

/** A provider's work that was handed over to colleagues in one step (docs/decisions/handing-over.md). */
export const handOvers = pgTable(
  'hand_overs',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    fromDate: date().notNull(),
    at: instant().notNull(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    state: text({ enum: ['moved', 'partlyUndone', 'undone'] })
      .notNull()
      .default('moved'),
    /** When it was last undone, if ever. */
    undoneAt: instant(),
    undoneById: integer().references(() => users.id),
    version: version(),
  },
  (t) => [index().on(t.providerId, t.at)],
)

/** Each session or student that went to a colleague. */
export const handOverItems = pgTable(
  'hand_over_items',
  {
    id: id(),
    handOverId: integer()
      .notNull()
      .references(() => handOvers.id),
    toProviderId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    scheduleEventId: integer().references(() => scheduleEvents.id),
    studentId: integer().references(() => students.id),
    /** As it was called then. */
    name: name().notNull(),
    /** The session's version after the hand-over; null for a student. Another one means that it was changed since. */
    sessionVersion: integer(),
    /** Whether the session itself moved: one that is someone else's may have dates that were the provider's. */
    isSessionMoved: boolean().notNull().default(false),
    /** Those that moved, each with its version then; without those that went back. */
    occurrences: jsonb().$type<readonly (readonly [id: number, version: number])[]>().notNull(),
    /** How many moved. */
    sessionsCount: integer().notNull().default(0),
    /** The day on which a student goes to the colleague; null once they have, for sessions, and if nothing is to move anymore. */
    movesOn: date(),
    isUndone: boolean().notNull().default(false),
    /** What did not move or go back, and why. */
    stayed: jsonb().$type<readonly { why: StayReason; dates: string[] }[]>().notNull().default([]),
  },
  (t) => [
    index().on(t.handOverId),
    index('hand_over_items_coming').on(t.studentId).where(sql`${t.movesOn} is not null`),
    check('hand_over_items_one', sql`num_nonnulls(${t.scheduleEventId}, ${t.studentId}) = 1`),
  ],
)

// Notifications

/**
 * An event to notify people of, written in the transaction in which it happened. It goes to everyone with a role or to
 * one user.
 */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: id(),
    /** Its definition's name; '' for those written before they had one. */
    kind: text().notNull().default(''),
    /** The recipient's list of categories: administrators' (ADM) or everyone else's (PRV). */
    audience: text({ enum: NOTIFICATION_AUDIENCES }).notNull(),
    categoryId: integer().notNull(),
    recipientRoleId: integer().references(() => roles.id),
    recipientUserId: integer().references(() => users.id),
    recipientProviderId: integer().references(() => providers.id),
    message: text().notNull(),
    /** What email says: without names of students and free text. '' for those written before email did. */
    mailMessage: text().notNull().default(''),
    /** The address of the page that shows what it is about. */
    href: text().notNull().default('/'),
    /** What it is about: the machine's id of a lifecycle, and the record. */
    subject: text().notNull(),
    subjectId: integer().notNull(),
    /** The record as the transition log names it, which is not always an id: `providerId/date` for a provider's day. */
    entity: text().notNull(),
    causedById: integer().references(() => users.id),
    createdAt: now(),
  },
  (t) => [
    index().on(t.subject, t.entity),
    check(
      'notification_events_recipient',
      sql`num_nonnulls(${t.recipientRoleId}, ${t.recipientUserId}, ${t.recipientProviderId}) = 1`,
    ),
  ],
)

/** An event in a user's list. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => notificationEvents.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The event's category. */
    categoryId: integer().notNull(),
    readAt: instant(),
    /** How it still has to be sent by email; null once it was, or if it never is. */
    mail: text({ enum: SENT_CHOICES }),
  },
  (t) => [
    uniqueIndex('notifications_recipient').on(t.eventId, t.userId),
    index().on(t.userId, t.categoryId, t.id),
    index('notifications_unread').on(t.userId, t.categoryId).where(sql`${t.readAt} is null`),
    index('notifications_to_mail').on(t.userId).where(sql`${t.mail} is not null and ${t.readAt} is null`),
  ],
)

/** How users get the notifications of a category by email; without a row, as src/domain/notifications.ts says. */
export const notificationMailChoices = pgTable(
  'notification_mail_choices',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    categoryId: integer().notNull(),
    mail: text({ enum: MAIL_CHOICES }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.categoryId] })],
)

/** The days on which providers were reminded of hours that they have not confirmed. */
export const hourReminders = pgTable(
  'hour_reminders',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    sentOn: date().notNull(),
    /** The earliest day that was not confirmed. */
    since: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.sentOn] })],
)

/** Answers and decisions that a user has dismissed on the Home Page: all of that kind until then. */
export const dismissedNews = pgTable(
  'dismissed_news',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    key: text({ enum: NEWS_KEYS }).notNull(),
    until: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)

// Logs

/**
 * Every move of a stored lifecycle: who, when, from which state, by which event, to which state. Append-only: a trigger
 * refuses anything else.
 */
export const transitionLog = pgTable(
  'transition_log',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: now(),
    userId: integer().references(() => users.id),
    /** The machine's id, as in src/machines. */
    machine: text().notNull(),
    /** The record: `providerId/date` for a provider's day, else the row's id. */
    entity: text().notNull(),
    fromState: text().notNull(),
    event: text().notNull(),
    toState: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [index().on(t.machine, t.entity, t.id), index().on(t.machine, t.at)],
)

/**
 * Every change of what people may open: a screen given to a role or taken from it, a user's role, and whether a user may
 * sign in. Append-only: a trigger refuses anything else.
 */
export const accessChanges = pgTable(
  'access_changes',
  {
    id: id(),
    at: now(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ACCESS_CHANGE_KINDS }).notNull(),
    /** The role, for kind screen. */
    roleId: integer().references(() => roles.id),
    permissionId: integer().references(() => permissions.id),
    /** The user, for the other kinds. */
    userId: integer().references(() => users.id),
    /** As people read it: the role's name, or whether there is access. */
    before: text().notNull(),
    after: text().notNull(),
  },
  (t) => [
    index().on(t.at),
    check(
      'access_changes_subject',
      sql`(${t.kind} = 'screen') = (${t.roleId} is not null)
      and (${t.kind} = 'screen') = (${t.permissionId} is not null)
      and (${t.kind} = 'screen') = (${t.userId} is null)`,
    ),
  ],
)

/** Who read which part of a student's page, or their sessions in a report, and when. Append-only: a trigger refuses anything else. */
export const studentReadings = pgTable(
  'student_readings',
  {
    id: id(),
    at: now(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    studentId: integer()
      .notNull()
      .references(() => students.id),
    part: text({ enum: ['student', 'minutes', 'sessions'] }).notNull(),
  },
  (t) => [index().on(t.studentId, t.at), index().on(t.userId, t.at)],
)

/**
 * What changed, for the pages that show it: which kind of record and whose, never what it says. Triggers write it, so that
 * no handler can forget (docs/decisions/live-changes.md). Kept for an hour (server/jobs/clean-up.ts).
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The transaction that changed it. */
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    /** As in src/contract/live.ts. */
    topic: text().notNull(),
    /** Without references: a record may be gone when its change is read. */
    providerId: integer(),
    userId: integer(),
    /** This and the next: the days that changed, both inclusive, for records that have one. */
    fromDate: date(),
    toDate: date(),
    createdAt: now(),
  },
  (t) => [index().on(t.xid)],
)

/**
 * A write that named itself with a key, so that its repeat gets the first reply instead of a second write. The row
 * commits with the write. Kept for a day (server/jobs/clean-up.ts).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Null for a call without a signed-in user. */
    userId: integer().references(() => users.id),
    /** A hash: the key itself decrypts the reply. */
    keyHash: text().notNull(),
    /** What was asked, hashed with the key. */
    fingerprint: text().notNull(),
    /** Encrypted with the key. Null only inside the transaction that writes. */
    reply: text(),
    createdAt: instant().notNull(),
  },
  (t) => [unique('idempotency_keys_key').on(t.userId, t.keyHash).nullsNotDistinct(), index().on(t.createdAt)],
)
