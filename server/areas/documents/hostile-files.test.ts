import { readdir } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { documentTemplates } from '#server/db/schema/documents.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import * as files from '#tests/support/server/document-files.ts'
import { testDocuments } from '#tests/support/server/documents.ts'
import { processorTime } from '#tests/support/server/processor-time.ts'
import { rawRequest } from '#tests/support/server/raw-request.ts'
import { useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const documents = testDocuments()
const database = useDatabase()
const server = useTestServer(database, { documents })
const token = useDistrict(database, server)

beforeEach(async () => {
  await allowScreen(database(), 'Providers', 'MyDocuments')
  await allowScreen(database(), 'Administrators', 'ManageDocuments')
  await database().db.insert(documentTemplates).values({ title: 'License', isForProviders: true })
})

const upload = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  server().call('uploadDocument', {
    token: token.ada,
    body: { providerId: 1, templateTypeId: 1, documentName: 'License' },
    file: { name, bytes },
  })

test.each<[what: string, bytes: () => Uint8Array<ArrayBuffer>, canBeShown: boolean]>([
  ['a part that says 250 times what it is', () => files.pdfOfParts(1, 60, 250), true],
  ['many parts that are too large together', () => files.pdfOfParts(200, 10), false],
  ['more parts than any book has', () => files.pdfOfParts(12_000, 0), false],
  ['as many parts as a book has', () => files.pdfOfParts(2_000, 0), true],
])('a PDF with %s takes little time', async (_, bytes, canBeShown) => {
  const file = bytes()
  expect(await processorTime(() => upload('a.pdf', file))).toBeLessThan(6)
  expect(await database().db.select().from(storedFiles)).toMatchObject([{ canBeShown }])
})

/** A form to be sent byte by byte. */
function startUpload(
  path: string,
  as: string,
  name: string,
  file: Uint8Array,
  parts: Readonly<Record<string, string | number>>,
) {
  const fields = Object.entries(parts).map(
    ([key, value]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `${fields.join('')}--x\r\nContent-Disposition: form-data; name="AttachFile"; filename="${name}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
  const headers = { token: as, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': body.length }
  return { body, request: rawRequest(server().url, path, headers) }
}

test.each([
  ['paul', 'a.zip', () => files.zipOfParts(30, 30)],
  ['ada', 'a.docx', () => files.docxOfParts(30, 30)],
] as const)("%s's %s is checked no further once its sender has left", async (who, name, bytes) => {
  const { body, request } = startUpload('/api/document/upload', token[who], name, bytes(), {
    providerId: 1,
    templateTypeId: 1,
    documentName: 'License',
  })
  const spent = await processorTime(async () => {
    await request.write(body)
    await expect.poll(() => readdir(documents.spoolFolder)).toHaveLength(1)
    request.leave()
    await expect.poll(() => readdir(documents.spoolFolder), { timeout: 30_000 }).toEqual([])
  })
  expect(spent).toBeLessThan(1.5)
  expect(await database().db.$count(storedFiles)).toBe(0)
})

test('a letter template is read no further once its sender has left', async () => {
  const parts = { id: 1, entityCacheKey: '1' }
  const file = files.slowLetter()
  const { body, request } = startUpload('/api/document/upload-template-file', token.ada, 'a.docx', file, parts)
  const before = process.cpuUsage().user
  await request.write(body)
  await expect.poll(() => process.cpuUsage().user - before, { timeout: 10_000 }).toBeGreaterThan(2e6)
  expect(await readdir(documents.spoolFolder)).toHaveLength(1)
  const spent = await processorTime(async () => {
    request.leave()
    await expect.poll(() => readdir(documents.spoolFolder), { timeout: 30_000 }).toEqual([])
  })
  expect(spent).toBeLessThan(1.5)
  expect(await database().db.$count(storedFiles)).toBe(0)
})
