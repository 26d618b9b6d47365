/** Starts and stops the server: with `--demo` for `npm start`, without it for production (`npm run serve`). */
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import packageFile from '../package.json' with { type: 'json' }
import { DEFAULT_SIGN_IN_LIMITS } from './areas/login/guessing.ts'
import { DEFAULT_SESSION_SETTINGS } from './areas/login/sessions.ts'
import { type SsnKeys, SsnVault } from './areas/providers/ssn-vault.ts'
import { startBackground } from './background.ts'
import { composeApp, partsOfDocuments } from './compose.ts'
import { readSettings, type Settings } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { type Listening, listen } from './http/listen.ts'
import type { Working } from './jobs/background.ts'
import { createLog } from './log.ts'
import { Mail } from './mail/mail.ts'
import { MailLinks } from './mail/mail-links.ts'
import { folderPost, smtpPost } from './mail/post.ts'
import { prepareDatabase } from './prepare.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './seed/demo-accounts.ts'
import { Signer } from './signer.ts'
import { reasonOf } from './start-failure.ts'
import { keptSecret } from './token-secret.ts'

/** How long requests in flight and background work may take to finish when the server stops, in milliseconds. */
const GRACE = 10_000

/** The sender of the messages that the demo shows. */
const DEMO_SENDER = { name: 'Homeroom', address: 'no-reply@homeroom.example' }

/** What ends when the server stops. */
interface Running {
  readonly listening: Listening
  readonly database: Database
  readonly background: Working
  readonly log: Logger
  readonly stopping: AbortController
}

const say = (text: string) => process.stdout.write(`${text}\n`)

/** The built client is next to the built server, or in dist/ when run from source. */
const clientFolder = (): string | undefined =>
  ['../client/', '../dist/client/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(`${folder}index.html`))

const secretOf = ({ tokenSecret, database }: Settings): string =>
  tokenSecret ?? ('folder' in database ? keptSecret(resolve(database.folder)) : randomBytes(32).toString('hex'))

function welcome(url: string, { database }: Settings): string {
  const accounts = DEMO_ACCOUNTS.map(({ email, role, about }) => `  ${email.padEnd(26)} ${role.padEnd(15)} ${about}`)
  const place = 'folder' in database ? `its data is in ${resolve(database.folder)}; delete it to start over` : ''
  return [
    '',
    `Homeroom is running at ${url}`,
    '',
    `  Demo accounts, each with the password "${DEMO_PASSWORD}":`,
    ...accounts,
    '',
    `  Ctrl+C stops it${place && `; ${place}`}.`,
    '',
  ].join('\n')
}

/** What sends email: to the mail server; in the demo, to files in its data folder. */
function mailOf({ mode, mail, database }: Settings, secret: string): Mail | undefined {
  if (mail) return new Mail({ secret, from: mail.from, post: smtpPost(mail.url) })
  if (mode !== 'demo' || !('folder' in database)) return undefined
  return new Mail({ secret, from: DEMO_SENDER, post: folderPost(resolve(database.folder, 'mail')) })
}

async function stop({ listening, database, background, log, stopping }: Running): Promise<void> {
  stopping.abort()
  const [isAnswered] = await Promise.all([listening.stop(GRACE), background.stop(GRACE)])
  if (!isAnswered) log.warn('requests in flight were cut off')
  await database.close()
  log.info('stopped')
}

/** Shuts down gracefully on SIGTERM and SIGINT; a second signal exits at once. */
function stopOnSignals(stopAll: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      stopAll().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`homeroom: ${reasonOf(error, {})}\n`)
          process.exit(1)
        },
      )
    })
  }
}

/** The demo needs no settings: its key lasts as long as its data. */
const demoSsnKeys = (tokenSecret: string): SsnKeys => [
  { id: 'demo', key: createHmac('sha256', tokenSecret).update('homeroom/ssn').digest() },
]

/** Everything between opening the port and the first reply. */
async function open(settings: Settings, listening: Listening, log: Logger): Promise<Running> {
  const report = (error: Error) => log.error({ err: error }, 'database')
  const database = await openDatabase(settings.database, { report, connections: settings.connections })
  try {
    const { timeZone, isWithoutUsers } = await prepareDatabase(database.db, settings, new Date(), say)
    const clock = () => new Date()
    const tokenSecret = secretOf(settings)
    const mail = mailOf(settings, tokenSecret)
    const ssnKeys = settings.ssnKeys ?? (settings.mode === 'demo' ? demoSsnKeys(tokenSecret) : undefined)
    const stopping = new AbortController()
    const documentParts = partsOfDocuments(database, settings.documents)
    const app = composeApp({
      ...settings,
      documentParts,
      stopping: stopping.signal,
      mail,
      showsMail: settings.mode === 'demo' && settings.mail === undefined,
      database,
      timeZone,
      log,
      tokenSecret,
      ssnKeys,
      sessionSettings: DEFAULT_SESSION_SETTINGS,
      signInLimits: DEFAULT_SIGN_IN_LIMITS,
      clientFolder: clientFolder(),
      checkReplies: false,
      version: packageFile.version,
      clock,
    })
    listening.open(app)
    const origin = settings.publicUrl ?? listening.url
    const links = mail && new MailLinks(origin, new Signer(tokenSecret))
    const background = startBackground(
      {
        ...{ db: database.db, clock, mail, links, log },
        documents: documentParts,
        ssnVault: ssnKeys && new SsnVault(ssnKeys),
        isAlone: database.engine === 'embedded',
      },
      log,
    )
    if (isWithoutUsers) log.warn('no user can sign in yet: start once with ADMIN_EMAIL and ADMIN_PASSWORD')
    if (!settings.documents.target) log.warn('documents cannot be uploaded: set DOCUMENTS_FOLDER or S3_ENDPOINT')
    if (!mail) log.warn('no email is sent, also no invitations and no recovery links: set SMTP_URL and MAIL_FROM')
    log.info({ engine: database.engine, timeZone }, 'started')
    return { listening, database, background, log, stopping }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * An uncaught error leaves the process in an unknown state: exit, since a restart recovers every acknowledged write.
 */
function endOnMishap(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'ended by an uncaught error')
    process.exit(1)
  })
}

async function start(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel)
  endOnMishap(log)
  const listening = await listen(settings.port, settings.host)
  const running = await open(settings, listening, log)
  stopOnSignals(() => stop(running))
  say(settings.mode === 'demo' ? welcome(listening.url, settings) : `Homeroom is running at ${listening.url}`)
}

let settings: Partial<Settings> = {}
try {
  const parsed = readSettings(process.argv.slice(2), process.env)
  settings = parsed
  await start(parsed)
} catch (error) {
  process.stderr.write(`homeroom: ${reasonOf(error, settings)}\n`)
  process.exit(1)
}
