import { describe, expect, test } from 'vitest'
import { createChartLink, getChartLinks } from '#contract/chart-links.ts'
import { chartLinks } from '#server/db/schema/workflows.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf } from '#tests/support/server/schedule.ts'
import { PEOPLE, type TestServer, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, useTimeOff } from '#tests/support/server/time-off.ts'

const WORKFLOW = 'time-off/pto-request'
const INTRANET = 'https://intranet.example'

const create = async (server: TestServer, token: string, workflow = WORKFLOW) => {
  const { status, message, data } = await server.call('createChartLink', { token, body: { workflow } })
  if (status !== 200) throw new Error(`${status} ${message}`)
  return createChartLink.data.parse(data).address
}
const linksOf = async (server: TestServer, token: string, workflow = WORKFLOW) =>
  getChartLinks.data.parse((await server.call('getChartLinks', { token, body: { workflow } })).data)

/** The page's text by line, without its style, script and drawing. */
const textOf = (page: string) =>
  page
    .replaceAll(/<(style|script|svg|title)[\s\S]*?<\/\1>/g, '')
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)

describe('links to charts', () => {
  const database = useDatabase()
  const server = useTestServer(database, { embedOrigins: [INTRANET, 'http://localhost:8080'] })
  const token = useTimeOff(database, server)

  const sofiaAsks = async () => {
    server().now = new Date('2026-11-18T14:00:00Z')
    token.ada = await server().tokenOf(PEOPLE.Administrators.userId)
    token.sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
    await askForTimeOff(server(), token.sofia, { requestedDate: '2026-11-23', reason: 'Surgery <script>' })
    await askForTimeOff(server(), token.sofia, { requestedDate: '2026-11-24', reason: 'Surgery' })
    await server().call('acceptPtos', { token: token.ada, body: { ids: '1' } })
  }

  test('show the chart with counts, without signing in and without personal data', async () => {
    await sofiaAsks()
    const reply = await fetch(await create(server(), token.ada))
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await reply.text()
    expect(textOf(page)).toEqual([
      'Time-off request lifecycle',
      'A time-off request, from submission to decision, and returning the time off.',
      'As of 11/18/2026 9:00 AM (America/New York)',
      'The counts could not be updated. Trying again each minute.',
      'State Now',
      'Pending 1 Accepted 1 Rejected 0 Withdrawn 0 Return requested 0 Returned 0',
      'Numbers at states: records in the state now. Numbers at arrows: records that took the transition from 11/01/2026 to 11/18/2026.',
    ])
    for (const secret of ['Sof', 'Surgery', 'Dentist']) expect(page).not.toContain(secret)
    // Six states and one arrow that was taken.
    expect([...page.matchAll(/text-anchor="middle" fill="#ffffff">(\d+)</g)].map(([, count]) => count)).toEqual([
      '1',
      '1',
      '0',
      '0',
      '0',
      '0',
      '1',
    ])
  })

  test('may be framed by the set origins only, and run only their own script', async () => {
    const reply = await fetch(await create(server(), token.ada))
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      "style-src 'unsafe-inline'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${INTRANET} http://localhost:8080`,
    ])
    expect(reply.headers.get('x-frame-options')).toBeNull()
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    const other = await server().fetch('/api/health')
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(other.headers.get('x-frame-options')).toBe('DENY')
  })

  test('are listed with who, when and last use, and are revoked for good', async () => {
    server().now = new Date('2026-11-18T14:00:00Z')
    token.ada = await server().tokenOf(PEOPLE.Administrators.userId)
    const [first, second] = [await create(server(), token.ada), await create(server(), token.ada)]
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/embed\/[\w-]{43}$/)
    const rows = JSON.stringify(await database().db.select().from(chartLinks))
    for (const address of [first, second]) expect(rows).not.toContain(address.split('/').at(-1))
    const link = { createdAtUtc: '2026-11-18T14:00:00.000Z', createdBy: 'Ada Admin', lastUsedAtUtc: null }
    expect(await linksOf(server(), token.ada)).toEqual({
      links: [
        { ...link, id: 2 },
        { ...link, id: 1 },
      ],
      frameOrigins: [INTRANET, 'http://localhost:8080'],
    })
    const useAt = async (instant: string) => {
      server().now = new Date(instant)
      await fetch(first)
      token.ada = await server().tokenOf(PEOPLE.Administrators.userId)
      return (await linksOf(server(), token.ada)).links.map(({ lastUsedAtUtc }) => lastUsedAtUtc)
    }
    expect(await useAt('2026-11-19T09:00:00Z')).toEqual([null, '2026-11-19T09:00:00.000Z'])
    expect(await useAt('2026-11-19T09:00:59Z')).toEqual([null, '2026-11-19T09:00:00.000Z'])
    expect(await useAt('2026-11-19T09:01:00Z')).toEqual([null, '2026-11-19T09:01:00.000Z'])
    expect((await linksOf(server(), token.ada, 'schedule/occurrence')).links).toEqual([])

    const revoke = () => server().call('revokeChartLink', { token: token.ada, body: { id: 1 } })
    expect((await revoke()).status).toBe(200)
    expect(refusalOf(await revoke())).toEqual({ status: 404, message: 'This link was already revoked.' })
    const gone = await fetch(first)
    expect(gone.status).toBe(410)
    expect(textOf(await gone.text())).toEqual([
      'Link revoked',
      'This link to a chart was revoked. Ask an administrator of Homeroom for a new one.',
    ])
    expect(gone.headers.get('content-security-policy')).toContain(`frame-ancestors ${INTRANET}`)
    expect((await fetch(second)).status).toBe(200)
    expect((await linksOf(server(), token.ada)).links).toHaveLength(1)
  })

  test('exist only for workflows with counts, and at most twenty', async () => {
    for (const workflow of ['session/sign-in', 'no/such']) {
      expect(refusalOf(await server().call('createChartLink', { token: token.ada, body: { workflow } }))).toEqual({
        status: 404,
        message: 'This workflow has no counts.',
      })
    }
    for (let links = 0; links < 20; links += 1) await create(server(), token.ada)
    const more = await server().call('createChartLink', { token: token.ada, body: { workflow: WORKFLOW } })
    expect(refusalOf(more)).toEqual({
      status: 409,
      message: 'A workflow can have at most 20 links. Revoke one that is no longer used.',
    })
    await create(server(), token.ada, 'schedule/occurrence')
  })

  test('an unknown link gets a page that says so', async () => {
    const reply = await fetch(`${server().url}/embed/guess`)
    expect(reply.status).toBe(404)
    expect(textOf(await reply.text())).toEqual([
      'No chart here',
      'There is no chart at this address. Check that the link was copied completely.',
    ])
  })

  test('the address stays out of the log', async () => {
    const address = await create(server(), token.ada)
    await fetch(address)
    expect(server().logs).toContain('"route":"/embed/{token}"')
    expect(server().logs).not.toContain(address.split('/').at(-1))
  })
})

describe('limits on charts', () => {
  const database = useDatabase()
  const server = useTestServer(database, { chartLimits: { perFeed: 3, missesPerAddress: 3 } })
  const token = useTimeOff(database, server)

  test('slow down guessing and excessive reads, with a page', async () => {
    const address = await create(server(), token.ada)
    for (let count = 0; count < 3; count += 1) {
      expect((await fetch(`${server().url}/embed/guess`)).status).toBe(404)
      expect((await fetch(address)).status).toBe(200)
    }
    for (const refused of [await fetch(`${server().url}/embed/guess`), await fetch(address)]) {
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
      expect(textOf(await refused.text())[0]).toBe('Too many requests')
    }
    // Without origins in the settings, no page may frame charts.
    expect((await fetch(address)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect((await linksOf(server(), token.ada)).frameOrigins).toEqual([])
  })
})
