import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Acknowledgment, documentCountSchema, documentSchema, templateSchema } from '#contract/documents.ts'
import { letterRunSchema, previewLetter } from '#contract/letters.ts'
import { getNeedsYou } from '#contract/needs-you.ts'
import { documentAcknowledgments, documentTemplates } from '#server/db/schema/documents.ts'
import { notificationEvents, notifications } from '#server/db/schema/notifications.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { describeEngines, fastest, useDatabase } from '#tests/support/server/database.ts'
import * as files from '#tests/support/server/document-files.ts'
import { useWorker } from '#tests/support/server/jobs.ts'
import { letterFile, textOfLetter } from '#tests/support/server/letter-files.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { refusalOf, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const TYPES = { assignment: 1, internal: 2, form: 3 }
const [PAUL, SOFIA] = [1, 2]

describeEngines('letters', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const workOnJobs = useWorker(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ManageDocuments')
    for (const role of ['Providers', 'SpecialProvider'] as const) await allowScreen(database(), role, 'MyDocuments')
    await db()
      .insert(documentTemplates)
      .values([{ title: 'Assignment', isForProviders: true }, { title: 'Internal' }, { title: 'Form' }])
    await db().update(organisation).set({ letterSigner: 'Dana Whitfield' })
    await db().update(providers).set({ hireDate: '2024-08-17' }).where(eq(providers.id, PAUL))
  })

  const uploadTemplate = (id: number, bytes: Uint8Array<ArrayBuffer>, entityCacheKey = '1') =>
    server().call('uploadTemplateFile', {
      token: token.ada,
      body: { id, entityCacheKey },
      file: { name: 'Template.docx', bytes },
    })
  const assignment = () =>
    letterFile(
      ['{{letter.date}}', 'Dear {{provider.firstName}}, here since {{provider.startDate}}:', '{{organization.signer}}'],
      [['{{#schools}}{{name}}', '{{city}}{{/schools}}']],
    )
  const addTemplates = async () => {
    await uploadTemplate(TYPES.assignment, await assignment())
    await uploadTemplate(TYPES.internal, await letterFile(['{{provider.name}}{{#rates}} {{rate}}{{/rates}}']))
  }

  const prepare = (as: string, providerId: number, templateTypeId = TYPES.assignment) =>
    server().call('previewLetter', { token: as, query: { templateTypeId, providerId } })
  const prepared = async (providerId: number) => previewLetter.data.parse((await prepare(token.ada, providerId)).data)
  const start = (as: string, body: object) =>
    server().call('startLetterRun', {
      token: as,
      body: {
        templateTypeId: TYPES.assignment,
        providerIds: [PAUL, SOFIA],
        documentName: 'Assignment 2026',
        format: 'pdf',
        asksToAccept: false,
        ...body,
      },
    })
  const readRun = async (as: string) => letterRunSchema.parse((await server().call('getLetterRun', { token: as })).data)
  const ends = async (as = token.ada) => {
    workOnJobs()
    await expect.poll(async () => (await readRun(as)).state, { timeout: 30_000 }).toBe('done')
    return readRun(as)
  }
  const documents = async (as: string, providerId: number) => {
    const { data } = await server().call('getProviderDocuments', { token: as, query: { providerId } })
    return z.object({ allProviderDocuments: z.array(documentSchema) }).parse(data).allProviderDocuments
  }
  const requestOf = async (as: string): Promise<Acknowledgment | null | undefined> =>
    (await documents(as, PAUL))[0]?.acknowledgment
  const told = async () =>
    (await db().select().from(notificationEvents).orderBy(asc(notificationEvents.id))).map(
      ({ audience, message, href }) => [audience, message, href],
    )

  const answer = (name: 'askAcknowledgment' | 'withdrawAcknowledgment' | 'acceptDocument', as: string, id = 1) =>
    server().call(name, { token: as, body: { id } })
  const open = (as: string, id = 1) => server().call('viewProviderDoc', { token: as, query: { id } })
  const upload = (as: string, more: object = {}) =>
    server().call('uploadDocument', {
      token: as,
      body: { providerId: PAUL, templateTypeId: TYPES.assignment, documentName: 'Assignment', ...more },
      file: { name: 'Assignment.pdf', bytes: files.pdf() },
    })
  const unreadRequests = async () => {
    const { kind, id } = notificationEvents
    const [found] = await db()
      .select({ count: count() })
      .from(notifications)
      .innerJoin(notificationEvents, eq(id, notifications.eventId))
      .where(and(eq(kind, 'acknowledgment-asked'), isNull(notifications.readAt)))
    return found?.count
  }
  const NOT_OPENED = { status: 409, message: 'Open the document and read it before you accept it.' }
  const NOTHING_OPEN = { status: 409, message: 'There is no request that waits for an answer.' }

  test('a letter replaces no document that someone uploaded, and nobody has two runs at once', async () => {
    await addTemplates()
    await upload(token.ada, { documentName: 'Assignment 2026' })
    await start(token.ada, { providerIds: [PAUL] })
    expect(refusalOf(await start(token.ada, { providerIds: [SOFIA] }))).toEqual({
      status: 409,
      message: 'Your last letters are still being saved. Wait until they are done.',
    })
    expect((await ends()).letters).toMatchObject([{ outcome: 'saved', version: 1 }])
    expect((await documents(token.ada, PAUL)).map(({ id, version }) => [id, version])).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(await start(token.ada, { providerIds: [SOFIA] })).toMatchObject({ status: 200 })
  })

  test('a request that was withdrawn cannot be accepted; of an answer and a withdrawal at once, one counts', async () => {
    await upload(token.ada)
    expect(await answer('askAcknowledgment', token.paul)).toMatchObject({ status: 403 })
    expect(await answer('askAcknowledgment', token.ada)).toMatchObject({
      message: 'Sent for acknowledgment',
    })
    await open(token.paul)
    expect(await answer('withdrawAcknowledgment', token.ada)).toMatchObject({ message: 'The request was withdrawn' })
    expect(refusalOf(await answer('acceptDocument', token.paul))).toEqual(NOTHING_OPEN)
    await answer('askAcknowledgment', token.ada)
    await open(token.paul)
    const replies = await Promise.all([
      answer('acceptDocument', token.paul),
      answer('withdrawAcknowledgment', token.ada),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  // What follows does not depend on the engine.
  if (engine !== fastest) return

  test('a template with mistakes is refused, and each is named; one without placeholders is no letter', async () => {
    const wrong = await uploadTemplate(
      TYPES.assignment,
      await letterFile(['{{provider.ssn}}', '{{provider.frstName}}']),
    )
    expect(wrong).toMatchObject({
      status: 406,
      message: 'Letters cannot be generated from this file.',
      data: ['{{provider.ssn}} is not a field of letters.', '{{provider.frstName}} is not a field of letters.'],
    })
    expect(await uploadTemplate(TYPES.assignment, await letterFile(['{{#schools}}{{name}}']))).toMatchObject({
      status: 406,
      data: ['{{#schools}} is never closed. Add {{/schools}}.'],
    })
    expect(await db().$count(storedFiles)).toBe(0)
    await addTemplates()
    await uploadTemplate(TYPES.form, files.docx())
    const titles = async (as: string) => {
      const { data } = await server().call('getMasterTemplates', { token: as, query: { isGenerateLetter: 'true' } })
      return z
        .array(templateSchema)
        .parse(data)
        .map(({ title }) => title)
    }
    expect(await titles(token.ada)).toEqual(['Assignment', 'Internal'])
    expect(await titles(token.paul)).toEqual(['Assignment'])
  })

  test('are shown before they are saved, as they will be saved', async () => {
    await addTemplates()
    const letter = await prepared(PAUL)
    expect(letter).toMatchObject({ missing: [], notInPdf: [], isPdfExact: false })
    expect(await prepared(SOFIA)).toMatchObject({ missing: ['Hire date'] })
    const read = (format: string, sha256 = letter.sha256) =>
      server().call('getLetterFile', {
        token: token.ada,
        query: { templateTypeId: TYPES.assignment, providerId: PAUL, format, sha256 },
      })
    const word = await read('docx')
    expect(word.headers.get('content-disposition')).toContain('filename="Assignment, Paul Provider.docx"')
    expect(await textOfLetter(z.instanceof(Uint8Array).parse(word.data))).toEqual([
      'November 20, 2026',
      'Dear Paul, here since August 17, 2024:',
      'Dana Whitfield',
      'Lincoln',
      'Maple',
    ])
    const { pages } = await readPdf(z.instanceof(Uint8Array).parse((await read('pdf')).data))
    expect(pages[0]?.slice(0, 5)).toEqual([
      'November 20, 2026',
      'Dear Paul, here since August 17, 2024:',
      'Dana Whitfield',
      'Lincoln',
      'Maple',
    ])
    await db().update(providers).set({ firstName: 'Pablo' }).where(eq(providers.id, PAUL))
    expect(refusalOf(await read('docx'))).toEqual({
      status: 409,
      message: 'This letter has changed since you saw it. Check it again.',
    })
  })

  test('providers make theirs, from templates that they may choose', async () => {
    await addTemplates()
    expect(await prepare(token.paul, PAUL)).toMatchObject({ status: 200 })
    expect(await prepare(token.paul, SOFIA)).toMatchObject({ status: 404 })
    expect(await prepare(token.paul, PAUL, TYPES.internal)).toMatchObject({
      status: 404,
      message: 'Letter template not found.',
    })
    expect(await prepare(token.ada, PAUL, TYPES.form)).toMatchObject({ status: 404 })
    expect(await start(token.paul, {})).toMatchObject({ status: 404 })
    expect(await start(token.paul, { providerIds: [PAUL], asksToAccept: true })).toMatchObject({ status: 403 })
    expect(await start(token.ada, { providerIds: [PAUL, 99] })).toMatchObject({ status: 404 })
    expect(await start(token.ada, { templateTypeId: null, documentName: '' })).toMatchObject({
      status: 400,
      errors: [
        { path: 'templateTypeId', message: 'Please Select a Template' },
        { path: 'documentName', message: 'Enter Document Name' },
      ],
    })
    await start(token.paul, { providerIds: [PAUL] })
    expect(await ends(token.paul)).toMatchObject({ letters: [{ outcome: 'saved', version: 1 }] })
    expect(await server().call('getLetterRun', { token: token.ada, query: { id: 1 } })).toMatchObject({ status: 404 })
    expect(await told()).toEqual([
      ['ADM', 'Paul Provider uploaded a document: Assignment 2026', '/provider-documents/1'],
    ])
  })

  test('are saved for several providers; one that fails stops no other, and the same name is a newer version', async () => {
    await addTemplates()
    await db().insert(providerRates).values({
      providerId: PAUL,
      rateTypeId: 1,
      rate: '54',
      effectiveDate: '2026-08-01',
    })
    const { sha256 } = await prepared(SOFIA)
    await db().update(providers).set({ firstName: 'Sophia' }).where(eq(providers.id, SOFIA))
    const begun = await start(token.ada, { seen: [{ providerId: SOFIA, sha256 }] })
    expect(begun).toMatchObject({
      status: 200,
      message: 'The letters are being saved.',
      data: { state: 'running', letters: [{ outcome: 'waiting' }, { outcome: 'waiting' }] },
    })
    const letter = { documentId: 1, version: 1, reason: null }
    expect(await ends()).toEqual({
      id: 1,
      documentName: 'Assignment 2026',
      state: 'done',
      createdOnUtc: TEST_NOW.toISOString(),
      reason: null,
      letters: [
        { providerId: PAUL, providerName: 'Paul Provider', outcome: 'saved', ...letter },
        {
          providerId: SOFIA,
          providerName: 'Sophia Special',
          outcome: 'failed',
          documentId: null,
          version: null,
          reason: 'This letter has changed since you saw it. Check it again.',
        },
      ],
    })
    expect(await documents(token.paul, PAUL)).toMatchObject([
      {
        documentName: 'Assignment 2026',
        masterFileTitle: 'Assignment',
        originalFileName: 'Assignment 2026, Paul Provider.pdf',
        mediaType: 'application/pdf',
        canBeShown: true,
        createdBy: 'Ada Admin',
        acknowledgment: null,
      },
    ])
    await start(token.ada, { format: 'docx', documentName: 'ASSIGNMENT 2026' })
    expect((await ends()).letters).toMatchObject([
      { outcome: 'saved', version: 2 },
      { outcome: 'saved', version: 1 },
    ])
    expect(await told()).toEqual([
      ['PRV', 'An administrator uploaded a document: Assignment 2026', '/my-documents'],
      ['ADM', 'Assignment 2026: 1 letter saved, 1 failed', '/manage-documents'],
      ['PRV', 'An administrator uploaded a newer version of a document: ASSIGNMENT 2026', '/my-documents'],
      ['PRV', 'An administrator uploaded a document: ASSIGNMENT 2026', '/my-documents'],
      ['ADM', 'ASSIGNMENT 2026: 2 letters saved', '/manage-documents'],
    ])
  })

  test('a letter is accepted by its provider, once it was opened, with name, time and checksum', async () => {
    await addTemplates()
    await start(token.ada, { asksToAccept: true, providerIds: [PAUL] })
    await ends()
    const asked = { state: 'asked', askedOnUtc: TEST_NOW.toISOString(), acceptedBy: '', sha256: '' }
    expect(await requestOf(token.ada)).toEqual({ ...asked, readOnUtc: null, acceptedOnUtc: null })
    expect(refusalOf(await answer('acceptDocument', token.paul))).toEqual(NOT_OPENED)
    await open(token.ada)
    expect(refusalOf(await answer('acceptDocument', token.paul))).toEqual(NOT_OPENED)
    expect(await open(token.sofia)).toMatchObject({ status: 404 })
    expect(await answer('acceptDocument', token.sofia)).toMatchObject({ status: 404 })
    await open(token.paul)
    expect(await requestOf(token.paul)).toMatchObject({ state: 'read', readOnUtc: TEST_NOW.toISOString() })
    expect(await answer('acceptDocument', token.paul)).toMatchObject({ status: 200, message: 'Read and accepted' })
    const [file] = await db().select().from(storedFiles).where(eq(storedFiles.mediaType, 'application/pdf'))
    expect(await requestOf(token.ada)).toMatchObject({
      state: 'accepted',
      acceptedOnUtc: TEST_NOW.toISOString(),
      acceptedBy: 'Paul Provider',
      sha256: file?.sha256,
    })
    expect(refusalOf(await answer('acceptDocument', token.paul))).toEqual(NOTHING_OPEN)
    expect(refusalOf(await answer('withdrawAcknowledgment', token.ada))).toEqual(NOTHING_OPEN)
    expect(refusalOf(await answer('askAcknowledgment', token.ada))).toEqual({
      status: 409,
      message: 'The provider was asked already.',
    })
    expect(await told()).toEqual([
      ['PRV', 'Please read and accept: Assignment 2026', '/my-documents?show=1'],
      ['ADM', 'Paul Provider read and accepted: Assignment 2026', '/provider-documents/1'],
    ])
    const moves = await db().select().from(transitionLog).where(eq(transitionLog.machine, 'acknowledgment'))
    expect(moves.map(({ fromState, toState }) => [fromState, toState])).toEqual([
      ['asked', 'read'],
      ['read', 'accepted'],
    ])
  })

  test('its provider cannot delete a document that waits or was accepted; administrators still find a deleted one', async () => {
    const remove = (as: string, id: number) => server().call('deleteDocument', { token: as, params: { id }, body: {} })
    const shown = async (as: string, show?: string) => {
      const reply = await server().call('getProviderDocuments', {
        token: as,
        query: { providerId: PAUL, ...(show && { show }) },
      })
      return z.object({ allProviderDocuments: z.array(documentSchema) }).parse(reply.data).allProviderDocuments
    }
    await upload(token.ada)
    expect(await shown(token.paul)).toMatchObject([{ mayDelete: true, mayReplace: true }])
    await answer('askAcknowledgment', token.ada)
    expect(await shown(token.paul, 'unaccepted')).toMatchObject([{ id: 1, mayDelete: false }])
    expect(refusalOf(await remove(token.paul, 1))).toEqual({
      status: 409,
      message: 'You were asked to read and accept this document, so only an administrator can delete it.',
    })
    await open(token.paul)
    await answer('acceptDocument', token.paul)
    expect(await shown(token.paul, 'unaccepted')).toEqual([])
    // The provider's own newer version does not hide that an earlier one was accepted.
    await upload(token.paul, { replaces: 1 })
    expect(refusalOf(await remove(token.paul, 2))).toEqual({
      status: 409,
      message: 'This document was read and accepted, so only an administrator can delete it.',
    })
    expect(await shown(token.ada)).toMatchObject([{ id: 2, mayDelete: true, wasAccepted: true }])
    expect(await remove(token.ada, 2)).toMatchObject({ status: 200 })
    expect(await shown(token.ada)).toEqual([])
    expect(await shown(token.ada, 'deleted')).toMatchObject([
      { id: 2, state: 'deleted', mayDelete: false, mayReplace: false, wasAccepted: true },
    ])
    const history = (as: string) => server().call('getDocumentVersions', { token: as, query: { id: 2 } })
    expect((await history(token.ada)).data).toMatchObject([
      { version: 2, acknowledgment: null },
      { version: 1, acknowledgment: { state: 'accepted', acceptedBy: 'Paul Provider' } },
    ])
    expect(await server().call('downloadProviderDoc', { token: token.ada, query: { id: 1 } })).toMatchObject({
      status: 200,
    })
    expect(await history(token.paul)).toMatchObject({ status: 404 })
    expect(await open(token.ada)).toMatchObject({ status: 404 })
    const hidden = { token: token.paul, query: { providerId: PAUL, show: 'deleted' } }
    expect(await server().call('getProviderDocuments', hidden)).toMatchObject({ status: 403 })
  })

  test('a document that waits to be accepted is counted for its provider at once, for administrators after a week', async () => {
    const counted = async (as: string) => {
      const { entries } = getNeedsYou.data.parse((await server().call('getNeedsYou', { token: as })).data)
      return entries.filter(({ key }) => key === 'unacceptedDocuments' || key === 'forgottenDocuments')
    }
    const listed = async (show: string) => {
      const { data } = await server().call('getAdminDocuments', { token: token.ada, query: { show } })
      return z
        .object({ allProviderDocument: z.array(documentCountSchema) })
        .parse(data)
        .allProviderDocument.map(({ id }) => id)
    }
    await upload(token.ada)
    expect([await counted(token.paul), await listed('unaccepted')]).toEqual([[], []])
    await answer('askAcknowledgment', token.ada)
    expect(await counted(token.paul)).toEqual([{ key: 'unacceptedDocuments', count: 1 }])
    expect([await counted(token.sofia), await counted(token.ada)]).toEqual([[], []])
    expect([await listed('unaccepted'), await listed('forgotten')]).toEqual([[PAUL], []])
    const weekAgo = new Date(TEST_NOW.getTime() - 7 * 86_400_000)
    await db().update(documentAcknowledgments).set({ askedAt: weekAgo })
    expect(await counted(token.ada)).toEqual([{ key: 'forgottenDocuments', count: 1 }])
    expect(await listed('forgotten')).toEqual([PAUL])
    await open(token.paul)
    await answer('acceptDocument', token.paul)
    expect([await counted(token.paul), await counted(token.ada)]).toEqual([[], []])
  })

  test('a newer version by an administrator is to be accepted again; what the portal cannot show is not asked for', async () => {
    await upload(token.ada)
    await answer('askAcknowledgment', token.ada)
    await upload(token.ada, { replaces: 1 })
    expect(refusalOf(await answer('acceptDocument', token.paul))).toEqual({
      status: 409,
      message: 'There is a newer version of this document.',
    })
    expect(await requestOf(token.ada)).toMatchObject({ state: 'asked' })
    await open(token.paul, 2)
    await answer('acceptDocument', token.paul, 2)
    await upload(token.ada, { replaces: 2 })
    expect(await requestOf(token.ada)).toMatchObject({ state: 'asked' })
    await upload(token.paul, { replaces: 3 })
    expect(await requestOf(token.ada)).toBeNull()
    // Nothing is left to read and accept, and a newer version does not make the deletion possible.
    expect(await unreadRequests()).toBe(0)
    expect(
      refusalOf(await server().call('deleteDocument', { token: token.paul, params: { id: 4 }, body: {} })),
    ).toEqual({
      status: 409,
      message: 'This document was read and accepted, so only an administrator can delete it.',
    })
    await answer('askAcknowledgment', token.ada, 4)
    await server().call('deleteDocument', { token: token.ada, params: { id: 4 }, body: {} })
    const states = await db().select({ state: documentAcknowledgments.state }).from(documentAcknowledgments)
    expect(states.map(({ state }) => state)).toEqual(['replaced', 'accepted', 'replaced', 'withdrawn'])
    await server().call('uploadDocument', {
      token: token.ada,
      body: { providerId: PAUL, templateTypeId: TYPES.form, documentName: 'Form' },
      file: { name: 'Form.docx', bytes: files.docx() },
    })
    expect(await answer('askAcknowledgment', token.ada, 5)).toMatchObject({ status: 406 })
  })
})
