import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { startTestServer, useTestServer } from '#tests/support/server/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'homeroom-client-'))
mkdirSync(join(folder, 'assets'))
const pageWith = (base: string) => `<!doctype html><meta name="api-base" content="${base}" /><title>Homeroom</title>`
const page = pageWith('https://api.example')
const script = `export const text = '${'homeroom '.repeat(500)}'`
writeFileSync(join(folder, 'index.html'), pageWith(''))
writeFileSync(join(folder, 'assets', 'main-a1b2c3.js'), script)
// Like the build (vite.config.ts).
writeFileSync(join(folder, 'assets', 'main-a1b2c3.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets', 'main-a1b2c3.js.gz'), gzipSync(script))
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
for (const name of ['assets/main-a1b2c3.js.map', 'top.js.map']) writeFileSync(join(folder, name), '{}')
afterAll(() => rmSync(folder, { recursive: true }))

const database = useDatabase()
const server = useTestServer(database, {
  clientFolder: folder,
  allowedOrigins: ['https://portal.example'],
  apiBase: 'https://api.example',
})
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server().url}${path}`, { headers })

describe('the page', () => {
  test('is served at every address that its routes may handle', async () => {
    for (const path of [
      '/',
      '/login',
      '/edit-schedule/12/3/true',
      '/reset-password/a.b',
      '/reset-password/a.b-_c9',
      '/report/school/admin',
    ]) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(page)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  test('has long-lived assets, but is itself always revalidated', async () => {
    const asset = await get('/assets/main-a1b2c3.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const tag = (await get('/')).headers.get('etag') ?? ''
    expect((await get('/', { 'if-none-match': tag })).status).toBe(304)
  })

  test('is not served in place of a missing script of an older build', async () => {
    expect((await get('/assets/main-old.js')).status).toBe(404)
  })

  test('is not served in place of files, and source maps are not served at all', async () => {
    const nothing = { statusCode: 404, message: 'There is nothing at this address.', data: null }
    const unknown = [
      '/.git/HEAD',
      '/.env',
      '/.well-known/security.txt',
      '/wp-login.php',
      '/a/b/backup.tar.gz',
      '/sitemap.xml',
    ]
    for (const path of [
      ...unknown,
      '/assets/main-a1b2c3.js.map',
      '/assets/main-a1b2c3.js.MAP',
      '/top.js.map',
      '/login.html',
    ]) {
      const response = await get(path)
      expect([path, response.status, await response.json()]).toEqual([path, 404, nothing])
    }
    expect(await (await get('/robots.txt')).text()).toBe('User-agent: *')
  })

  test('serves no files outside its folder', async () => {
    for (const path of ['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2f..%2fetc/passwd', '/%2e%2e/package.json']) {
      expect(await (await get(path)).text()).not.toMatch(/root:|homeroom"/)
    }
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('comes compressed by %s', async (encoding, decompress) => {
    const { request } = await import('node:http')
    const { port } = new URL(server().url)
    const body = await new Promise<Buffer>((resolve, reject) => {
      const path = '/assets/main-a1b2c3.js'
      const call = request({ port, path, headers: { 'accept-encoding': encoding } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks)))
        expect(response.headers['content-encoding']).toBe(encoding)
      })
      call.on('error', reject).end()
    })
    expect(body.length).toBeLessThan(script.length / 5)
    expect(decompress(body).toString()).toBe(script)
  })
})

test('sends security headers with every response', async () => {
  for (const path of ['/', '/assets/main-a1b2c3.js', '/api/health', '/api/nothing', '/api/docs', '/assets/none.js']) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("connect-src 'self' https://api.example")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{8}-[0-9a-z]+$/)
  }
})

test('tells browsers to use https alone where the public address is https', async () => {
  expect((await get('/api/health')).headers.get('strict-transport-security')).toBeNull()
  const secure = await startTestServer(database(), { publicUrl: 'https://portal.example' })
  const { headers } = await fetch(`${secure.url}/api/health`)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  await secure.stop()
})

test('warns once of a proxy that the server was not told about', async () => {
  const warning = 'set PROXIES to the number of proxies'
  expect(server().logs).not.toContain(warning)
  for (let calls = 0; calls < 3; calls += 1) await get('/api/health', { 'x-forwarded-for': '10.0.0.1' })
  expect(server().logs.split(warning)).toHaveLength(2)
})

describe('a page on another host', () => {
  const preflight = (origin: string) =>
    fetch(`${server().url}/api/login/sign-in`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,token',
      },
    })

  test('may call if listed', async () => {
    const { headers, status } = await preflight('https://portal.example')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('https://portal.example')
    expect(headers.get('access-control-allow-headers')).toBe(
      'content-type,token,userid,Idempotency-Key,Unattended,Last-Event-ID',
    )
    const answer = await get('/api/health', { origin: 'https://portal.example' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://portal.example')
    const refused = await get('/api/school/get-all', { origin: 'https://portal.example' })
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://portal.example')
  })

  test('may not call if not listed', async () => {
    for (const origin of ['https://portal.example.evil', 'http://portal.example', 'null']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

test.each([
  ['cross-site', 'https://elsewhere.example', 403],
  ['cross-site', 'https://portal.example', 503],
  ['same-site', 'https://elsewhere.example', 503],
  ['same-origin', 'https://elsewhere.example', 503],
])('a %s call without a body from %s gets %i', async (site, origin, status) => {
  const headers = { 'sec-fetch-site': site, origin }
  expect((await server().call('askSignInPasskey', { headers })).status).toBe(status)
  const { path } = api.askSignInPasskey
  const bare = await fetch(`${server().url}${path}`, { method: 'POST', headers })
  expect(bare.status).toBe(status)
})

describe('the document', () => {
  test('lists every endpoint with its access rule', async () => {
    const response = await get('/api/openapi.json')
    const document: { openapi: string; paths: Record<string, Record<string, Record<string, unknown>>> } =
      await response.json()
    expect(document.openapi).toBe('3.1.0')
    for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary })
      expect(operation?.security).toEqual(endpoint.access.kind === 'public' ? [] : [{ token: [] }])
    }
    expect(document.paths['/api/schedule-event/approve-schedule-event']?.post).toMatchObject({
      description: 'Only Administrators.',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: { languageId: { const: 1 }, scheduleEventRecurrence: { type: 'array', minItems: 1 } },
            },
          },
        },
      },
      responses: {
        409: {
          description:
            "Some days were not approved, for example because they are not over: `data` lists the reasons, and `errors` each with its entry's path; the others are approved",
        },
      },
    })
    expect(document.paths['/api/school/get-school-services-ratetypes-rate']?.get?.parameters).toMatchObject([
      { name: 'schoolId', in: 'query', required: true },
      { name: 'serviceId', in: 'query', required: false },
      { name: 'rateTypeId', in: 'query', required: false },
    ])
  })

  test('has an HTML page without scripts', async () => {
    const text = await (await get('/api/docs')).text()
    expect(text).not.toMatch(/<script|\son\w+=/)
    for (const { path } of Object.values(api)) expect(text).toContain(`<code>${path}</code>`)
    expect(text).toContain('rememberme?: boolean')
  })
})
