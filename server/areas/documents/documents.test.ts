import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { documentCountSchema, documentSchema } from '#contract/documents.ts'
import { addDays } from '#domain/time.ts'
import { documentLog, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { providers } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { cleanStorage } from '#server/storage/clean-storage.ts'
import { moveFiles } from '#server/storage/move-files.ts'
import { Stores } from '#server/storage/stores.ts'
import { describeEngines, fastest, useDatabase } from '#tests/support/server/database.ts'
import * as files from '#tests/support/server/document-files.ts'
import { addDocuments, testDocuments } from '#tests/support/server/documents.ts'
import { useS3Server } from '#tests/support/server/s3-server.ts'
import { refusalOf, TEST_NOW, TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, type TestRequest, useTestServer } from '#tests/support/server/test-server.ts'
import { documentPurge } from './document-moves.ts'
import { expiryNotices } from './document-notices.ts'

const PDF = files.pdf()
const LICENSE = { name: 'License.pdf', bytes: PDF }
const TYPES = { license: 1, evaluation: 2 }
const MISSING = { status: 404, message: 'Document not found.' }

const bytesIn = (data: unknown) => z.instanceof(Uint8Array).parse(data)
const documentsIn = (data: unknown) => z.object({ allProviderDocuments: z.array(documentSchema) }).parse(data)

describeEngines('documents of providers', (engine) => {
  const database = useDatabase(engine)
  const s3 = useS3Server()
  const inFolder = testDocuments()
  const server = useTestServer(database, { documents: inFolder })
  const s3Server = useTestServer(database, () => ({ documents: { ...inFolder, s3: s3().settings, target: 's3' } }))
  const token = useDistrict(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await rm(inFolder.folder, { recursive: true, force: true })
    s3Server().now = TEST_NOW
    s3().objects.clear()
    s3().mode = 'working'
    await allowScreen(database(), 'Administrators', 'ManageDocuments')
    for (const role of ['Providers', 'SpecialProvider'] as const) await allowScreen(database(), role, 'MyDocuments')
    await db()
      .insert(documentTemplates)
      .values([{ title: 'License', isForProviders: true }, { title: 'Evaluation' }])
  })

  const ofPaul = { providerId: 1, templateTypeId: TYPES.license, documentName: 'State license' }
  const upload = (as: string, body: object = {}, file: TestRequest['file'] = LICENSE, at = server) =>
    at().call('uploadDocument', { token: as, body: { ...ofPaul, ...body }, ...(file && { file }) })
  const expiring = (days: number) => {
    const [year, month, day] = addDays(TODAY, days).split('-')
    return { hasExpiryDate: true, expiryDate: `${month}/${day}/${year}` }
  }
  const listed = async (as: string, providerId = 1) =>
    documentsIn((await server().call('getProviderDocuments', { token: as, query: { providerId } })).data)
      .allProviderDocuments

  const notices = async () =>
    (await db().select().from(notificationEvents).orderBy(asc(notificationEvents.id))).map(
      ({ audience, message, href }) => [audience, message, href],
    )

  test('replaced by two at once get one newer version', async () => {
    await upload(token.ada)
    const replies = await Promise.all([1, 2, 3].map(() => upload(token.ada, { replaces: 1 })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await db().$count(providerDocuments)).toBe(2)
    expect(await db().$count(storedFiles)).toBe(2)
  })

  test('uploaded twice with one key are stored once', async () => {
    const headers = { 'Idempotency-Key': '9f2c7f0e-8a54-4a63-9d7e-0a4f0a4b8d11' }
    const again = (bytes: Uint8Array<ArrayBuffer>) =>
      server().call('uploadDocument', { token: token.ada, body: ofPaul, file: { name: 'a.pdf', bytes }, headers })
    expect(await again(PDF)).toMatchObject({ status: 200, data: { id: 1 } })
    expect(await again(PDF)).toMatchObject({ status: 200, data: { id: 1 } })
    expect((await again(files.pdf('% other'))).status).toBe(422)
    expect(await db().$count(providerDocuments)).toBe(1)
  })

  test('an upload that is cut off at 99 % stores nothing', async () => {
    const body = Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="AttachFile"; filename="a.pdf"\r\n\r\n${'%PDF-1.7'.repeat(20_000)}`,
    )
    const head = ['POST /api/document/upload HTTP/1.1', 'Host: portal', `token: ${token.ada}`]
    head.push('Content-Type: multipart/form-data; boundary=x', `Content-Length: ${body.length + 1000}`)
    const { hostname, port } = new URL(server().url)
    const socket = connect(Number(port), hostname)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body)
    await expect.poll(() => readdir(inFolder.spoolFolder)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdir(inFolder.spoolFolder)).toEqual([])
    expect(await db().$count(providerDocuments)).toBe(0)
  })

  test('move from the database to the folder, to the bucket and back, and orphans go', async () => {
    const content = Buffer.from(files.pdf('% old'))
    await addDocuments(database(), [{ providerId: 1, originalFileName: 'old.pdf', fileName: 'stored-old', content }])
    await upload(token.ada)
    const stores = new Stores(db(), { ...inFolder, s3: s3().settings })
    const read = async (at = server) =>
      bytesIn((await at().call('downloadProviderDoc', { token: token.ada, query: { id: 1 } })).data)
    const moveTo = async (kind: 'folder' | 's3') =>
      Promise.all([1, 2].map(() => moveFiles(db(), stores, stores.of(kind), { from: ['table', 'folder', 's3'] })))
    const states: unknown[] = []
    for (const kind of ['folder', 's3', 'folder'] as const) {
      const moved = await moveTo(kind)
      const rows = await db().select().from(storedFiles)
      states.push([moved.reduce((sum, one) => sum + one.moved, 0), rows.map(({ store }) => store), s3().objects.size])
      expect(await read(s3Server)).toEqual(new Uint8Array(content))
    }
    expect(states).toEqual([
      [1, ['folder', 'folder'], 0],
      [2, ['s3', 's3'], 2],
      [2, ['folder', 'folder'], 0],
    ])
    // Bytes whose rows were never written, on the same day and long ago.
    const orphan = Buffer.from('orphan')
    const [newOrphan, oldOrphan] = ['new'.padEnd(32, '-orphan'), 'old'.padEnd(32, '-orphan')]
    for (const name of [newOrphan, oldOrphan, 'old-backup.tar.gz'])
      s3().objects.set(`portal/${name}`, { content: orphan, modifiedAt: new Date() })
    for (const [key, object] of s3().objects) if (key.includes('old')) object.modifiedAt = new Date(0)
    const clean = (now: Date) => cleanStorage(db(), stores, inFolder.spoolFolder, now)
    expect(await clean(new Date())).toBe(1)
    // Other files in the bucket stay.
    expect([...s3().objects.keys()]).toEqual([`portal/${newOrphan}`, 'portal/old-backup.tar.gz'])
    expect(await clean(new Date(Date.now() + 3 * 86_400_000))).toBe(1)
    expect(await read()).toEqual(new Uint8Array(content))
  })

  // What follows does not depend on the engine.
  if (engine !== fastest) return

  test.each(['folder', 's3'] as const)('are uploaded, listed, read and logged (%s)', async (store) => {
    const at = store === 's3' ? s3Server : server
    const spec = {
      title: 'x',
      originalFileName: 'x',
      uploadedFileName: 'x',
      providerDocumentMastertId: 1,
      createdById: 1,
    }
    expect(await upload(token.ada, { ...spec, ...expiring(50) }, LICENSE, at)).toMatchObject({
      status: 200,
      message: 'Upload Success',
      data: { id: 1, version: 1 },
    })
    const [stored] = await db().select().from(storedFiles)
    expect(stored).toMatchObject({ store, size: PDF.length, mediaType: 'application/pdf', canBeShown: true })
    expect(s3().objects.get(`portal/${stored?.name}`)?.content.equals(PDF) ?? false).toBe(store === 's3')
    expect(await listed(token.paul)).toEqual([
      {
        id: 1,
        providerId: 1,
        providerName: 'Paul Provider',
        providerType: 'Occupational Therapist',
        templateTypeId: TYPES.license,
        masterFileTitle: 'License',
        documentName: 'State license',
        title: 'State license',
        originalFileName: 'License.pdf',
        uploadedFileName: stored?.name,
        hasExpiryDate: true,
        expiryDate: '2027-01-09',
        expiryOn: '2027-01-09',
        daysLeft: 50,
        createdOnUtc: TEST_NOW.toISOString(),
        createdBy: 'Ada Admin',
        state: 'expiring',
        version: 1,
        versions: 1,
        earlierVersion: null,
        restorableUntil: null,
        size: PDF.length,
        mediaType: 'application/pdf',
        canBeShown: true,
        acknowledgment: null,
        wasAccepted: false,
        mayDelete: true,
        mayReplace: true,
      },
    ])
    const download = await at().call('downloadProviderDoc', { token: token.paul, query: { id: 1 } })
    expect(bytesIn(download.data)).toEqual(PDF)
    expect(Object.fromEntries(download.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(PDF.length),
      'content-disposition': `attachment; filename="License.pdf"; filename*=UTF-8''License.pdf`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    const view = await at().call('viewProviderDoc', { token: token.ada, query: { id: 1 } })
    expect(view.headers.get('content-type')).toBe('application/pdf')
    expect(bytesIn(view.data)).toEqual(PDF)
    expect((await at().call('getDocumentLog', { token: token.ada, query: { id: 1 } })).data).toMatchObject({
      totalRecords: 4,
      allEntries: [
        { action: 'read', by: 'Ada Admin', version: 1 },
        { action: 'downloaded', by: 'Paul Provider' },
        { action: 'expiring', by: '' },
        { action: 'uploaded', by: 'Ada Admin' },
      ],
    })
    expect(await notices()).toEqual([['PRV', 'An administrator uploaded a document: State license', '/my-documents']])
  })

  test('of a provider are told to administrators, counted, and reached by nobody else', async () => {
    expect(await upload(token.paul, { ...expiring(-1) })).toMatchObject({ status: 200 })
    expect(await notices()).toEqual([
      ['ADM', 'Paul Provider uploaded a document: State license', '/provider-documents/1'],
    ])
    const counts = await server().call('getAdminDocuments', { token: token.ada, query: { providerName: 'paul' } })
    const row = { id: 1, providerName: 'Paul Provider', providerType: 'Occupational Therapist' }
    expect(counts.data).toMatchObject({
      totalRecords: 1,
      allProviderDocument: [{ ...row, docs: 1, expiring: 0, expired: 1, unaccepted: 0 }],
    })
    const noProvider = { status: 404, message: 'Provider not found.' }
    for (const name of ['getProviderDocuments', 'getProviderDocumentById'] as const) {
      expect(refusalOf(await server().call(name, { token: token.sofia, query: { providerId: 1 } }))).toEqual(noProvider)
    }
    for (const name of ['downloadProviderDoc', 'viewProviderDoc', 'getDocumentVersions'] as const) {
      expect(refusalOf(await server().call(name, { token: token.sofia, query: { id: 1 } }))).toEqual(MISSING)
    }
    expect(refusalOf(await server().call('deleteDocument', { token: token.sofia, params: { id: 1 } }))).toEqual(MISSING)
    expect(refusalOf(await upload(token.sofia))).toEqual(noProvider)
    expect(refusalOf(await upload(token.sofia, { providerId: 2, replaces: 1 }))).toEqual(MISSING)
    for (const name of ['getAdminDocuments', 'getExpiringDocuments', 'getDocumentLog'] as const) {
      expect((await server().call(name, { token: token.paul, query: { id: 1 } })).status).toBe(403)
    }
    expect((await listed(token.paul)).map(({ id, state }) => ({ id, state }))).toEqual([{ id: 1, state: 'expired' }])
  })

  test('keep their earlier versions, and go with all of them', async () => {
    await upload(token.paul, expiring(-1))
    expect(await upload(token.paul, { ...expiring(400), replaces: 1 })).toMatchObject({ data: { id: 2, version: 2 } })
    expect(refusalOf(await upload(token.paul, { replaces: 1 }))).toEqual({
      status: 409,
      message: 'A newer version of this document was uploaded in the meantime.',
    })
    expect((await listed(token.ada)).map(({ id }) => id)).toEqual([2])
    const versions = async () =>
      z
        .array(documentSchema)
        .parse((await server().call('getDocumentVersions', { token: token.paul, query: { id: 1 } })).data)
        .map(({ id, version, state }) => ({ id, version, state }))
    expect(await versions()).toEqual([
      { id: 2, version: 2, state: 'current' },
      { id: 1, version: 1, state: 'superseded' },
    ])
    expect(bytesIn((await server().call('downloadProviderDoc', { token: token.paul, query: { id: 1 } })).data)).toEqual(
      PDF,
    )
    const remove = (id: number) => server().call('deleteDocument', { token: token.paul, params: { id } })
    expect((await remove(1)).status).toBe(409)
    expect(await remove(2)).toMatchObject({ status: 200, message: 'Document has been deleted successfully' })
    expect(refusalOf(await remove(2))).toEqual(MISSING)
    expect(refusalOf(await upload(token.paul, { replaces: 2 }))).toEqual(MISSING)
    expect(await listed(token.paul)).toEqual([])
    const log = await server().call('getDocumentLog', { token: token.ada, query: { id: 2 } })
    expect(log.data).toMatchObject({
      allEntries: [{ action: 'deleted', version: 1 }, { action: 'deleted', version: 2 }, {}, {}, {}, {}, {}],
    })
    const moves = await db().select().from(transitionLog).where(eq(transitionLog.machine, 'provider-document'))
    expect(moves.map(({ entity, fromState, toState }) => `${entity} ${fromState} ${toState}`).toSorted()).toEqual([
      '1 current expired',
      '1 expired superseded',
      '1 superseded deleted',
      '2 current deleted',
    ])
  })

  const removed = (id: number, body: object = {}, as = token.ada) =>
    server().call('deleteDocument', { token: as, params: { id }, body })
  const restored = (id: number, as = token.ada) => server().call('restoreDocument', { token: as, body: { id } })

  test('go back to the earlier version, which counts again', async () => {
    await upload(token.ada, expiring(-1))
    await upload(token.ada, { ...expiring(400), replaces: 1 })
    expect(await listed(token.paul)).toMatchObject([{ id: 2, versions: 2, earlierVersion: 1, restorableUntil: null }])
    await db().delete(notificationEvents)
    expect(await removed(2, { keepsEarlier: true })).toMatchObject({
      status: 200,
      message: 'The document is back at version 1',
    })
    expect(await listed(token.paul)).toMatchObject([{ id: 1, state: 'expired', versions: 1, earlierVersion: null }])
    expect(refusalOf(await removed(1, { keepsEarlier: true }))).toEqual({
      status: 409,
      message: 'This document has no earlier version anymore.',
    })
    // The number of the deleted version is not used again.
    expect(await upload(token.ada, { ...expiring(300), replaces: 1 })).toMatchObject({ data: { id: 3, version: 3 } })
    expect(refusalOf(await restored(2))).toEqual({
      status: 409,
      message: 'A newer version of this document was uploaded in the meantime.',
    })
    await removed(3, { keepsEarlier: true })
    expect(await restored(2)).toMatchObject({ status: 200 })
    expect(await listed(token.paul)).toMatchObject([{ id: 2, state: 'current', versions: 2, earlierVersion: 1 }])
    expect((await notices()).map(([, message]) => message)).toEqual([
      'An administrator deleted the latest version of a document: State license. Version 1 counts again. It can be restored until 12/20/2026.',
      'An administrator uploaded a newer version of a document: State license',
      'An administrator deleted the latest version of a document: State license. Version 1 counts again. It can be restored until 12/20/2026.',
      'An administrator restored a document: State license',
    ])
  })

  test('are restored with their versions for 30 days, and then purged with their files', async () => {
    await upload(token.paul)
    await upload(token.paul, { ...expiring(400), replaces: 1 })
    await db().delete(notificationEvents)
    expect(await removed(2, {}, token.paul)).toMatchObject({
      status: 200,
      message: 'Document has been deleted successfully',
    })
    expect(await notices()).toEqual([
      [
        'ADM',
        'Paul Provider deleted a document with its 2 versions: State license. It can be restored until 12/20/2026.',
        '/provider-documents/1?show=2',
      ],
    ])
    expect((await restored(2, token.paul)).status).toBe(403)
    const query = { providerId: 1, show: 'deleted' as const }
    const deleted = async () =>
      documentsIn((await server().call('getProviderDocuments', { token: token.ada, query })).data).allProviderDocuments
    expect(await deleted()).toMatchObject([{ id: 2, restorableUntil: '2026-12-20' }])
    expect(await restored(2)).toMatchObject({ status: 200, message: 'The document was restored' })
    expect(refusalOf(await restored(2))).toEqual({ status: 409, message: 'This document was restored already.' })
    expect(await listed(token.paul)).toMatchObject([{ id: 2, state: 'current', versions: 2 }])

    await removed(2)
    const after = (days: number) =>
      documentPurge.run({ db: db(), clock: () => new Date(TEST_NOW.getTime() + days * 86_400_000 + 1000) })
    await after(29)
    expect(await deleted()).toHaveLength(1)
    await after(30)
    expect(await deleted()).toEqual([])
    expect(refusalOf(await restored(2))).toEqual(MISSING)
    expect([await db().$count(providerDocuments), await db().$count(storedFiles)]).toEqual([0, 0])
    expect(await db().$count(documentLog)).toBe(0)
    const moves = await db().select().from(transitionLog).where(eq(transitionLog.entity, '1'))
    expect(moves.map(({ event, toState }) => `${event} ${toState}`)).toEqual([
      'document.replace superseded',
      'document.delete deleted',
      'document.restore superseded',
      'document.delete deleted',
      'document.purge purged',
    ])
  })

  test('are told of once, 60, 30 and 7 days before they expire and once afterward', async () => {
    await upload(token.ada, expiring(61))
    await upload(token.ada, { ...expiring(90), providerId: 2 })
    await db().update(providers).set({ termDate: '2026-01-01' }).where(eq(providers.id, 2))
    await db().delete(notificationEvents)
    const told: Record<number, unknown> = {}
    for (const days of [0, 1, 2, 31, 53, 54, 61, 62, 63, 100]) {
      const now = new Date(TEST_NOW.getTime() + days * 86_400_000)
      const before = (await notices()).length
      // Several servers look at the same time.
      await Promise.all([1, 2, 3].map(() => expiryNotices.run({ db: db(), clock: () => now })))
      const added = (await notices()).slice(before)
      if (added.length > 0) told[days] = added.map(([audience, message]) => `${audience} ${message}`)
    }
    const both = (words: string) => [`ADM Paul Provider: State license ${words}`, `PRV State license ${words}`]
    expect(told).toEqual({
      1: both('expires in 60 days, on 01/20/2027'),
      31: both('expires in 30 days, on 01/20/2027'),
      54: both('expires in 7 days, on 01/20/2027'),
      62: both('expired on 01/20/2027'),
    })
    const moves = await db().select().from(transitionLog).where(eq(transitionLog.entity, '1'))
    expect(moves.map(({ fromState, event, toState }) => `${fromState} ${event} ${toState}`)).toEqual([
      'current document.nearExpiry expiring',
      'expiring document.expire expired',
    ])
  })

  test('that expire are listed by span, by provider and by type', async () => {
    const names = [-3, 0, 30, 31, 60, 90, 91]
    for (const days of names) await upload(token.ada, { ...expiring(days), documentName: `In ${days}` })
    await upload(token.ada, { documentName: 'Never' })
    const list = async (query: TestRequest['query']) =>
      documentsIn(
        (await server().call('getExpiringDocuments', { token: token.ada, query: query ?? {} })).data,
      ).allProviderDocuments.map(({ daysLeft }) => daysLeft)
    expect(await list({})).toEqual([-3, 0, 30, 31, 60, 90])
    expect(await list({ withinDays: 30 })).toEqual([-3, 0, 30])
    expect(await list({ withinDays: 60, isExpiredHidden: 'true' })).toEqual([0, 30, 31, 60])
    expect(await list({ withinDays: 0 })).toEqual([-3])
    expect(await list({ providerId: 2 })).toEqual([])
    expect(await list({ templateTypeId: TYPES.evaluation })).toEqual([])
    expect(await list({ sort: '-expiryDate', pageSize: 10 })).toEqual([90, 60, 31, 30, 0, -3])
  })

  test('that cannot be stored leave nothing behind', async () => {
    const failed = { status: 503, data: null }
    s3().mode = 'failing'
    expect(await upload(token.ada, {}, LICENSE, s3Server)).toMatchObject({
      ...failed,
      message: expect.stringContaining('Nothing was saved'),
    })
    s3().mode = 'cutting'
    const large = { name: 'large.pdf', bytes: new Uint8Array(Buffer.concat([PDF, Buffer.alloc(1024 * 1024, 'x')])) }
    expect(await upload(token.ada, {}, large, s3Server)).toMatchObject(failed)
    expect(s3().objects.size).toBe(0)
    expect(await db().$count(storedFiles)).toBe(0)
    expect(await db().$count(providerDocuments)).toBe(0)
    expect(await readdir(inFolder.spoolFolder)).toEqual([])
  })

  test('damaged or cut off in the store are never taken for whole', async () => {
    await upload(token.ada, {}, LICENSE, s3Server)
    // What is missing shows when the connection ends: at once, instead of six seconds later.
    const request = { token: token.ada, query: { id: 1 }, headers: { connection: 'close' } }
    const read = () => s3Server().call('downloadProviderDoc', request)
    const [object] = s3().objects.values()
    object?.content.write('!', 10)
    await expect(read()).rejects.toThrow('terminated')
    s3().mode = 'cutting'
    await expect(read()).rejects.toThrow('terminated')
    s3().mode = 'working'
    s3().objects.clear()
    expect(refusalOf(await read())).toEqual({
      status: 500,
      message: 'The file of this document is missing from the store. Please tell your administrator.',
    })
  })

  test('a provider neither replaces nor deletes what only administrators upload; a deleted type stays usable for newer versions', async () => {
    await upload(token.ada, { templateTypeId: TYPES.evaluation })
    const kept = {
      status: 409,
      message: 'Only administrators upload documents of this type. Ask one to change or delete it.',
    }
    expect(await listed(token.paul)).toMatchObject([{ mayDelete: false, mayReplace: false }])
    expect(refusalOf(await upload(token.paul, { replaces: 1 }))).toEqual(kept)
    const removed = await server().call('deleteDocument', { token: token.paul, params: { id: 1 }, body: {} })
    expect(refusalOf(removed)).toEqual(kept)

    await upload(token.paul)
    await db()
      .update(documentTemplates)
      .set({ deletedAt: TEST_NOW, mustExpire: true })
      .where(eq(documentTemplates.id, TYPES.license))
    expect(await upload(token.paul)).toMatchObject({ status: 404, message: 'Document type not found.' })
    expect(await upload(token.paul, { replaces: 2 })).toMatchObject({ status: 200, data: { id: 3, version: 2 } })
    expect(await upload(token.ada, { replaces: 1 })).toMatchObject({ status: 404 })
  })

  test('providers with the same name are told apart where one is chosen, by their email addresses', async () => {
    const names = async () => {
      const chosen = await server().call('getAllProviders', { token: token.ada })
      const counts = await server().call('getAdminDocuments', { token: token.ada, query: { providerName: 'paul pro' } })
      return [
        z
          .array(z.object({ providerName: z.string() }))
          .parse(chosen.data)
          .map(({ providerName }) => providerName),
        z
          .object({ allProviderDocument: z.array(documentCountSchema) })
          .parse(counts.data)
          .allProviderDocument.map(({ providerName }) => providerName),
      ]
    }
    expect(await names()).toEqual([['Paul Provider', 'Sofía Special'], ['Paul Provider']])
    await db()
      .update(providers)
      .set({ firstName: 'paul', lastName: 'Provider', email: 'p2@x.example' })
      .where(eq(providers.id, 2))
    await db().update(providers).set({ email: 'p1@x.example' }).where(eq(providers.id, 1))
    for (const list of await names()) {
      expect(list.toSorted()).toEqual(['Paul Provider (p1@x.example)', 'paul Provider (p2@x.example)'])
    }
  })
})

describe('files', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ManageDocuments')
    await allowScreen(database(), 'Providers', 'MyDocuments')
    await database()
      .db.insert(documentTemplates)
      .values([{ title: 'License', isForProviders: true }, { title: 'Evaluation' }])
  })

  const upload = (as: string, name: string, bytes: Uint8Array<ArrayBuffer> | string, body: object = {}) =>
    server().call('uploadDocument', {
      token: as,
      body: { providerId: 1, templateTypeId: TYPES.license, documentName: 'License', ...body },
      file: { name, bytes },
    })

  test.each([
    ['a PDF', 'a.pdf', files.pdf(), 'application/pdf', true],
    [
      'a PDF with a script',
      'a.pdf',
      files.pdf('2 0 obj << /S /JavaScript /JS (app.alert(1)) >>'),
      'application/pdf',
      false,
    ],
    ['a PDF with a packed script', 'a.pdf', files.pdfWithPackedScript(), 'application/pdf', false],
    ['one whose packing is disguised', 'a.pdf', files.pdfWithPackedScript('/Obj#53tm'), 'application/pdf', false],
    ['one with harmless bytes before it', 'a.pdf', files.pdfWithPackedDecoy(), 'application/pdf', false],
    ['an encrypted PDF', 'a.PDF', files.pdf('trailer << /Encrypt 2 0 R >>'), 'application/pdf', false],
    ['a Word file with links', 'a.docx', files.docx(), expect.stringContaining('wordprocessingml'), false],
    ['a workbook', 'a.xlsx', files.xlsx(), expect.stringContaining('spreadsheetml'), false],
    ['an old workbook', 'a.xls', files.xls(), 'application/vnd.ms-excel', false],
    ['text', 'a.csv', 'ID,Hours\n1,2\n', 'text/csv', false],
    ['text that begins like an image', 'a.csv', 'BMI,Name\n', 'text/csv', false],
  ])('%s is taken for what it is', async (_, name, bytes, mediaType, canBeShown) => {
    expect(await upload(token.ada, name, bytes)).toMatchObject({ status: 200 })
    expect(await database().db.select().from(storedFiles)).toMatchObject([{ mediaType, canBeShown }])
    const view = await server().call('viewProviderDoc', { token: token.ada, query: { id: 1 } })
    expect(view.status).toBe(canBeShown ? 200 : 406)
  })

  const notA = (ending: string) => `This is not a ${ending} file, whatever its name says.`
  const LOADS =
    'This file loads parts of itself from elsewhere, such as a template or an image. Save it with those embedded and retry.'
  const OBJECTS =
    'This file contains objects of other programs, such as an embedded file or a web page. Save it without them and retry.'
  const MACROS = 'This file contains macros or other programs. Save it without them and retry.'
  type Refused = [what: string, name: string, bytes: Uint8Array<ArrayBuffer> | string, message: unknown]
  const refused = (all: readonly files.NamedFile[], message: string) =>
    all.map(([what, name, bytes]): Refused => [what, name, bytes, message])

  test.each(files.ordinaryFiles())('%s is stored', async (_, name, bytes) => {
    expect(await upload(token.ada, name, bytes)).toMatchObject({ status: 200 })
  })

  test.each<Refused>([
    ['HTML called PDF', 'a.pdf', '<script>alert(1)</script>', notA('.pdf')],
    ['what only begins like a PDF', 'a.pdf', '%PDF-1.7 and nothing else', notA('.pdf')],
    ['a PDF called image', 'a.png', files.pdf(), notA('.png')],
    ['an SVG called image', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', notA('.png')],
    ['a workbook called Word file', 'a.docx', files.xlsx(), notA('.docx')],
    ['an old workbook called Word file', 'a.doc', files.xls(), notA('.doc')],
    ['a program called text', 'a.csv', 'MZ\u0000\u0001', notA('.csv')],
    ['macros', 'a.docx', files.docxWithMacros(), MACROS],
    ...refused(files.filesWithPrograms(), MACROS),
    ...refused(files.filesWithObjects(), OBJECTS),
    ...refused(files.filesThatLoad(), LOADS),
    ...files
      .docxWithTemplate()
      .map(([how, bytes]): [string, string, typeof bytes, string] => [
        `a template elsewhere (${how})`,
        'a.docx',
        bytes,
        LOADS,
      ]),
    [
      'a damaged image',
      'a.png',
      new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
      expect.stringMatching(/damaged|is not a/),
    ],
  ])('%s is refused', async (_, name, bytes, message) => {
    expect(await upload(token.ada, name, bytes)).toMatchObject({ status: 406, message })
    expect(await database().db.$count(storedFiles)).toBe(0)
  })

  test.each([
    ['a ZIP bomb', files.zipBomb, 'This file is too large when unpacked (maximum 1 GB).'],
    ['a ZIP file that lies about its size', files.lyingZip, expect.stringContaining('damaged')],
  ])('%s is refused', async (_, bytes, message) => {
    expect(await upload(token.paul, 'a.zip', bytes())).toMatchObject({ status: 406, message })
  })

  test('are limited by name and size, for providers more than for administrators', async () => {
    const only = (endings: string) => ({ status: 400, message: `Only these file types are supported: ${endings}` })
    const forProviders = '.pdf, .doc, .docx, .xlsx, .xls, .csv, .png, .jpg, .jpeg, .gif, .webp'
    expect(await upload(token.paul, 'a.zip', files.zip())).toMatchObject({ status: 200 })
    expect(await upload(token.ada, 'a.zip', files.zip())).toMatchObject(only(forProviders))
    expect(await upload(token.paul, 'a.csv', 'a')).toMatchObject(only('.pdf, .doc, .zip'))
    expect(await upload(token.ada, 'a.exe', 'a')).toMatchObject(only(`${forProviders}, .zip`))
    expect(await upload(token.ada, 'a.pdf', '')).toMatchObject({ status: 400, message: 'The file is empty' })
    const large = new Uint8Array(4 * 1024 * 1024 + 1)
    expect(await upload(token.ada, 'a.pdf', large)).toMatchObject({
      status: 400,
      message: 'The file is too large (maximum 4 MB)',
    })
    expect(await server().call('getDocumentLimit', { token: token.paul })).toMatchObject({
      data: { maxBytes: 4 * 1024 * 1024 },
    })
  })

  test('need the fields of the spec, with its messages', async () => {
    const problemOf = async (body: object) => {
      const { errors } = await upload(token.ada, 'a.pdf', files.pdf(), body)
      return errors?.map(({ path, message }) => `${path}: ${message}`)
    }
    expect(await problemOf({ templateTypeId: '' })).toEqual(['templateTypeId: Please Select Template'])
    expect(await problemOf({ providerId: '' })).toEqual(['providerId: Please Select Provider'])
    expect(await problemOf({ documentName: ' ' })).toEqual(['documentName: Enter Document Name'])
    expect(await problemOf({ hasExpiryDate: 'true' })).toEqual(['expiryDate: Please Select Expiry Date'])
    expect(await problemOf({ hasExpiryDate: 'true', expiryDate: '02/30/2027' })).toEqual([
      'expiryDate: Enter the date as MM/DD/YYYY.',
    ])
    expect(await upload(token.ada, 'a.pdf', files.pdf(), { providerId: 99 })).toMatchObject({ status: 404 })
    expect(await upload(token.paul, 'a.pdf', files.pdf(), { templateTypeId: TYPES.evaluation })).toMatchObject({
      status: 404,
      message: 'Document type not found.',
    })
  })

  test('get names that mislead nobody', async () => {
    await upload(token.ada, 'C:\\folder\\a\u202efdp.exe\u202c.pdf', files.pdf())
    await upload(token.ada, `${'👩‍🏫'.repeat(60)}.pdf`, files.pdf())
    await upload(token.ada, '.pdf', files.pdf())
    await upload(token.ada, '\u200b.pdf', files.pdf())
    const rows = await database().db.select().from(providerDocuments).orderBy(asc(providerDocuments.id))
    const names = rows.map(({ originalFileName }) => originalFileName)
    expect(names).toEqual(['afdp.exe.pdf', `${'👩‍🏫'.repeat(22)}.pdf`, 'document.pdf', 'document.pdf'])
    expect(names.every((name) => Buffer.byteLength(name) <= 255)).toBe(true)
  })

  test('photos are shown without what is hidden in them', async () => {
    const photo = await files.photo()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    await upload(token.ada, 'card.jpg', photo)
    const view = await server().call('viewProviderDoc', { token: token.ada, query: { id: 1 } })
    expect(view.headers.get('content-type')).toBe('image/jpeg')
    const shown = await sharp(bytesIn(view.data)).metadata()
    expect([shown.width, shown.height, shown.exif]).toEqual([40, 20, undefined])
    const download = await server().call('downloadProviderDoc', { token: token.ada, query: { id: 1 } })
    expect(bytesIn(download.data)).toEqual(photo)
  })

  test('an image that is damaged in the store is not shown, and keeps no other image from being shown', async () => {
    for (const name of ['damaged.png', 'whole.png']) await upload(token.ada, name, await files.image(300, 300))
    const [damaged] = await database().db.select().from(storedFiles).orderBy(asc(storedFiles.createdAt))
    await database()
      .db.update(storedFiles)
      .set({ sha256: '0'.repeat(64) })
      .where(eq(storedFiles.name, damaged?.name ?? ''))
    const statusOf = async (id: number) =>
      (await server().call('viewProviderDoc', { token: token.ada, query: { id } })).status
    const statuses = await Promise.all([1, 2].map(statusOf))
    expect(statuses.toSorted()).toEqual([200, 500])
  })

  test('images that take too much memory once decoded are refused', async () => {
    expect(await upload(token.ada, 'large.png', await files.image(8000, 8000))).toMatchObject({
      status: 406,
      message: 'The image has 8000 × 8000 pixels, which is too many. Make it smaller and retry.',
    })
    expect(await upload(token.ada, 'photo.png', await files.image(7000, 7000))).toMatchObject({ status: 200 })
  })

  test('are read by GET alone: another method counts as no reading', async () => {
    await upload(token.ada, 'a.pdf', files.pdf())
    const logged = await database().db.$count(documentLog)
    const reply = await fetch(`${server().url}/api/document/download-provider-doc?id=1`, {
      method: 'HEAD',
      headers: { token: token.ada },
    })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await database().db.$count(documentLog)).toBe(logged)
  })

  test('of document types are uploaded, replaced and got; providers get their own types alone', async () => {
    const template = async (as: string) =>
      (await server().call('getMasterTemplates', { token: as, query: { isAdmin: 'true', isGenerateLetter: 'false' } }))
        .data
    const nobody = { requiredFor: [], mustExpire: false }
    const row = {
      canBeShown: false,
      isLetter: false,
      originalFileName: null,
      fileUrl: null,
      docs: 0,
      entityCacheKey: '1',
      ...nobody,
    }
    const license = { ...row, id: 1, title: 'License', isProviderUploadAllowedForAdmin: true }
    const evaluation = { ...row, id: 2, title: 'Evaluation', isProviderUploadAllowedForAdmin: false }
    expect(await template(token.ada)).toEqual([evaluation, license])
    expect(await template(token.paul)).toEqual([license])
    const send = (entityCacheKey: string, name: string, bytes: Uint8Array<ArrayBuffer>) =>
      server().call('uploadTemplateFile', { token: token.ada, body: { id: 1, entityCacheKey }, file: { name, bytes } })
    expect(await send('1', 'Form.pdf', files.pdf())).toMatchObject({ status: 200 })
    expect(await send('1', 'Form.pdf', files.pdf())).toMatchObject({ status: 409 })
    for (const [, name, bytes] of files.filesThatLoad().filter(([, name]) => name.endsWith('.docx'))) {
      expect(await send('2', name, bytes)).toMatchObject({ status: 406, message: expect.stringContaining('loads') })
    }
    const letter = files.docx()
    expect(await send('2', 'Letter.docx', letter)).toMatchObject({ status: 200 })
    expect(await database().db.$count(storedFiles)).toBe(1)
    // A Word file without placeholders is no letter.
    expect(await template(token.paul)).toMatchObject([
      { isLetter: false, fileUrl: '/api/document/get-template-file?id=1' },
    ])
    const file = await server().call('getTemplateFile', { token: token.paul, query: { id: 1 } })
    expect(bytesIn(file.data)).toEqual(letter)
    const body = {
      title: 'evaluation',
      isProviderUploadAllowedForAdmin: true,
      requiredForIds: [],
      mustExpire: false,
    }
    expect(await server().call('addTemplate', { token: token.ada, body })).toMatchObject({ status: 409 })
    const update = { ...body, title: 'Permit', id: 1, entityCacheKey: '3' }
    expect(await server().call('updateTemplate', { token: token.ada, body: update })).toMatchObject({ status: 200 })
    const remove = { id: 1, entityCacheKey: '4' }
    expect(await server().call('deleteTemplate', { token: token.ada, body: remove })).toMatchObject({ status: 200 })
    expect((await server().call('getTemplate', { token: token.ada, query: { id: 1 } })).status).toBe(404)
    expect(await database().db.$count(documentLog)).toBe(0)
  })
})
