import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './config.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const production = { TOKEN_SECRET: SECRET, DATABASE_URL: 'postgresql://homeroom@db.example/homeroom' }

test('the demo needs no settings', () => {
  expect(readSettings(['--demo'], {})).toEqual({
    mode: 'demo',
    port: 4173,
    host: '127.0.0.1',
    database: { folder: '.data' },
    connections: 10,
    tokenSecret: undefined,
    tokenSeconds: 900,
    timeZone: undefined,
    organisation: 'Homeroom',
    administrator: undefined,
    allowedOrigins: [],
    embedOrigins: [],
    factorRoles: [],
    apiBase: undefined,
    proxies: 0,
    publicUrl: undefined,
    mail: undefined,
    identityProvider: undefined,
    documents: {
      folder: '.data/documents',
      target: 'folder',
      spoolFolder: '.data/documents/incoming',
      maxBytes: 50 * 1024 * 1024,
    },
    bodyLimit: 1024 * 1024,
    logLevel: 'warn',
  })
})

test('every setting can come from the environment or from flags, which win', () => {
  const env = {
    ...production,
    PORT: '80',
    TIME_ZONE: 'Europe/Paris',
    ALLOWED_ORIGINS: 'https://portal.example, http://localhost:5173',
    EMBED_ORIGINS: 'https://intranet.example',
    REQUIRED_SECOND_FACTOR: 'Administrators, SpecialProvider',
    API_BASE: 'https://api.example',
    ADMIN_EMAIL: 'head@district.example',
    ADMIN_PASSWORD: 'long enough, surely',
    LOG_LEVEL: '',
  }
  expect(readSettings(['--port', '8080', '--proxies=2', '--body-limit-kb', '64'], env)).toMatchObject({
    mode: 'production',
    port: 8080,
    database: { url: 'postgresql://homeroom@db.example/homeroom' },
    timeZone: 'Europe/Paris',
    allowedOrigins: ['https://portal.example', 'http://localhost:5173'],
    embedOrigins: ['https://intranet.example'],
    factorRoles: ['Administrators', 'SpecialProvider'],
    apiBase: 'https://api.example',
    administrator: { email: 'head@district.example', password: 'long enough, surely' },
    proxies: 2,
    bodyLimit: 65_536,
    logLevel: 'info',
  })
})

test.each([
  ['mail@portal.example', { name: '', address: 'mail@portal.example' }],
  ['Homeroom <mail@portal.example>', { name: 'Homeroom', address: 'mail@portal.example' }],
  ['"District 7, Homeroom" <mail@portal.example>', { name: 'District 7, Homeroom', address: 'mail@portal.example' }],
])('the sender of email can be %s', (sender, from) => {
  const url = 'smtp://homeroom:secret@mail.example:587'
  const env = { ...production, SMTP_URL: url, MAIL_FROM: sender, PUBLIC_URL: 'https://portal.example' }
  expect(readSettings([], env).mail).toEqual({ url, from })
})

test.each([
  [{ OIDC_ISSUER: 'https://accounts.google.com' }, 'Google'],
  [{ OIDC_ISSUER: 'https://id.district.example/realms/staff' }, 'id.district.example'],
  [{ OIDC_ISSUER: 'http://127.0.0.1:8080', OIDC_NAME: 'Lincoln ID' }, 'Lincoln ID'],
])('%o is an identity provider named %s', (given, name) => {
  const client = { OIDC_CLIENT_ID: 'homeroom', OIDC_CLIENT_SECRET: 'secret', PUBLIC_URL: 'https://portal.example' }
  expect(readSettings([], { ...production, ...client, ...given }).identityProvider).toEqual({
    issuer: given.OIDC_ISSUER,
    clientId: 'homeroom',
    clientSecret: 'secret',
    name,
  })
})

describe('a bad setting is reported in one line', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number, not "http".'],
    [{ PORT: '70000' }, 'PORT must be from 0 to 65535, not "70000".'],
    [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE must be a time zone such as America/New_York, not "Mars/Olympus".'],
    [{ TOKEN_SECRET: 'hunter2' }, 'TOKEN_SECRET must be at least 32 characters long.'],
    [{ DATABASE_URL: 'mysql://u:p@h/d' }, 'DATABASE_URL must start with postgresql://.'],
    [
      { ALLOWED_ORIGINS: 'https://portal.example/' },
      'ALLOWED_ORIGINS must be scheme, host and port, such as https://portal.example, not "https://portal.example/".',
    ],
    [
      { EMBED_ORIGINS: 'https://a.example, https://*' },
      'EMBED_ORIGINS must be scheme, host and port, such as https://portal.example, not "https://a.example, https://*".',
    ],
    [
      { EMBED_ORIGINS: 'https://a.example;script-src' },
      'EMBED_ORIGINS must be scheme, host and port, such as https://portal.example, not "https://a.example;script-src".',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
    [
      { SMTP_URL: 'mail.example:587' },
      'SMTP_URL must be smtp:// or smtps:// with a host, such as smtp://user:password@mail.example:587.',
    ],
    [{ SMTP_URL: 'smtp://mail.example' }, 'Set MAIL_FROM, the sender of email, along with SMTP_URL.'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'mail@portal.example' },
      'Set PUBLIC_URL along with SMTP_URL: the links in email start with it.',
    ],
    [
      { OIDC_ISSUER: 'http://id.example' },
      'OIDC_ISSUER must be an https address such as https://accounts.google.com, not "http://id.example".',
    ],
    [{ OIDC_NAME: '"><script>' }, 'OIDC_NAME must be a name of at most 40 letters and digits, not ""><script>".'],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'homeroom' },
      'Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of them.',
    ],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'homeroom', OIDC_CLIENT_SECRET: 'secret' },
      'Set PUBLIC_URL along with OIDC_ISSUER: the provider sends users back to it.',
    ],
    [{ MAIL_FROM: 'Homeroom' }, 'MAIL_FROM must be an address such as Homeroom <mail@portal.example>, not "Homeroom".'],
    [{ ADMIN_EMAIL: 'head' }, 'ADMIN_EMAIL must be an email address, not "head".'],
    [{ ADMIN_EMAIL: 'a@b.example' }, 'Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 12 characters long.'],
    [{ DATA_FOLDER: 'x' }, 'DATABASE_URL and DATA_FOLDER are both set: set only one.'],
    [
      { DATABASE_URL: '' },
      'Set DATABASE_URL (PostgreSQL) or DATA_FOLDER (embedded database) to say where the data is.',
    ],
    [
      { TOKEN_SECRET: '' },
      'Set TOKEN_SECRET to at least 32 random characters, for example from `openssl rand -hex 32`.',
    ],
  ])('%o', (wrong, line) => {
    const read = () => readSettings([], { ...production, ...wrong })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new SettingsError(line))
  })

  test('so is an unknown flag', () => {
    expect(() => readSettings(['--prot', '80'], production)).toThrow(
      /^Unknown option '--prot'.*The flags are --demo, --port/,
    )
    expect(() => readSettings(['serve'], production)).toThrow(/^Unexpected argument 'serve'/)
  })
})
