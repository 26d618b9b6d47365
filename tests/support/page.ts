import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** A page as `npm run build` would have it. */
export interface BuiltFolder {
  /** The folder with index.html and the bundles. */
  readonly folder: string
  readonly remove: () => void
}

export interface BuiltPage {
  /** The page's URL, ending in a slash. */
  url: string
  /** The folder with the bundles. */
  folder: string
  close: () => Promise<void>
}

/** With the test runner's NODE_ENV, the build would use the development version of React, which is three times slower. */
const asInProduction = async (work: () => Promise<unknown>): Promise<void> => {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await work()
  } finally {
    // Assigned, undefined would become a text.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** Builds a page for production; its folder holds its index.html. */
export const buildFolder = async (root: string, more: InlineConfig['build'] = {}): Promise<BuiltFolder> => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  await asInProduction(() =>
    build({
      root,
      publicDir: join(checkout, 'public'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      css: { postcss: checkout },
      build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false, ...more },
    }),
  )
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Builds a page and serves it on a free port of 127.0.0.1, so that components can be driven in a real browser without
 * the portal around them.
 */
export const buildPage = async (root: string, more?: InlineConfig['build']): Promise<BuiltPage> => {
  const { folder, remove } = await buildFolder(root, more)
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    try {
      const file = readFileSync(join(folder, pathname === '/' ? 'index.html' : pathname))
      reply.writeHead(200, { 'content-type': TYPES[extname(pathname) || '.html'] ?? 'application/octet-stream' })
      reply.end(file)
    } catch {
      reply.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    folder,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      remove()
    },
  }
}
