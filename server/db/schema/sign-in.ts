import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant, name, now } from './columns.ts'
import { users } from './users.ts'

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
