/** The built server, killed again and again while documents arrive. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { downloadProviderDoc, getProviderDocumentById, uploadDocument } from '#contract/documents.ts'
import { envelopeSchema } from '#contract/endpoint.ts'
import { sessionSchema } from '#contract/login.ts'
import { readSettings } from '#server/config.ts'
import { documentTemplates } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { cleanStorage } from '#server/storage/clean-storage.ts'
import { Stores } from '#server/storage/stores.ts'
import { openStopped } from './support/server/database.ts'
import { startServer } from './support/server/server-process.ts'

const KILLS = 2 * Number(process.env.TRIES ?? 1)
const HEAD = { email: 'head@district.example', password: 'long enough, surely' }

const folder = mkdtempSync(join(tmpdir(), 'homeroom-kills-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = {
  TOKEN_SECRET: '0123456789abcdef0123456789abcdef',
  DATA_FOLDER: folder,
  PORT: '0',
  TIME_ZONE: 'Europe/Paris',
  ADMIN_EMAIL: HEAD.email,
  ADMIN_PASSWORD: HEAD.password,
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: HEAD.email, password: HEAD.password })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/login/sign-in`, { method: 'POST', headers, body })
  return sessionSchema.parse(envelopeSchema.parse(await response.json()).data).accessToken
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Uploads one document after the other, until the server is gone. */
async function uploadAll(url: string, token: string, stored: Map<number, string>): Promise<void> {
  for (;;) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n'), randomBytes(300_000)])
    const form = new FormData()
    const fields = { providerId: 1, templateTypeId: 1, documentName: 'License' }
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append('AttachFile', new Blob([bytes]), 'license.pdf')
    try {
      const response = await fetch(`${url}${uploadDocument.path}`, { method: 'POST', headers: { token }, body: form })
      const { statusCode, data } = envelopeSchema.parse(await response.json())
      if (statusCode === 200) stored.set(uploadDocument.data.parse(data).id, sha256(bytes))
    } catch {
      return
    }
  }
}

async function readAll(url: string, token: string, isNew: (id: number) => boolean): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  const get = (path: string, query: string) => fetch(`${url}${path}?${query}`, { headers: { token } })
  const list = envelopeSchema.parse(await (await get(getProviderDocumentById.path, 'providerId=1')).json())
  const { allProviderDocuments } = z
    .object({ allProviderDocuments: z.array(z.object({ id: z.int() })) })
    .parse(list.data)
  for (const { id } of allProviderDocuments.filter((document) => isNew(document.id))) {
    const response = await get(downloadProviderDoc.path, `id=${id}`)
    expect(response.status).toBe(200)
    found.set(id, sha256(new Uint8Array(await response.arrayBuffer())))
  }
  return found
}

test('kill -9 while documents arrive: every one that was confirmed is there, and no row is without its bytes', async () => {
  const before = await openStopped({ folder })
  await prepareDatabase(before.db, readSettings([], settings), new Date(), () => undefined)
  const provider = { firstName: 'Paul', lastName: 'Provider', email: 'paul@district.example' }
  await before.db.insert(providers).values({ ...provider, providerTypeId: 1, statusId: 1 })
  await before.db.insert(documentTemplates).values({ title: 'License' })
  await before.close()
  let seen = 0
  let confirmed = 0
  let stored = new Map<number, string>()
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const server = await startServer([], settings)
    const token = await signIn(server.url)
    // What the one before it confirmed.
    const last = seen
    const found = await readAll(server.url, token, (id) => id > last)
    for (const [id, hash] of stored) expect(found.get(id)).toBe(hash)
    seen = Math.max(seen, ...found.keys())
    if (kill === KILLS) {
      await server.stop()
      break
    }
    stored = new Map()
    const current = stored
    const uploads = [1, 2, 3].map(() => uploadAll(server.url, token, current))
    await expect.poll(() => current.size).toBeGreaterThan(0)
    await pause(Math.random() * 150)
    await server.kill()
    await Promise.all(uploads)
    confirmed += stored.size
  }
  expect(confirmed).toBeGreaterThan(0)
  const after = await openStopped({ folder })
  const documents = join(folder, 'documents')
  const stores = new Stores(after.db, { folder: documents, target: 'folder' })
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  const orphans = await cleanStorage(after.db, stores, join(documents, 'incoming'), inTwoDays)
  const rows = await after.db.select().from(storedFiles)
  for (const { name, size } of rows) expect(await stores.of('folder').head(name)).toBe(size)
  await after.close()
  process.stdout.write(
    `${KILLS} kills: ${confirmed} uploads confirmed, ${rows.length} stored, ${orphans} orphans removed\n`,
  )
})
