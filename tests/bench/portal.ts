/** The portal as in production, for a benchmark's server process, over a database with the demo district's people. */
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { DEFAULT_SIGN_IN_LIMITS } from '#server/areas/login/guessing.ts'
import { DEFAULT_SESSION_SETTINGS, Sessions } from '#server/areas/login/sessions.ts'
import { type ComposeOptions, composeApp } from '#server/compose.ts'
import type { Database } from '#server/db/database.ts'
import { listen } from '#server/http/listen.ts'
import { createLog } from '#server/log.ts'
import { testDocuments } from '#tests/support/server/documents.ts'

export const TIME_ZONE = 'America/New_York'

/** The first administrator of the demo district. */
const ADMINISTRATOR = 1
export const SECRET = 'a secret for benchmarks that is long enough'
const HOUR = 3600

/** The log goes to standard output, as in production. */
export const startPortal = async (
  database: Database,
  more: Partial<ComposeOptions> = {},
): Promise<{ port: number; token: string }> => {
  const portal = await listen(0, '127.0.0.1')
  portal.open(
    composeApp({
      database,
      timeZone: TIME_ZONE,
      tokenSecret: SECRET,
      tokenSeconds: HOUR,
      sessionSettings: DEFAULT_SESSION_SETTINGS,
      signInLimits: DEFAULT_SIGN_IN_LIMITS,
      feedLimits: { perFeed: 1_000_000, missesPerAddress: 1_000_000 },
      clientFolder: undefined,
      apiBase: undefined,
      allowedOrigins: [],
      bodyLimit: 1024 * 1024,
      documents: testDocuments(),
      proxies: 0,
      checkReplies: false,
      version: 'bench',
      log: createLog('info'),
      clock: () => new Date(),
      ...more,
    }),
  )
  const now = more.clock?.() ?? new Date()
  const signIn = { userId: ADMINISTRATOR, isRememberMe: false, address: '127.0.0.1', userAgent: undefined }
  const session = await new Sessions(database.db).start(signIn, now)
  const token = await new AccessTokens(SECRET, HOUR).issue(ADMINISTRATOR, session, now)
  return { port: Number(new URL(portal.url).port), token }
}
