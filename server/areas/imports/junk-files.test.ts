import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import { csvOf } from '#tests/support/server/imports.ts'
import { junkSheets, slowSheet } from '#tests/support/server/junk-sheets.ts'
import { processorTime } from '#tests/support/server/processor-time.ts'
import { rawRequest } from '#tests/support/server/raw-request.ts'
import { addPeople, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)
let token = ''
beforeAll(async () => {
  await addPeople(database())
  token = await server().tokenOf(PEOPLE.Administrators.userId)
})

const upload = (bytes: Uint8Array<ArrayBuffer> | string, name = 'a.csv') =>
  server().call('importServices', { token, file: { name, bytes } })

test.each(junkSheets())('%s are refused early', async (_, bytes, message) => {
  const spent = await processorTime(async () =>
    expect(
      await upload(bytes, message.includes('merged') || message.includes('cells,') ? 'a.xlsx' : 'a.csv'),
    ).toMatchObject({
      status: 406,
      data: [message],
    }),
  )
  expect(spent).toBeLessThan(6)
})

describe('while people import files that take long to read', () => {
  /** The first of them is being read. */
  async function startImports(count: number) {
    const head = '--x\r\nContent-Disposition: form-data; name="ImportFile"; filename="a.xlsx"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), Buffer.from(slowSheet()), Buffer.from('\r\n--x--\r\n')])
    const headers = { token, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': body.length }
    const requests = Array.from({ length: count }, () =>
      rawRequest(server().url, '/api/service/import-services', headers),
    )
    const before = process.cpuUsage().user
    for (const request of requests) await request.write(body)
    await expect.poll(() => process.cpuUsage().user - before, { timeout: 10_000 }).toBeGreaterThan(1e6)
    return requests
  }

  test('others get their spreadsheets', async () => {
    const done: string[] = []
    const requests = await startImports(3)
    for (const { reply } of requests) void reply().then(() => done.push('import'))
    expect(await server().call('getServiceImportSample', { token })).toMatchObject({ status: 200 })
    // The first may end meanwhile. With both threads reading, a download would wait for two.
    expect(done.length).toBeLessThan(2)
    for (const request of requests) request.leave()
  })

  test('and leave, their files are read no further', async () => {
    const requests = await startImports(6)
    const spent = await processorTime(async () => {
      for (const request of requests) request.leave()
      const file = csvOf(['Service Code', 'Description'], ['SLT', 'Speech'])
      expect(await upload(file)).toMatchObject({ status: 200 })
    })
    expect(spent).toBeLessThan(6)
  })
})
