/**
 * A store with the protocol of Amazon S3, as far as the portal uses it, in memory. It checks signatures and the hash of
 * what is stored, as Amazon does: the servers on npm for tests are no longer kept up.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { S3Settings } from '#server/storage/s3-storage.ts'

const ACCESS_KEY = 'test-key'
const SECRET_KEY = 'test-secret'
const REGION = 'us-east-1'
const BUCKET = 'documents'

/** As a real one, which lists up to 1000, but so that a test sees several pages. */
const PAGE = 3

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature that a request should have (AWS Signature Version 4). */
function signatureOf(request: IncomingMessage, { pathname, searchParams }: URL, signed: string, scope: string): string {
  const query = [...searchParams].map(([key, value]) => `${encoded(key)}=${encoded(value)}`).toSorted()
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    pathname,
    query.join('&'),
    headers.join(''),
    signed,
    request.headers['x-amz-content-sha256'],
  ]
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical.join('\n'))].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${SECRET_KEY}`)
  return hmac(key, text).toString('hex')
}

function isSigned(request: IncomingMessage, url: URL): boolean {
  const header = request.headers.authorization ?? ''
  const [, id, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(header) ?? []
  return (
    id === ACCESS_KEY &&
    scope.endsWith(`/${REGION}/s3/aws4_request`) &&
    signature === signatureOf(request, url, signed, scope)
  )
}

interface StoredObject {
  readonly content: Buffer
  modifiedAt: Date
}

export interface S3Server {
  readonly settings: S3Settings
  readonly objects: Map<string, StoredObject>
  /** How it answers the next requests: as it should, with a failure, or by closing the connection halfway. */
  mode: 'working' | 'failing' | 'cutting'
}

const failed = (response: ServerResponse, status: number, code: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function list(response: ServerResponse, objects: S3Server['objects'], query: URLSearchParams): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, PAGE)
  const items = page.map((key) => {
    const { content, modifiedAt = new Date() } = objects.get(key) ?? { content: Buffer.alloc(0) }
    return `<Contents><Key>${key}</Key><Size>${content.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`
  })
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > PAGE}</IsTruncated>${next}${items.join('')}</ListBucketResult>`,
  )
}

async function store(request: IncomingMessage, response: ServerResponse, keep: (content: Buffer) => void) {
  // Amazon takes no body of unknown length.
  if (request.headers['content-length'] === undefined) return failed(response, 411, 'MissingContentLength')
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const content = Buffer.concat(pieces)
  const hash = createHash('sha256').update(content).digest('base64')
  if (hash !== request.headers['x-amz-checksum-sha256']) {
    return failed(response, 400, 'BadDigest')
  }
  keep(content)
  response.writeHead(200).end()
}

async function answer(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://s3.example')
  const { objects, mode } = server
  if (mode === 'failing') return failed(response, 503, 'SlowDown')
  if (!isSigned(request, url)) return failed(response, 403, 'SignatureDoesNotMatch')
  const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/')
  if (bucket !== BUCKET) return failed(response, 404, 'NoSuchBucket')
  const key = path.join('/')
  if (request.method === 'GET' && key === '') return list(response, objects, url.searchParams)
  if (mode === 'cutting' && request.method === 'PUT') {
    request.once('data', () => request.destroy())
    return
  }
  if (request.method === 'PUT') {
    return store(request, response, (content) => objects.set(key, { content, modifiedAt: new Date() }))
  }
  const found = objects.get(key)
  if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
    return
  }
  if (!found) return failed(response, 404, 'NoSuchKey')
  response.writeHead(200, { 'content-length': found.content.length, 'last-modified': found.modifiedAt.toUTCString() })
  if (mode === 'cutting') {
    response.write(found.content.subarray(0, found.content.length / 2), () => response.destroy())
    return
  }
  response.end(request.method === 'HEAD' ? undefined : found.content)
}

/** A store for the tests of one file: started before the first, stopped after the last. */
export function useS3Server(): () => S3Server {
  let running: S3Server | undefined
  const http = createServer((request, response) => {
    if (running) void answer(running, request, response).catch(() => response.destroy())
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { port } = http.address() as AddressInfo
    const settings = {
      endpoint: `http://127.0.0.1:${port}/${BUCKET}`,
      region: REGION,
      accessKeyId: ACCESS_KEY,
      secretAccessKey: SECRET_KEY,
      prefix: 'portal/',
    }
    running = { settings, objects: new Map(), mode: 'working' }
  })
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })
  return () => {
    if (!running) throw new Error('The store runs in tests and hooks only.')
    return running
  }
}
