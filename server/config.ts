/**
 * The server's settings, from the environment and from flags (`--data-folder x` is DATA_FOLDER=x); flags win. They are
 * parsed once at startup: a bad one ends it with one line that says what is expected.
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { MIN_PASSWORD } from '#domain/passwords.ts'
import { roleNameSchema } from '#domain/role-schema.ts'
import type { RoleName } from '#domain/roles.ts'
import { type IdentityProviderSettings, nameOfIssuer } from './areas/login/identity-provider.ts'
import type { SsnKeys } from './areas/providers/ssn-vault.ts'
import type { DocumentSettings } from './compose.ts'
import type { DatabaseSettings } from './db/database.ts'
import type { ScannerAddress } from './documents/check/virus-scanner.ts'
import type { MailAddress } from './mail/post.ts'

/** A setting is missing or wrong; the message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isOrigin(text: string): boolean {
  try {
    const { origin, protocol, host } = new URL(text)
    // URL accepts '*' and ';' in a host, which mean something else in a security policy.
    return origin === text && /^https?:$/.test(protocol) && /^[\w.:[\]-]+$/.test(host)
  } catch {
    return false
  }
}

const origin = z.string().refine(isOrigin, 'must be scheme, host and port, such as https://portal.example')

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter(Boolean))

const origins = list.pipe(z.array(origin))

const ssnKeys = list.transform((texts, context): SsnKeys => {
  const keys = texts.flatMap((text) => {
    const [, id, key] = /^([\w-]{1,40}):([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
    return id !== undefined && key !== undefined ? [{ id, key: Buffer.from(key, 'base64') }] : []
  })
  const [newest, ...others] = keys
  if (newest && keys.length === texts.length && new Set(keys.map(({ id }) => id)).size === keys.length) {
    return [newest, ...others]
  }
  context.addIssue({ code: 'custom', message: 'must be like 2026:KEY, with 32 random bytes as base64 in place of KEY' })
  return z.NEVER
})

const roleNames = list.pipe(z.array(roleNameSchema))

function isSmtp(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text)
    return /^smtps?:$/.test(protocol) && hostname !== ''
  } catch {
    return false
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Tokens and the secret travel between it and us, so it must be encrypted; on your own machine it need not be. */
function isIssuer(text: string): boolean {
  try {
    const { protocol, hostname, search, hash, username } = new URL(text)
    const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
    return isSafe && search + hash + username === ''
  } catch {
    return false
  }
}

/** An email address, alone or as `Name <address>`. */
const mailAddress = z
  .string()
  .regex(/^[^\p{Cc}]*$/u)
  .transform((text) => {
    const [, name = '', address = text.trim()] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
    return { name, address }
  })
  .refine(
    ({ address }) => z.email().safeParse(address).success,
    'must be an address such as Homeroom <mail@portal.example>',
  )

/** The address of a bucket: its name is the path, or part of the host. */
function isBucket(text: string): boolean {
  try {
    const { protocol, search, hash, username } = new URL(text)
    return /^https?:$/.test(protocol) && search + hash + username === ''
  } catch {
    return false
  }
}

/** `tcp://host:3310` or the path of a socket. */
const scannerAddress = z.string().transform((text, context): ScannerAddress => {
  const [, host, port] = /^tcp:\/\/([\w.:[\]-]+):(\d{1,5})$/.exec(text) ?? []
  if (host !== undefined) return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
  if (text.startsWith('/')) return { path: text }
  context.addIssue({ code: 'custom', message: 'must be tcp://host:port or the path of a socket' })
  return z.NEVER
})

const settingsSchema = z.object({
  /** 0 picks any free port. */
  PORT: wholeNumber(0, 65_535).default(4173),
  /** The address to listen on; 0.0.0.0 for all. */
  HOST: z.string().default('127.0.0.1'),
  /** A PostgreSQL server, as postgresql://user:password@host/database. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  /** Maximum number of connections to it. */
  DATABASE_CONNECTIONS: wholeNumber(1, 500).default(10),
  /** Folder of the embedded database, instead of DATABASE_URL. */
  DATA_FOLDER: z.string().optional(),
  /** Signs the access tokens; the same on every server that shares a database. */
  TOKEN_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  /**
   * Encrypt Social Security numbers: `id:key`, comma-separated, the newest first. A key is 32 bytes as base64; the id is
   * stored with each number. Without it, none can be stored.
   */
  SSN_KEYS: ssnKeys.optional(),
  TOKEN_LIFETIME_SECONDS: wholeNumber(1, 86_400).default(900),
  /** The organization's IANA zone. Stored at the first start, since dates and times depend on it. */
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as America/New_York').optional(),
  ORGANISATION: z.string().default('Homeroom'),
  /** The first administrator, created when there are no users yet. */
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z.string().min(MIN_PASSWORD, `must be at least ${MIN_PASSWORD} characters long`).optional(),
  /** Origins of pages on other hosts that may call this API, comma-separated. */
  ALLOWED_ORIGINS: origins,
  /** Origins of pages that may show a workflow's chart in a frame, comma-separated. */
  EMBED_ORIGINS: origins,
  /** Roles whose users must have a second factor, comma-separated. */
  REQUIRED_SECOND_FACTOR: roleNames,
  /** The host whose API the served page uses instead of this server's. */
  API_BASE: origin.optional(),
  /**
   * Scheme, host and port at which users reach the server, for the addresses of calendar feeds and chart links, and for
   * links in email. Without it, only users on the same machine get any.
   */
  PUBLIC_URL: origin.optional(),
  /**
   * The mail server, as smtp://user:password@host:587 or smtps://. Without it no email is sent; the demo shows its
   * messages on a page instead.
   */
  SMTP_URL: z
    .string()
    .refine(isSmtp, 'must be smtp:// or smtps:// with a host, such as smtp://user:password@mail.example:587')
    .optional(),
  /** The sender of every email, such as Homeroom <no-reply@portal.example>. */
  MAIL_FROM: mailAddress.optional(),
  /** An OpenID Connect provider with which users may sign in, exactly as it calls itself. */
  OIDC_ISSUER: z.string().refine(isIssuer, 'must be an https address such as https://accounts.google.com').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** What the button calls it: Login with … */
  OIDC_NAME: z
    .string()
    // It is written into the page.
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .-]{0,39}$/u, 'must be a name of at most 40 letters and digits')
    .optional(),
  /** Where documents of providers are kept: a folder that all servers share. Next to an embedded database by default. */
  DOCUMENTS_FOLDER: z.string().optional(),
  /**
   * Or a bucket of Amazon S3 or another store with its protocol, as https://s3.eu-central-1.amazonaws.com/bucket. With
   * DOCUMENTS_FOLDER, too, documents in the folder can be read, and moved by `npm run move-documents`.
   */
  S3_ENDPOINT: z.string().refine(isBucket, 'must be an address such as https://s3.example/bucket').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Before the name of each file in the bucket. */
  S3_PREFIX: z
    .string()
    .regex(/^([\w-]+\/)*$/, 'must be empty or end with a slash, such as homeroom/')
    .default(''),
  /** Where new documents go, if both are set. */
  DOCUMENT_STORE: z.enum(['folder', 's3']).optional(),
  /** The maximum size of a document. */
  DOCUMENT_LIMIT_MB: wholeNumber(1, 500).default(50),
  /** A virus scanner, clamd, as tcp://host:3310 or the path of its socket. */
  CLAMD: scannerAddress.optional(),
  /** The path of LibreOffice's soffice, which makes the PDFs of letters as they look in Word. */
  LIBREOFFICE: z.string().refine(existsSync, 'must be the path of soffice, such as /usr/bin/soffice').optional(),
  /** Number of proxies in front of the server; each adds an address to X-Forwarded-For. */
  PROXIES: wholeNumber(0, 10).default(0),
  BODY_LIMIT_KB: wholeNumber(1, 102_400).default(1024),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
})

const names = Object.keys(settingsSchema.shape)
const flagOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

export interface Settings {
  /** The demo district in an embedded database, with a secret of its own; otherwise nothing is assumed. */
  readonly mode: 'demo' | 'production'
  readonly port: number
  readonly host: string
  readonly database: DatabaseSettings
  readonly connections: number
  /** Undefined only in the demo, which generates its own. */
  readonly tokenSecret: string | undefined
  readonly tokenSeconds: number
  readonly timeZone: string | undefined
  readonly organisation: string
  readonly administrator: { readonly email: string; readonly password: string } | undefined
  readonly allowedOrigins: readonly string[]
  readonly embedOrigins: readonly string[]
  readonly factorRoles: readonly RoleName[]
  readonly ssnKeys: SsnKeys | undefined
  readonly apiBase: string | undefined
  readonly proxies: number
  readonly publicUrl: string | undefined
  /** Undefined if no email is sent. */
  readonly mail: { readonly url: string; readonly from: MailAddress } | undefined
  /** Undefined if users sign in with passwords only. */
  readonly identityProvider: IdentityProviderSettings | undefined
  readonly documents: DocumentSettings
  /** In bytes. */
  readonly bodyLimit: number
  readonly logLevel: string
}

/** The flags as settings, and whether --demo is set. */
function readFlags(args: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean' }> = { demo: { type: 'boolean' } }
  for (const name of names) options[flagOf(name)] = { type: 'string' }
  try {
    const { values } = parseArgs({ args: [...args], options })
    const flags: Record<string, string> = {}
    for (const name of names) {
      const value = values[flagOf(name)]
      if (typeof value === 'string') flags[name] = value
    }
    return { isDemo: values.demo === true, flags }
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new SettingsError(`${reason} The flags are --demo, ${names.map((name) => `--${flagOf(name)}`).join(', ')}.`)
  }
}

/** @throws SettingsError naming the first bad setting, with its value unless it is a secret */
function parse(given: Record<string, string | undefined>) {
  const result = settingsSchema.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const name = String(issue?.path[0])
  const isSecret = /SECRET|PASSWORD|URL|KEY/.test(name)
  const reason =
    issue?.code === 'invalid_value' ? `must be one of ${issue.values.map(String).join(', ')}` : issue?.message
  throw new SettingsError(`${name} ${reason}${isSecret ? '' : `, not "${given[name]}"`}.`)
}

function databaseOf(isDemo: boolean, url: string | undefined, folder: string | undefined): DatabaseSettings {
  if (url !== undefined && folder !== undefined) {
    throw new SettingsError('DATABASE_URL and DATA_FOLDER are both set: set only one.')
  }
  if (url !== undefined) return { url }
  if (folder !== undefined) return { folder }
  if (isDemo) return { folder: '.data' }
  throw new SettingsError('Set DATABASE_URL (PostgreSQL) or DATA_FOLDER (embedded database) to say where the data is.')
}

function mailOf(
  isDemo: boolean,
  { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl }: z.output<typeof settingsSchema>,
) {
  if (url === undefined) return undefined
  if (from === undefined) throw new SettingsError('Set MAIL_FROM, the sender of email, along with SMTP_URL.')
  if (!isDemo && publicUrl === undefined) {
    throw new SettingsError('Set PUBLIC_URL along with SMTP_URL: the links in email start with it.')
  }
  return { url, from }
}

function identityProviderOf(
  isDemo: boolean,
  {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
    PUBLIC_URL: publicUrl,
  }: z.output<typeof settingsSchema>,
): IdentityProviderSettings | undefined {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new SettingsError('Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of them.')
  }
  if (!isDemo && publicUrl === undefined) {
    throw new SettingsError('Set PUBLIC_URL along with OIDC_ISSUER: the provider sends users back to it.')
  }
  return { issuer, clientId, clientSecret, name: name ?? nameOfIssuer(issuer) }
}

function s3Of({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_PREFIX: prefix,
}: z.output<typeof settingsSchema>) {
  if (endpoint === undefined && accessKeyId === undefined && secretAccessKey === undefined) return undefined
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new SettingsError('Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of them.')
  }
  return { endpoint, region, accessKeyId, secretAccessKey, prefix }
}

function documentsOf(database: DatabaseSettings, parsed: z.output<typeof settingsSchema>): DocumentSettings {
  const s3 = s3Of(parsed)
  const folder = parsed.DOCUMENTS_FOLDER ?? ('folder' in database ? join(database.folder, 'documents') : undefined)
  const target = parsed.DOCUMENT_STORE ?? (s3 ? 's3' : folder === undefined ? undefined : 'folder')
  if (target === 's3' && s3 === undefined) throw new SettingsError('Set S3_ENDPOINT along with DOCUMENT_STORE=s3.')
  if (target === 'folder' && folder === undefined) {
    throw new SettingsError('Set DOCUMENTS_FOLDER along with DOCUMENT_STORE=folder.')
  }
  return {
    ...{ folder, s3, target },
    spoolFolder: folder === undefined ? join(tmpdir(), 'homeroom-uploads') : join(folder, 'incoming'),
    maxBytes: parsed.DOCUMENT_LIMIT_MB * 1024 * 1024,
    scanner: parsed.CLAMD,
    libreOffice: parsed.LIBREOFFICE,
  }
}

/**
 * @param args the command line arguments after the program name
 * @throws SettingsError
 */
export function readSettings(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Settings {
  const { isDemo, flags } = readFlags(args)
  // An empty variable counts as unset.
  const given = Object.fromEntries(names.map((name) => [name, flags[name] ?? (env[name] || undefined)]))
  const parsed = parse(given)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = parsed
  if (!isDemo && parsed.TOKEN_SECRET === undefined) {
    throw new SettingsError(
      'Set TOKEN_SECRET to at least 32 random characters, for example from `openssl rand -hex 32`.',
    )
  }
  if ((email === undefined) !== (password === undefined)) {
    throw new SettingsError('Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.')
  }
  const database = databaseOf(isDemo, parsed.DATABASE_URL, parsed.DATA_FOLDER)
  return {
    mode: isDemo ? 'demo' : 'production',
    port: parsed.PORT,
    host: parsed.HOST,
    database,
    connections: parsed.DATABASE_CONNECTIONS,
    tokenSecret: parsed.TOKEN_SECRET,
    tokenSeconds: parsed.TOKEN_LIFETIME_SECONDS,
    timeZone: parsed.TIME_ZONE,
    organisation: parsed.ORGANISATION,
    administrator: email !== undefined && password !== undefined ? { email, password } : undefined,
    allowedOrigins: parsed.ALLOWED_ORIGINS,
    embedOrigins: parsed.EMBED_ORIGINS,
    factorRoles: parsed.REQUIRED_SECOND_FACTOR,
    ssnKeys: parsed.SSN_KEYS,
    apiBase: parsed.API_BASE,
    proxies: parsed.PROXIES,
    publicUrl: parsed.PUBLIC_URL,
    mail: mailOf(isDemo, parsed),
    identityProvider: identityProviderOf(isDemo, parsed),
    documents: documentsOf(database, parsed),
    bodyLimit: parsed.BODY_LIMIT_KB * 1024,
    logLevel: parsed.LOG_LEVEL ?? (isDemo ? 'warn' : 'info'),
  }
}
