import { FeedAddresses } from './areas/calendar-feed/feed-addresses.ts'
import { DEFAULT_FEED_LIMITS, type FeedLimits, FeedReadings } from './areas/calendar-feed/feed-limits.ts'
import { AccessTokens } from './areas/login/access-tokens.ts'
import { authenticateBy } from './areas/login/authenticate.ts'
import { type SessionSettings, Sessions } from './areas/login/sessions.ts'
import { SignInCounter, type SignInLimits } from './areas/login/sign-in-limits.ts'
import type { Database } from './db/database.ts'
import { type AppOptions, createApp } from './http/app.ts'
import { createHandlers } from './http/handlers.ts'

export interface ComposeOptions
  extends Pick<
    AppOptions,
    | 'log'
    | 'clock'
    | 'clientFolder'
    | 'allowedOrigins'
    | 'apiBase'
    | 'bodyLimit'
    | 'proxies'
    | 'checkReplies'
    | 'version'
  > {
  readonly database: Database
  /** The organization's IANA zone. */
  readonly timeZone: string
  readonly tokenSecret: string
  readonly tokenSeconds: number
  readonly sessionSettings: SessionSettings
  readonly signInLimits: SignInLimits
  readonly feedLimits?: FeedLimits
}

/** Builds the server on an open database; the only place where its parts are wired together. */
export function composeApp(options: ComposeOptions) {
  const { database, timeZone, version } = options
  const tokens = new AccessTokens(options.tokenSecret, options.tokenSeconds)
  const sessions = new Sessions(database.db, options.sessionSettings)
  const signIns = new SignInCounter(options.signInLimits)
  const isDatabaseUp = async () => (await database.health()).healthy
  return createApp({
    ...options,
    handlers: createHandlers(
      { engine: database.engine, version, isDatabaseUp },
      { tokens, sessions, signIns },
      {
        addresses: new FeedAddresses(options.tokenSecret),
        readings: new FeedReadings(options.feedLimits ?? DEFAULT_FEED_LIMITS),
      },
    ),
    services: { db: database.db, timeZone },
    authenticate: authenticateBy(tokens, sessions),
  })
}
