import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'
import { z } from 'zod'
import { ACCESS_VERSION } from '#contract/acl.ts'
import {
  access,
  defineEndpoint,
  defineFile,
  id,
  idList,
  languageId,
  ownProviderId,
  writtenBy,
} from '#contract/endpoint.ts'
import { ApiError, NetworkError, SessionEndedError } from '#contract/failures.ts'
import { accessVersionOf } from '#domain/access-version.ts'
import type { SessionEmitted } from '#machines/session/session.machine.ts'
import { openSession, reply, startTestHost, type TestHost, testSession } from '#tests/support/services/session-host.ts'

const REFRESH = '/api/user/refresh-token'
const ECHO = '/api/test/echo'

const echo = defineEndpoint({
  method: 'POST',
  path: ECHO,
  summary: 'Gives back what it got',
  access: access.signedIn,
  body: z.object({ languageId, text: z.string().min(1, 'Text Is Required') }),
  data: z.object({ text: z.string() }),
})

const note = defineEndpoint({
  method: 'POST',
  path: '/api/test/add-note',
  summary: 'Takes who writes',
  access: access.signedIn,
  body: z.object({ languageId, note: z.string(), ...writtenBy, providerId: ownProviderId }),
  data: z.null(),
})

const find = defineEndpoint({
  method: 'GET',
  path: '/api/test/{schoolId}/get-found',
  summary: 'Has every part of an address',
  access: access.signedIn,
  params: z.object({ schoolId: id }),
  query: z.object({ providerIds: idList, keywords: z.string().nullish() }),
  data: z.null(),
})

const file = defineFile({
  method: 'POST',
  path: '/api/test/get-file',
  summary: 'Answers with a file',
  access: access.signedIn,
  body: z.object({ text: z.string() }),
  contentType: 'application/pdf',
})

let host: TestHost
beforeEach(async () => {
  host = await startTestHost()
})
afterEach(() => host.close())

/** A session restored with token `old` and a known access list. */
const restored = () => openSession(host.base, { session: testSession('old'), userAccess: [] })

/** Echoes requests with these tokens; 401 for any other. */
const echoFor = (...good: string[]) =>
  host.answers.set(ECHO, ({ token = '', body }, response) => {
    if (!good.includes(token)) return reply(response, 401, 'Token expired')
    const { text } = z.object({ text: z.string() }).parse(body)
    reply(response, 200, '', { text: text.toUpperCase() })
  })

const refreshWith = (accessToken: string) =>
  host.answers.set(REFRESH, (_, response) => reply(response, 200, '', { accessToken }))

const heardAt = (path: string) => host.heard.filter(({ url }) => url === path)
const outcomeOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)

const emittedBy = (session: ReturnType<typeof restored>['session']) => {
  const emitted: SessionEmitted['type'][] = []
  session.on('*', ({ type }) => emitted.push(type))
  return emitted
}

describe('a token that dies with calls in flight', () => {
  test('ten parallel calls: one refresh, each retried with its own arguments', async () => {
    echoFor('new')
    // Hold the refresh until all ten have been rejected.
    host.answers.set(REFRESH, async (_, response) => {
      await expect.poll(() => heardAt(ECHO).filter(({ token }) => token === 'old').length).toBe(10)
      reply(response, 200, '', { accessToken: 'new' })
    })
    const { client, session, stored } = restored()
    const texts = Array.from({ length: 10 }, (_, n) => `call ${n}`)

    const answers = await Promise.all(texts.map((text) => client.call(echo, { body: { text } })))

    expect(answers).toEqual(texts.map((text) => ({ text: text.toUpperCase() })))
    expect(heardAt(REFRESH)).toEqual([
      {
        method: 'POST',
        url: REFRESH,
        token: 'old',
        userid: '7',
        body: { languageId: 1, userid: 7, email: 'amara@district.example' },
      },
    ])
    expect(heardAt(ECHO)).toHaveLength(20)
    expect(session.getSnapshot().value).toEqual({ signedIn: { token: 'fresh', access: 'known' } })
    expect(stored).toEqual([{ type: 'store.save', session: testSession('new') }])
  })

  test('a call rejected after the refresh is retried with the new token', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    host.answers.set(ECHO, async ({ token, body }, response) => {
      const { text } = z.object({ text: z.string() }).parse(body)
      if (token === 'new') return reply(response, 200, '', { text })
      if (text === 'late') await held
      reply(response, 401, 'Token expired')
    })
    refreshWith('new')
    const { client } = restored()

    const late = client.call(echo, { body: { text: 'late' } })
    await client.call(echo, { body: { text: 'early' } })
    letGo()

    expect(await late).toEqual({ text: 'late' })
    expect(heardAt(REFRESH)).toHaveLength(1)
  })

  test('a second 401 ends the session', async () => {
    echoFor()
    refreshWith('new')
    const { client, session, stored } = restored()
    const emitted = emittedBy(session)

    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(SessionEndedError)
    expect(session.getSnapshot().value).toBe('expired')
    expect(emitted).toEqual([])

    session.send({ type: 'expiry.acknowledge' })
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { session: null, userAccess: null } })
    expect(stored.at(-1)).toEqual({ type: 'store.clear' })
    expect(emitted).toEqual(['session.reload'])
  })

  test('203 on refresh: forced logout, stored data is cleared', async () => {
    echoFor()
    host.answers.set(REFRESH, (_, response) => reply(response, 203, 'Your account has been deactivated'))
    const { client, session, stored } = restored()
    const emitted = emittedBy(session)

    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(SessionEndedError)
    expect(session.getSnapshot()).toMatchObject({ value: 'forcedOut', context: { session: null } })
    expect(emitted).toEqual(['session.forcedOut'])
    expect(stored).toEqual([{ type: 'store.clear' }])
  })

  test.each([400, 401, 403, 404])('%i on refresh: expired', async (status) => {
    echoFor()
    host.answers.set(REFRESH, (_, response) => reply(response, status, 'No'))
    const { client, session } = restored()

    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(SessionEndedError)
    expect(session.getSnapshot().value).toBe('expired')
  })

  test.each<[string, Parameters<typeof host.answers.set>[1]]>([
    ['a network failure', (_, response) => response.destroy()],
    ['409', (_, response) => reply(response, 409, 'Still being processed')],
    ['429', (_, response) => reply(response, 429, 'Too many attempts')],
    ['500', (_, response) => reply(response, 500, 'Something went wrong')],
    ['503', (_, response) => reply(response, 503, 'The database does not answer')],
    ['a reply without a token', (_, response) => reply(response, 200, '', { accessToken: '' })],
  ])('%s on refresh: the session is kept, the next call refreshes', async (_, refuse) => {
    echoFor('new')
    host.answers.set(REFRESH, refuse)
    const { client, session, stored } = restored()

    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(NetworkError)
    expect(session.getSnapshot().value).toEqual({ signedIn: { token: 'fresh', access: 'known' } })
    // Nothing that another tab would follow.
    expect(stored).toEqual([])

    refreshWith('new')
    expect(await client.call(echo, { body: { text: 'again' } })).toEqual({ text: 'AGAIN' })
  })
})

describe('the access list', () => {
  const key = { id: 1, module: 'Scheduling', screen: 'Scheduling', name: 'Scheduling', isActive: true } as const

  test('is fetched once if none is stored, with a refresh if needed', async () => {
    host.answers.set('/api/acl/get-role-access', ({ token }, response) =>
      token === 'new' ? reply(response, 200, '', [key]) : reply(response, 401, 'Token expired'),
    )
    refreshWith('new')
    const { session, stored } = openSession(host.base, { session: testSession('old'), userAccess: null })

    await waitFor(session, (snapshot) => snapshot.matches({ signedIn: { access: 'known' } }))
    expect(heardAt('/api/acl/get-role-access').map(({ body }) => body)).toEqual([
      { languageId: 1, id: 2 },
      { languageId: 1, id: 2 },
    ])
    expect(stored.at(-1)).toEqual({ type: 'store.saveAccess', userAccess: [key] })
  })

  test('is not fetched if one is stored', async () => {
    echoFor('old')
    const { client, session } = restored()
    await client.call(echo, { body: { text: 'x' } })
    expect(session.getSnapshot().matches({ signedIn: { access: 'known' } })).toBe(true)
    expect(host.heard.map(({ url }) => url)).toEqual([ECHO])
  })

  test('can be retried after a failure', async () => {
    const { session } = openSession(host.base, { session: testSession('old'), userAccess: null })
    await waitFor(session, (snapshot) => snapshot.hasTag('failed'))
    host.answers.set('/api/acl/get-role-access', (_, response) => reply(response, 200, '', []))
    session.send({ type: 'access.retry' })
    await waitFor(session, (snapshot) => snapshot.matches({ signedIn: { access: 'known' } }))
  })
})

describe('signing out', () => {
  test('clears the session at once and notifies the server', async () => {
    host.answers.set('/api/login/logout', (_, response) => reply(response, 200, ''))
    const { session, stored } = restored()
    const emitted = emittedBy(session)

    session.send({ type: 'session.close' })
    expect(stored).toEqual([{ type: 'store.clear' }])
    await waitFor(session, (snapshot) => snapshot.matches('signedOut'))

    expect(host.heard).toEqual([{ method: 'POST', url: '/api/login/logout', token: 'old', body: { languageId: 1 } }])
    expect(session.getSnapshot().context).toEqual({ session: null, userAccess: null, endReason: null })
    expect(emitted).toEqual(['session.closed'])
  })

  test('with an expired token still ends its session', async () => {
    host.answers.set('/api/login/logout', ({ token }, response) =>
      token === 'new' ? reply(response, 200, '') : reply(response, 401, 'Token expired'),
    )
    refreshWith('new')
    const { session } = restored()

    session.send({ type: 'session.close' })
    await waitFor(session, (snapshot) => snapshot.matches('signedOut'))
    expect(host.heard.map(({ url, token }) => [url, token])).toEqual([
      ['/api/login/logout', 'old'],
      [REFRESH, 'old'],
      ['/api/login/logout', 'new'],
    ])
  })

  test('works without a network', async () => {
    host.answers.set('/api/login/logout', (_, response) => {
      response.destroy()
    })
    const { session } = restored()
    session.send({ type: 'session.close' })
    await waitFor(session, (snapshot) => snapshot.matches('signedOut'))
  })
})

describe('a change of the access list', () => {
  const ACCESS = '/api/acl/get-role-access'
  const scheduling = { id: 1, module: 'Scheduling', screen: 'Scheduling', name: 'Scheduling', isActive: true } as const
  const versionOf = (...screens: string[]) => ({ [ACCESS_VERSION]: accessVersionOf(screens) })
  const known = () => openSession(host.base, { session: testSession('old'), userAccess: [scheduling] })
  const echoNaming = (status: number, headers: Record<string, string>) =>
    host.answers.set(ECHO, (_, response) => reply(response, status, 'No', { text: 'X' }, headers))
  const listIs = (...list: object[]) => host.answers.set(ACCESS, (_, response) => reply(response, 200, '', list))

  test('is noticed by any call: the list is fetched again and stored', async () => {
    echoNaming(200, versionOf('Caseloads'))
    listIs({ ...scheduling, screen: 'Caseloads' })
    const { client, session, stored } = known()
    await client.call(echo, { body: { text: 'x' } })
    await waitFor(session, (snapshot) => snapshot.matches({ signedIn: { access: 'known' } }))
    const userAccess = [{ ...scheduling, screen: 'Caseloads' }]
    expect(session.getSnapshot().context.userAccess).toEqual(userAccess)
    expect(stored).toEqual([{ type: 'store.saveAccess', userAccess }])
  })

  test('is not assumed while replies name the list that is known, or none', async () => {
    const { client } = known()
    for (const headers of [versionOf('Scheduling'), {}]) {
      echoNaming(200, headers)
      await client.call(echo, { body: { text: 'x' } })
    }
    expect(heardAt(ACCESS)).toEqual([])
  })

  test('holds back the refusal that it caused until the list is there', async () => {
    echoNaming(403, versionOf())
    listIs()
    const { client, session } = known()
    const failure = outcomeOf(client.call(echo, { body: { text: 'x' } })).then((error) => ({
      error,
      userAccess: session.getSnapshot().context.userAccess,
    }))
    expect(await failure).toMatchObject({ error: { status: 403 }, userAccess: [] })
  })

  test('keeps the old list if the new one cannot be fetched, and asks again at the next call', async () => {
    echoNaming(403, versionOf())
    host.answers.set(ACCESS, (_, response) => reply(response, 403, 'No', null, versionOf()))
    const { client, session } = known()
    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toMatchObject({ status: 403 })
    expect(session.getSnapshot().context.userAccess).toEqual([scheduling])
    listIs()
    await outcomeOf(client.call(echo, { body: { text: 'x' } }))
    expect(session.getSnapshot().context.userAccess).toEqual([])
  })
})

describe('other tabs', () => {
  test('a refreshed token is adopted', async () => {
    echoFor('newer')
    const { client, session } = restored()
    session.send({ type: 'store.changed', session: testSession('newer') })
    expect(await client.call(echo, { body: { text: 'x' } })).toEqual({ text: 'X' })
    expect(heardAt(REFRESH)).toEqual([])
  })

  test('signing out there signs out here without another call', () => {
    const { session } = restored()
    session.send({ type: 'store.changed', session: null })
    expect(session.getSnapshot()).toMatchObject({ value: 'signedOut', context: { session: null, userAccess: null } })
    expect(host.heard).toEqual([])
  })

  test('someone else signing in there reloads the page', () => {
    const { session } = restored()
    const emitted = emittedBy(session)
    session.send({ type: 'store.changed', session: { ...testSession('theirs'), userId: 8 } })
    expect(session.getSnapshot().context.session?.userId).toBe(8)
    expect(emitted).toEqual(['session.reload'])
  })

  test('signing in there resumes an expired session here; as someone else, it reloads the page', () => {
    for (const [userId, expected] of [
      [7, []],
      [8, ['session.reload']],
    ] as const) {
      const { session } = restored()
      const emitted = emittedBy(session)
      session.send({ type: 'session.refuse' })
      session.send({ type: 'store.changed', session: { ...testSession('next'), userId } })
      expect(session.getSnapshot().matches('signedIn')).toBe(true)
      expect(emitted).toEqual(expected)
    }
  })

  test('signing in there signs in here', () => {
    const { session } = openSession(host.base, { session: null, userAccess: null })
    expect(session.getSnapshot().value).toBe('signedOut')
    session.send({ type: 'store.changed', session: testSession('old') })
    expect(session.getSnapshot().matches('signedIn')).toBe(true)
  })
})

describe('a call', () => {
  const failureOf = async (answer: Parameters<TestHost['answers']['set']>[1]) => {
    host.answers.set(ECHO, answer)
    return outcomeOf(restored().client.call(echo, { body: { text: 'x' } }))
  }
  const raw = (status: number, text: string) => failureOf((_, response) => void response.writeHead(status).end(text))

  test('fills in path and query', async () => {
    host.answers.set('/api/test/12/get-found', (_, response) => reply(response, 200, ''))
    await restored().client.call(find, { params: { schoolId: 12 }, query: { providerIds: '3,4', keywords: null } })
    expect(host.heard).toEqual([
      { method: 'GET', url: '/api/test/12/get-found?providerIds=3%2C4', token: 'old', body: undefined },
    ])
  })

  test('includes the author and their provider if its endpoint has fields for them', async () => {
    host.answers.set(note.path, (_, response) => reply(response, 200, '', null))
    echoFor('old')
    const { client } = restored()
    await client.call(note, { body: { note: 'Calm today' } })
    await client.call(echo, { body: { text: 'nobody' } })
    expect(host.heard.map(({ body }) => body)).toEqual([
      { languageId: 1, note: 'Calm today', createdById: 7, updatedById: 7, providerId: 3 },
      { languageId: 1, text: 'nobody' },
    ])
  })

  test('that may have been stored is repeated with the same key; any other gets a new one', async () => {
    const outcomes = [
      (response: ServerResponse) => response.destroy(),
      (response: ServerResponse) => reply(response, 503, 'The database stopped answering.'),
      (response: ServerResponse) => reply(response, 409, 'Still at it', { isStillProcessing: true }),
      (response: ServerResponse) => reply(response, 400, 'No'),
      (response: ServerResponse) => reply(response, 200, ''),
      (response: ServerResponse) => reply(response, 200, ''),
    ]
    host.answers.set(note.path, (_, response) => outcomes.shift()?.(response))
    const { client } = restored()
    for (let attempt = 0; attempt < 6; attempt++) await outcomeOf(client.call(note, { body: { note: 'Fire drill' } }))
    const keys = heardAt(note.path).map(({ key }) => key)
    const [first, , , , second, third] = keys
    expect(keys).toEqual([first, first, first, first, second, third])
    expect(new Set(keys).size).toBe(3)
  })

  test('keeps its key when it is sent again with a new token; one that only reads has none', async () => {
    host.answers.set(note.path, ({ token }, response) => reply(response, token === 'new' ? 200 : 401, ''))
    refreshWith('new')
    const { client } = restored()
    await client.call(note, { body: { note: 'Fire drill' } })
    const [first, second] = heardAt(note.path).map(({ key }) => key)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
    await outcomeOf(client.call(find, { params: { schoolId: 3 }, query: { providerIds: '' } }))
    expect(host.heard.at(-1)).not.toHaveProperty('key')
  })

  test('is not sent if its body does not match the schema', async () => {
    expect(await outcomeOf(restored().client.call(echo, { body: { text: '' } }))).toMatchObject({
      name: 'ApiError',
      status: 400,
      message: 'Text Is Required',
      errors: [{ path: 'text', message: 'Text Is Required' }],
    })
    expect(host.heard).toEqual([])
  })

  test('is not sent while signed out', async () => {
    const { client } = openSession(host.base, { session: null, userAccess: null })
    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(SessionEndedError)
    expect(host.heard).toEqual([])
  })

  test("fails with the envelope's code, words, fields and data", async () => {
    const errors = [{ path: 'text', message: 'Not this one' }]
    const body = JSON.stringify({ statusCode: 409, message: 'Clash', data: ['a'], errors })
    expect(await raw(200, body)).toMatchObject({ status: 409, message: 'Clash', data: ['a'], errors })
  })

  test('reads a capitalized Message, and the HTTP status if the body has no code', async () => {
    expect(await raw(418, JSON.stringify({ Message: 'Teapot' }))).toMatchObject({ status: 418, message: 'Teapot' })
  })

  test('reports 204 as a status of its own', async () => {
    expect(await raw(200, JSON.stringify({ statusCode: 204, message: 'Open days' }))).toMatchObject({
      name: 'ApiError',
      status: 204,
      message: 'Open days',
    })
  })

  test.each([
    ['not JSON', '<!doctype html>'],
    ['truncated JSON', '{"statusCode":200,"data":{"te'],
    ['not an envelope', '[]'],
    ['unexpected data', '{"statusCode":200,"data":{"text":7}}'],
    ['nothing', ''],
  ])('fails clearly on a garbled answer: %s', async (_, text) => {
    expect(await raw(200, text)).toMatchObject({
      name: 'ApiError',
      status: 502,
      message: "The server's response could not be read. Please try again.",
    })
  })

  test("keeps a proxy's status when its page is no JSON", async () => {
    expect(await raw(503, '<h1>Busy</h1>')).toMatchObject({
      name: 'ApiError',
      status: 503,
      message: 'The server answered with an error (503).',
    })
  })

  test('whose response breaks off is a network failure, and the session is kept', async () => {
    host.answers.set(ECHO, (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"statusCode":200', () => response.destroy())
    })
    const { client, session, reached } = restored()
    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(NetworkError)
    expect(session.getSnapshot().matches('signedIn')).toBe(true)
    expect(reached).toEqual([false])
  })

  test('reports that the host was reached, whatever the status', async () => {
    const { client, reached } = restored()
    expect(await outcomeOf(client.call(echo, { body: { text: 'x' } }))).toBeInstanceOf(ApiError)
    expect(reached).toEqual([true])
  })

  test('can be aborted', async () => {
    host.answers.set(ECHO, () => {})
    const { client, reached } = restored()
    const controller = new AbortController()
    const outcome = outcomeOf(client.call(echo, { body: { text: 'x' } }, { signal: controller.signal }))
    await expect.poll(() => host.heard.length).toBe(1)
    controller.abort(new Error('The screen has gone'))
    expect(await outcome).toMatchObject({ message: 'The screen has gone' })
    expect(reached).toEqual([])
  })
})

describe('a download', () => {
  const PDF = new Uint8Array([37, 80, 68, 70, 0, 255])
  const download = (answer: Parameters<TestHost['answers']['set']>[1]) => {
    host.answers.set('/api/test/get-file', answer)
    return restored().client.download(file, { body: { text: 'x' } })
  }
  const named = (disposition: string | undefined) =>
    download((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/pdf',
        ...(disposition !== undefined && { 'content-disposition': disposition }),
      })
      response.end(PDF)
    })

  test.each([
    ['attachment; filename="week.pdf"', 'week.pdf'],
    [`attachment; filename="Woche_ab.pdf"; filename*=UTF-8''W%C3%B6chentlich.pdf`, 'Wöchentlich.pdf'],
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%E0`, 'plain.pdf'],
    [undefined, 'download'],
  ])('gives the bytes as they are, under the name of the header %s', async (disposition, name) => {
    const got = await named(disposition)
    expect({ name: got.name, bytes: new Uint8Array(await got.content.arrayBuffer()) }).toEqual({ name, bytes: PDF })
    expect(host.heard).toMatchObject([{ method: 'POST', token: 'old', body: { text: 'x' } }])
  })

  test('is retried with a new token', async () => {
    refreshWith('new')
    const got = await download(({ token }, response) => {
      if (token === 'old') return reply(response, 401, 'Expired')
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF)
    })
    expect(got.content.size).toBe(PDF.length)
  })

  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

  test.each([
    ['nothing', 200, {}, '', 502],
    ['JSON instead of a file', 200, JSON_TYPE, '{"statusCode":200,"message":"","data":null}', 502],
    ['a server error', 500, JSON_TYPE, '{"statusCode":500,"message":"Something went wrong"}', 500],
  ])("says the spec's sentence for %s", async (_, status, headers, text, expected) => {
    const failure = await outcomeOf(download((_, response) => void response.writeHead(status, headers).end(text)))
    expect(failure).toMatchObject({
      name: 'ApiError',
      status: expected,
      message: 'Please try again getting some error.',
    })
  })

  test('says why a request was rejected', async () => {
    const failure = await outcomeOf(download((_, response) => reply(response, 400, 'At most 7 days')))
    expect(failure).toMatchObject({ status: 400, message: 'At most 7 days' })
  })
})

describe('a call that needs a fresh proof', () => {
  const NEEDED = { mustConfirm: true }
  /** Refuses until someone has proven who they are. */
  const echoOnceProven = (isProven: () => boolean) =>
    host.answers.set(ECHO, (_, response) => {
      if (isProven()) reply(response, 200, '', { text: 'done' })
      else reply(response, 403, "Confirm that it's you to continue.", NEEDED)
    })
  const opened = (prove: () => Promise<boolean>) =>
    openSession(host.base, { session: testSession('old'), userAccess: [] }, prove)

  test('is sent again after the proof, as the same write', async () => {
    let isProven = false
    echoOnceProven(() => isProven)
    const { client } = opened(async () => {
      isProven = true
      return true
    })
    expect(await client.call(echo, { body: { text: 'a' } })).toEqual({ text: 'done' })
    const [first, second, ...more] = heardAt(ECHO)
    expect(more).toEqual([])
    expect(first?.key).toMatch(/^[\da-f-]{36}$/)
    expect(second).toEqual(first)
  })

  test("fails with the server's message if the user gives up", async () => {
    echoOnceProven(() => false)
    const { client } = opened(() => Promise.resolve(false))
    const failure = await outcomeOf(client.call(echo, { body: { text: 'a' } }))
    expect(failure).toMatchObject({ status: 403, message: "Confirm that it's you to continue.", data: NEEDED })
    expect(heardAt(ECHO)).toHaveLength(1)
  })

  test('is sent again only once', async () => {
    echoOnceProven(() => false)
    const { client } = opened(() => Promise.resolve(true))
    expect(await outcomeOf(client.call(echo, { body: { text: 'a' } }))).toMatchObject({ status: 403 })
    expect(heardAt(ECHO)).toHaveLength(2)
  })

  test('is not sent again if its page is gone', async () => {
    echoOnceProven(() => false)
    const page = new AbortController()
    const { client } = opened(async () => {
      page.abort(new Error('gone'))
      return true
    })
    const failure = await outcomeOf(client.call(echo, { body: { text: 'a' } }, { signal: page.signal }))
    expect(failure).toMatchObject({ message: 'gone' })
    expect(heardAt(ECHO)).toHaveLength(1)
  })

  test('any other 403 asks for nothing', async () => {
    host.answers.set(ECHO, (_, response) => reply(response, 403, 'Not yours'))
    const { client } = opened(() => Promise.reject(new Error('asked')))
    expect(await outcomeOf(client.call(echo, { body: { text: 'a' } }))).toMatchObject({ message: 'Not yours' })
  })
})
