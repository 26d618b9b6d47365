import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import { testDocuments } from '#tests/support/server/documents.ts'
import { rawRequest } from '#tests/support/server/raw-request.ts'
import { addPeople, allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const documents = testDocuments()
const database = useDatabase()
const server = useTestServer(database, { documents, bodyWaits: { stall: 300, total: 700 } })
let token = ''
beforeAll(async () => {
  await addPeople(database())
  await allowScreen(database(), 'Administrators', 'ManageDocuments')
  token = await server().tokenOf(PEOPLE.Administrators.userId)
})

const UPLOAD = '/api/document/upload'
const IMPORT = '/api/service/import-services'
const UNREADABLE = '400 {"statusCode":400,"message":"The form could not be read.","data":null}'
const TOO_SLOW = '408 {"statusCode":408,"message":"The request took too long to arrive. Please try again.","data":null}'
const TOO_LARGE = '413 {"statusCode":413,"message":"The file is too large (maximum 4 MB)","data":null}'

const start = (type: string, length: number, path = UPLOAD) =>
  rawRequest(server().url, path, { token, 'Content-Type': type, 'Content-Length': length })

const FORM = [
  '----x',
  'Content-Disposition: form-data; name="AttachFile"; filename="a.pdf"',
  '',
  '%PDF-1.7',
  '----x--',
  '',
].join('\r\n')

describe('a form is answered at once', () => {
  test.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty one', 'multipart/form-data; boundary='],
    ['an empty one before another parameter', 'multipart/form-data; boundary=; charset=utf-8'],
    ['an empty one in quotation marks', 'multipart/form-data; boundary=""'],
    ['one of blanks', 'multipart/form-data; boundary=" "'],
    ['two of them', 'multipart/form-data; boundary=; boundary=--x'],
    ['two of them, the other way around', 'multipart/form-data; boundary=--x; boundary='],
    ['an encoded one', "multipart/form-data; boundary*=utf-8''"],
    ['one in an open quotation mark', 'multipart/form-data; boundary="'],
    ['one that is too long', `multipart/form-data; boundary=${'x'.repeat(71)}`],
  ])('with %s', async (_, type) => {
    for (const path of [UPLOAD, IMPORT]) {
      const request = start(type, FORM.length, path)
      await request.write(FORM)
      expect(await request.reply()).toBe(UNREADABLE)
    }
  })

  test('whatever is in it', async () => {
    const ends = ['', '--', '----', '--\r\n', '----x\r\n', '----x--', '----x----x', '\r\n----x\r\n\r\n']
    const bodies = [...ends, ...ends.map((end) => FORM.slice(0, -9) + end)]
    for (const body of bodies) {
      const request = start('multipart/form-data; boundary=--x', body.length)
      await request.write(body)
      expect(await request.reply()).toMatch(/^40[06] /)
    }
  })
})

describe('a body that stops arriving is answered', () => {
  test('as a form', async () => {
    const request = start('multipart/form-data; boundary=--x', FORM.length + 1000)
    await request.write(FORM.slice(0, -8))
    await expect.poll(() => readdir(documents.spoolFolder)).toHaveLength(1)
    expect(await request.reply()).toBe(TOO_SLOW)
    await expect.poll(() => readdir(documents.spoolFolder)).toEqual([])
  })

  test('as JSON', async () => {
    const request = start('application/json', 1000, '/api/login/sign-in')
    await request.write('{"username":')
    expect(await request.reply()).toBe(TOO_SLOW)
  })

  test('as JSON without a length', async () => {
    const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
    const request = rawRequest(server().url, '/api/login/sign-in', headers)
    await request.write('2\r\n{"\r\n')
    expect(await request.reply()).toBe(TOO_SLOW)
  })
})

describe('a file over the limit is refused while its sender goes on sending', () => {
  test.each([
    ['with a length', { 'Content-Length': 24_000_000 }],
    ['without one', { 'Transfer-Encoding': 'chunked' }],
  ])('%s', async (_, length) => {
    const headers = { token, 'Content-Type': 'multipart/form-data; boundary=--x', ...length }
    const isChunked = 'Transfer-Encoding' in length
    const request = rawRequest(server().url, UPLOAD, headers)
    const write = (text: string) => request.write(isChunked ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
    await write(FORM.slice(0, -8))
    // Longer than the half second after which a server might close the connection.
    for (let sent = 0; sent < 12; sent += 1) {
      await write('x'.repeat(1_000_000))
      await pause(60)
    }
    expect(await request.reply()).toBe(TOO_LARGE)
    request.leave()
  })
})
