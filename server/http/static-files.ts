import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSED_ALREADY = new Set(['.png', '.webp', '.woff2', '.pdf', '.ico'])

type Encoding = 'br' | 'gzip' | 'identity'

/** Writes the API's host into the page, which reads it from there. */
function withApiBase(page: Buffer, apiBase: string | undefined): Buffer {
  if (apiBase === undefined) return page
  return Buffer.from(page.toString().replace(/(<meta name="api-base" content=")[^"]*/, `$1${apiBase}`))
}

class StaticFile {
  readonly #path: string
  readonly #extension: string
  readonly #isImmutable: boolean
  readonly #apiBase: string | undefined
  readonly #bodies = new Map<Encoding, Promise<Uint8Array>>()
  #tag: string | undefined

  constructor(path: string, isImmutable: boolean, apiBase?: string) {
    this.#path = path
    this.#extension = extname(path)
    this.#isImmutable = isImmutable
    this.#apiBase = apiBase
  }

  async #encode(encoding: Encoding): Promise<Uint8Array> {
    const bytes = withApiBase(readFileSync(this.#path), this.#apiBase)
    this.#tag ??= createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    if (encoding === 'br') return brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    return encoding === 'gzip' ? gzipAsync(bytes) : bytes
  }

  /** Compressed once per encoding, at the first request that takes it, and kept. */
  #bodyIn(encoding: Encoding): Promise<Uint8Array> {
    const body = this.#bodies.get(encoding) ?? this.#encode(encoding)
    this.#bodies.set(encoding, body)
    return body
  }

  /** @param base headers that every reply carries */
  async respond(request: Request, base: Readonly<Record<string, string>>): Promise<Response> {
    const accepted = COMPRESSED_ALREADY.has(this.#extension) ? '' : (request.headers.get('accept-encoding') ?? '')
    const encoding: Encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
    const body = await this.#bodyIn(encoding)
    const tag = `"${this.#tag}-${encoding}"`
    const headers: Record<string, string> = {
      ...base,
      'Content-Type': TYPES[this.#extension] ?? 'application/octet-stream',
      'Cache-Control': this.#isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: tag,
      Vary: 'Accept-Encoding',
    }
    if (encoding !== 'identity') headers['Content-Encoding'] = encoding
    if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(body), { headers })
  }
}

/**
 * The built client. Only files that were there at the start are served, looked up by their exact path: nothing that a
 * request says reaches the file system.
 */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>()

  /**
   * @param folder the built client; without it (development), there are no files
   * @param apiBase written into the page, when it is to use another host's API
   */
  constructor(folder: string | undefined, apiBase: string | undefined) {
    if (folder === undefined) return
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const url = `/${relative(folder, path).split(sep).join('/')}`
      // Vite puts a hash of the content into the names of these.
      this.#files.set(
        url,
        new StaticFile(path, url.startsWith('/assets/'), url === '/index.html' ? apiBase : undefined),
      )
    }
  }

  /**
   * The file of that path; the page itself for every path that the client's own routes may mean; undefined for a file
   * that is not there, such as a script of an older build.
   */
  find(path: string): StaticFile | undefined {
    if (path === '/') return this.#files.get('/index.html')
    return this.#files.get(path) ?? (path.startsWith('/assets/') ? undefined : this.#files.get('/index.html'))
  }
}
