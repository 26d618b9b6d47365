/**
 * What the browser tests of a worker share, because starting it takes longer than most tests: the browser, and the
 * portal's server with its database. All of it ends with the worker's process.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import type { Database } from '#server/db/database.ts'
import { launchChromium } from './chromium.ts'
import { fastest } from './server/database.ts'
import { startTestServer, type TestOptions, type TestServer } from './server/test-server.ts'

/** `CLIENT_FOLDER` is set to test another build, such as one with a planted mistake. */
export const builtClient =
  process.env.CLIENT_FOLDER ?? join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/client')

let browser: Promise<Browser> | undefined

/** A browser that has crashed is replaced. Contexts are closed by those who create them. */
export const workerBrowser = async (): Promise<Browser> => {
  const running = await browser?.catch(() => undefined)
  if (running?.isConnected()) return running
  // A page lives for seconds: optimizing its scripts takes longer than running them as they are, and a load fills less
  // than this space for new objects, which otherwise starts small.
  browser = launchChromium(['--js-flags=--no-maglev --no-turbofan --no-flush-bytecode --min-semi-space-size=32'])
  return browser
}

/** A server with its database. */
export interface Served {
  readonly database: Database
  readonly server: TestServer
}

/** @param options another app than the portal */
export const serve = async ({ clientFolder = builtClient, ...options }: TestOptions = {}): Promise<Served> => {
  const database = await fastest.open()
  return { database, server: await startTestServer(database, { clientFolder, ...options }) }
}

let portal: Promise<Served> | undefined

/** The portal, with what the file before left in its database. One that failed to start is started again. */
export const workerPortal = async (): Promise<Served> => {
  const running = await portal?.catch(() => undefined)
  if (running) return running
  portal = serve()
  return portal
}
