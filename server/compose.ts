import { api } from '#contract/api.ts'
import type { RoleName } from '#domain/roles.ts'
import { DEFAULT_CHART_LIMITS } from '#server/areas/workflows/chart-link-handlers.ts'
import { FeedAddresses } from './areas/calendar-feed/feed-addresses.ts'
import { DEFAULT_FEED_LIMITS, type FeedLimits, FeedReadings } from './areas/calendar-feed/feed-limits.ts'
import type { DocumentParts } from './areas/documents/document-parts.ts'
import type { HandlerParts } from './areas/handler-parts.ts'
import { LiveStreams } from './areas/live/live-streams.ts'
import { AccessTokens } from './areas/login/access-tokens.ts'
import { authenticateBy } from './areas/login/authenticate.ts'
import { Factors } from './areas/login/factors.ts'
import { DEFAULT_CODE_LIMITS, GuessLimits, type SignInLimits } from './areas/login/guessing.ts'
import { IdentityProvider, type IdentityProviderSettings } from './areas/login/identity-provider.ts'
import { KnownDevices } from './areas/login/known-devices.ts'
import { DEFAULT_PASSWORD_LIMITS, PasswordCounter, type PasswordLimits } from './areas/login/password-limits.ts'
import { RefreshCredentials } from './areas/login/refresh-credentials.ts'
import { type SessionSettings, Sessions } from './areas/login/sessions.ts'
import { type SsnKeys, SsnVault } from './areas/providers/ssn-vault.ts'
import type { Database } from './db/database.ts'
import { clamdScanner, type ScannerAddress } from './documents/check/virus-scanner.ts'
import { LetterMaker } from './documents/letter/letter-maker.ts'
import { createHandlers } from './handlers.ts'
import { type AppOptions, createApp } from './http/app.ts'
import type { Contract, ContractHandlers } from './http/handler.ts'
import { demoMessages } from './mail/demo-messages.ts'
import type { Mail } from './mail/mail.ts'
import { Signer } from './signer.ts'
import { type StoreSettings, Stores } from './storage/stores.ts'

/** Where documents are kept, and what they must be. */
export interface DocumentSettings extends StoreSettings {
  /** Where files are written while they arrive. */
  readonly spoolFolder: string
  /** The maximum size of a document in bytes. */
  readonly maxBytes: number
  /** Undefined without a virus scanner. */
  readonly scanner: ScannerAddress | undefined
  /** The path of soffice, which makes the PDFs of letters; undefined if we do. */
  readonly libreOffice?: string | undefined
}

export interface ComposeOptions
  extends Pick<
    AppOptions<Contract>,
    | 'log'
    | 'clock'
    | 'clientFolder'
    | 'allowedOrigins'
    | 'apiBase'
    | 'bodyLimit'
    | 'bodyWaits'
    | 'proxies'
    | 'publicUrl'
    | 'checkReplies'
    | 'version'
  > {
  readonly database: Database
  readonly documents: DocumentSettings
  /** Those that the server's jobs have, too; its own by default. */
  readonly documentParts?: DocumentParts
  /** The organization's IANA zone. */
  readonly timeZone: string
  readonly tokenSecret: string
  readonly tokenSeconds: number
  readonly sessionSettings: SessionSettings
  readonly signInLimits: SignInLimits
  /** Wrong codes after a right password. */
  readonly codeLimits?: SignInLimits
  /** The roles whose users must have a second factor; none by default. */
  readonly factorRoles?: readonly RoleName[]
  /** Undefined if users sign in with passwords only. */
  readonly identityProvider?: IdentityProviderSettings | undefined
  /** The newest first; undefined if the server stores no Social Security numbers. */
  readonly ssnKeys?: SsnKeys | undefined
  readonly passwordLimits?: PasswordLimits
  readonly feedLimits?: FeedLimits
  readonly chartLimits?: FeedLimits
  /** Origins of pages that may frame a workflow's chart; none by default. */
  readonly embedOrigins?: readonly string[]
  /** Undefined if the server sends no email. */
  readonly mail?: Mail | undefined
  /** Aborted when the server stops: streams end. */
  readonly stopping?: AbortSignal
  /** Shows every message to everyone: for the demo, which sends none. */
  readonly showsMail?: boolean
}

/** What works on documents: the handlers, and the jobs of a server. */
export const partsOfDocuments = ({ db }: Database, documents: DocumentSettings): DocumentParts => ({
  stores: new Stores(db, documents),
  scan: documents.scanner && clamdScanner(documents.scanner),
  maxBytes: documents.maxBytes,
  letters: new LetterMaker(documents.libreOffice),
  spoolFolder: documents.spoolFolder,
})

/** A contract with its handlers. */
export interface ServedContract<Routes extends Contract> {
  readonly api: Routes
  readonly handlers: ContractHandlers<Routes>
}

/**
 * Builds a server on an open database; the only place where its parts are wired together.
 *
 * @param serve the endpoints to serve, sign-in among them
 */
export function composeServer<Routes extends Contract>(
  options: ComposeOptions,
  serve: (parts: HandlerParts) => ServedContract<Routes>,
) {
  const {
    database,
    documents,
    documentParts = partsOfDocuments(database, documents),
    timeZone,
    version,
    mail,
    showsMail = false,
    identityProvider,
  } = options
  const tokens = new AccessTokens(options.tokenSecret, options.tokenSeconds)
  const credentials = new RefreshCredentials(options.tokenSecret)
  const sessions = new Sessions(database.db, options.sessionSettings, options.factorRoles)
  const { clock, log, stopping } = options
  const live = new LiveStreams({ database, sessions, clock, log, stopping })
  const devices = new KnownDevices(options.tokenSecret)
  const guesses = new GuessLimits(database.db, options.signInLimits)
  const codeGuesses = new GuessLimits(database.db, options.codeLimits ?? DEFAULT_CODE_LIMITS)
  const factors = new Factors(options.tokenSecret)
  const passwordTries = new PasswordCounter(options.passwordLimits ?? DEFAULT_PASSWORD_LIMITS)
  return createApp({
    ...options,
    spool: { folder: documents.spoolFolder, maxBytes: documents.maxBytes },
    ...serve({
      facts: { engine: database.engine, version, health: database.health },
      live,
      auth: { tokens, sessions, credentials, devices, guesses, codeGuesses, passwordTries, factors, mail },
      feeds: {
        addresses: new FeedAddresses(options.tokenSecret),
        readings: new FeedReadings(options.feedLimits ?? DEFAULT_FEED_LIMITS),
      },
      charts: {
        readings: new FeedReadings(options.chartLimits ?? DEFAULT_CHART_LIMITS),
        frameOrigins: options.embedOrigins ?? [],
      },
      identityProvider: {
        provider: identityProvider && new IdentityProvider(identityProvider),
        secret: options.tokenSecret,
        pageOrigins: options.allowedOrigins,
      },
      ssnVault: options.ssnKeys && new SsnVault(options.ssnKeys),
      signer: new Signer(options.tokenSecret),
      documents: documentParts,
    }),
    signInProvider: identityProvider?.name,
    services: { db: database.db, timeZone },
    authenticate: authenticateBy(tokens, sessions),
    demoMessages: mail && showsMail ? () => demoMessages(database.db, mail, timeZone) : undefined,
  })
}

/** The portal's server. */
export const composeApp = (options: ComposeOptions) =>
  composeServer(options, (parts) => ({ api, handlers: createHandlers(parts) }))
