import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { confirmIdentity, getSignInMethods } from '#contract/second-factor.ts'
import { identityCheckMachine } from '#machines/session/identity-check.machine.ts'
import { openSession, reply, startTestHost, type TestHost, testSession } from '#tests/support/services/session-host.ts'
import { identityCheckActors, identityCheckPort } from './identity-check.ts'

let host: TestHost
beforeEach(async () => {
  host = await startTestHost()
})
afterEach(() => host.close())

const at = '2026-11-20T15:00:00Z'
const everything = {
  hasPassword: true,
  passkeys: [{ id: 1, name: 'My laptop', addedAtUtc: at, lastUsedAtUtc: null }],
  authenticatorApp: { addedAtUtc: at, lastUsedAtUtc: null },
  recoveryCodesLeft: 10,
  identity: null,
  isRequired: false,
}

/** The check in a page of a browser. */
const openCheck = (methods: typeof everything, hasPasskeys = true) => {
  host.answers.set(getSignInMethods.path, (_, response) => reply(response, 200, '', methods))
  host.answers.set(confirmIdentity.path, (_, response) => reply(response, 200, ''))
  const { client } = openSession(host.base, { session: testSession('token'), userAccess: [] })
  const check = createActor(identityCheckMachine.provide({ actors: identityCheckActors(client, () => hasPasskeys) }))
  check.start()
  const asked = async () => {
    const { children } = await waitFor(check, (snapshot) => snapshot.matches({ open: 'asking' }))
    if (!children.identityProof) throw new Error('Nothing asks for a proof')
    return children.identityProof
  }
  return { check, asked, prove: identityCheckPort(() => check) }
}
const methodsOf = async (...[methods, hasPasskeys]: Parameters<typeof openCheck>) => {
  const { asked, prove } = openCheck(methods, hasPasskeys)
  void prove(undefined)
  return (await asked()).getSnapshot().context.request.methods
}

test('offers what the user has and the browser can use, the best first', async () => {
  expect(await methodsOf(everything)).toEqual(['passkey', 'code', 'password', 'recovery'])
  expect(await methodsOf(everything, false)).toEqual(['code', 'password', 'recovery'])
  expect(await methodsOf({ ...everything, passkeys: [], recoveryCodesLeft: 0 })).toEqual(['code', 'password'])
})

test('calls that wait at once share one proof', async () => {
  const { asked, prove } = openCheck({ ...everything, passkeys: [] })
  const all = [prove(undefined), prove(undefined), prove(new AbortController().signal)]
  const proof = await asked()
  proof.send({ type: 'entry.submit', entry: '123456' })
  expect(await Promise.all(all)).toEqual([true, true, true])
  const sent = host.heard.filter(({ url }) => url === confirmIdentity.path).map(({ body }) => body)
  expect(sent).toEqual([{ languageId: 1, proof: { kind: 'code', code: '123456' } }])
  expect(host.heard.filter(({ url }) => url === getSignInMethods.path)).toHaveLength(1)
})

test('a proof counts for the calls that waited for it, not for later ones', async () => {
  const { asked, check, prove } = openCheck({ ...everything, passkeys: [] })
  const first = prove(undefined)
  const proof = await asked()
  proof.send({ type: 'entry.submit', entry: '123456' })
  expect(await first).toBe(true)
  const second = prove(undefined)
  await asked()
  check.send({ type: 'check.cancel' })
  expect(await second).toBe(false)
})

test('closes when the pages of all calls that wait are gone', async () => {
  const { asked, check, prove } = openCheck(everything)
  const [one, other] = [new AbortController(), new AbortController()]
  const all = [prove(one.signal), prove(other.signal)]
  await asked()
  one.abort()
  expect(check.getSnapshot().matches('open')).toBe(true)
  other.abort()
  expect(check.getSnapshot().matches('closed')).toBe(true)
  expect(await Promise.all(all)).toEqual([false, false])
})
