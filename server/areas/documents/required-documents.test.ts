import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Clash } from '#contract/clashes.ts'
import { getMissingDocuments, getRequiredDocuments, getTemplate } from '#contract/documents.ts'
import { getNeedsYou } from '#contract/needs-you.ts'
import { savedScheduleEventSchema, storedSessionSchema } from '#contract/session-form.ts'
import { sessionPreviewSchema } from '#contract/session-preview.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, formatDate, type LocalDate } from '#domain/time.ts'
import { documentRequirements, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { organisationChanges } from '#server/db/schema/organization.ts'
import { providerStatuses, providers, providerTypes } from '#server/db/schema/providers.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { pdf } from '#tests/support/server/document-files.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { refusalOf, sessionPayload, TEST_NOW, TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const in_ = (days: number) => addDays(TODAY, days)

describe('documents that providers must have', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ManageDocuments')
    for (const role of ['Providers', 'SpecialProvider'] as const) await allowScreen(database(), role, 'MyDocuments')
    await db().insert(providerTypes).values({ id: 2, title: 'Physical Therapist' })
    await db()
      .insert(providerStatuses)
      .values([
        { id: 2, title: 'On Leave' },
        { id: 3, title: 'Terminated' },
      ])
  })

  const get = async (name: 'getRequiredDocuments' | 'getMissingDocuments' | 'getTemplate', by: string, query = {}) => {
    const reply = await server().call(name, { token: by, query })
    expect(reply).toMatchObject({ status: 200 })
    return reply.data
  }
  const requiredOf = async (providerId: number, by = token.ada) =>
    getRequiredDocuments.data.parse(await get('getRequiredDocuments', by, { providerId }))
  const missing = async (query: object = {}) => {
    const { rows, total } = getMissingDocuments.data.parse(await get('getMissingDocuments', token.ada, query))
    expect(total).toBe(rows.length)
    return rows.map(({ providerName, requiredDocuments }) => [
      providerName,
      requiredDocuments.map(({ title, state }) => `${title} ${state}`).join(),
    ])
  }
  const documentsAmong = async (by: string) => {
    const { data } = await server().call('getNeedsYou', { token: by })
    const { entries } = getNeedsYou.data.parse(data)
    return entries.filter(({ key }) => key === 'missingDocuments' || key === 'missingOwnDocuments')
  }
  const type = { title: 'License', isProviderUploadAllowedForAdmin: true, requiredForIds: [1], mustExpire: true }
  const addType = (body: object = {}) => server().call('addTemplate', { token: token.ada, body: { ...type, ...body } })
  const add = async (templateTypeId: number, expiryDate: LocalDate | null, providerId = 1) => {
    const fileName = `file-${await db().$count(providerDocuments)}`
    const [id = 0] = await addDocuments(database(), [
      {
        providerId,
        templateTypeId,
        title: 'Card',
        expiryDate,
        fileName,
        originalFileName: 'Card.pdf',
        content: Buffer.from(''),
      },
    ])
    return id
  }
  const upload = (by: string, body: object = {}) =>
    server().call('uploadDocument', {
      token: by,
      body: { providerId: 1, templateTypeId: 1, documentName: 'State license', ...body },
      file: { name: 'License.pdf', bytes: pdf() },
    })

  test('are set for types of providers, logged, and told to nobody', async () => {
    expect(await addType({ requiredForIds: [2, 1] })).toMatchObject({ status: 200, data: { id: 1 } })
    const stored = {
      ...type,
      requiredFor: [
        { id: 1, title: 'Occupational Therapist' },
        { id: 2, title: 'Physical Therapist' },
      ],
    }
    expect(getTemplate.data.parse(await get('getTemplate', token.ada, { id: 1 }))).toMatchObject({
      requiredFor: stored.requiredFor,
      mustExpire: true,
    })
    const update = (body: object, entityCacheKey: string) =>
      server().call('updateTemplate', { token: token.ada, body: { ...type, id: 1, entityCacheKey, ...body } })
    expect(await update({ requiredForIds: [1, 7] }, '1')).toMatchObject({
      status: 400,
      errors: [{ path: 'requiredForIds', message: 'Choose provider types.' }],
    })
    expect(await update({ isProviderUploadAllowedForAdmin: false, requiredForIds: [1, 2] }, '1')).toMatchObject({
      status: 200,
    })
    expect(await update({ requiredForIds: [1], mustExpire: false }, '2')).toMatchObject({ status: 200 })
    expect(await db().select().from(documentRequirements)).toEqual([{ templateId: 1, providerTypeId: 1 }])
    expect((await addType({ title: 'CPR', requiredForIds: [] })).status).toBe(200)
    const remove = { id: 1, entityCacheKey: '3' }
    expect((await server().call('deleteTemplate', { token: token.ada, body: remove })).status).toBe(200)
    const log = await db().select().from(organisationChanges).orderBy(organisationChanges.id)
    const byBoth = 'uploaded by providers and administrators'
    const both = 'License: Occupational Therapist, Physical Therapist; with an expiry date'
    expect(log.map(({ byId, field, before, after }) => [byId, field, before, after])).toEqual([
      [1, 'documentTypes', '', `License: ${byBoth}; with an expiry date`],
      [1, 'requiredDocuments', '', both],
      [
        1,
        'documentTypes',
        `License: ${byBoth}; with an expiry date`,
        'License: uploaded by administrators; with an expiry date',
      ],
      [1, 'documentTypes', 'License: uploaded by administrators; with an expiry date', `License: ${byBoth}`],
      [1, 'requiredDocuments', both, 'License: Occupational Therapist'],
      [1, 'documentTypes', '', `CPR: ${byBoth}; with an expiry date`],
      [1, 'requiredDocuments', 'License: Occupational Therapist', ''],
      [1, 'documentTypes', `License: ${byBoth}`, ''],
    ])
    expect(await db().$count(notificationEvents)).toBe(0)
  })

  test('are missing until they are uploaded, for the provider and administrators alone', async () => {
    await addType()
    await addType({ title: 'Clearance', isProviderUploadAllowedForAdmin: false, mustExpire: false })
    await add(2, null)
    await add(1, null)
    const license = {
      ...{ templateTypeId: 1, title: 'License', state: 'missing', document: null, expiryDate: null, daysLeft: null },
      isUndated: true,
      mayUpload: true,
    }
    const clearance = {
      ...license,
      ...{ templateTypeId: 2, title: 'Clearance', state: 'valid', isUndated: false, mayUpload: false },
      document: { id: 1, documentName: 'Card', hasExpiryDate: false },
    }
    expect(await requiredOf(1, token.paul)).toEqual([clearance, license])
    expect(await requiredOf(1)).toEqual([{ ...clearance, mayUpload: true }, license])
    expect(
      refusalOf(await server().call('getRequiredDocuments', { token: token.sofia, query: { providerId: 1 } })),
    ).toEqual({
      status: 404,
      message: 'Provider not found.',
    })
    expect((await server().call('getMissingDocuments', { token: token.paul })).status).toBe(403)
    expect(await missing()).toEqual([
      ['Paul Provider', 'License missing'],
      ['Sofía Special', 'Clearance missing,License missing'],
    ])
    expect(await missing({ templateTypeId: 2 })).toEqual([['Sofía Special', 'Clearance missing']])
    expect(await missing({ state: 'expired' })).toEqual([])
    expect(await missing({ providerTypeId: 2 })).toEqual([])
    expect(await documentsAmong(token.ada)).toEqual([{ key: 'missingDocuments', count: 2 }])
    expect(await documentsAmong(token.paul)).toEqual([{ key: 'missingOwnDocuments', count: 1 }])
    expect(await documentsAmong(token.sofia)).toEqual([{ key: 'missingOwnDocuments', count: 2 }])

    expect(await upload(token.paul)).toMatchObject({
      status: 400,
      errors: [{ path: 'expiryDate', message: 'Please Select Expiry Date' }],
    })
    const until = { hasExpiryDate: true, expiryDate: formatDate(in_(60)) }
    expect(await upload(token.paul, until)).toMatchObject({ status: 200, data: { id: 3 } })
    expect(await requiredOf(1)).toMatchObject([
      {},
      {
        ...{ state: 'expiring', isUndated: false, expiryDate: in_(60), daysLeft: 60 },
        document: { id: 3, documentName: 'State license', hasExpiryDate: true },
      },
    ])
    expect(await documentsAmong(token.paul)).toEqual([])
    // On the day after the last one, in the organization's time zone.
    server().now = new Date('2027-01-20T06:00:00Z')
    token.ada = await server().tokenOf(1)
    expect(await missing({ state: 'expired' })).toEqual([['Paul Provider', 'License expired']])

    for (const [statusId, termDate] of [
      [2, null],
      [3, null],
      [1, '2027-01-19'],
    ] as const) {
      await db().update(providers).set({ statusId, termDate })
      expect([await requiredOf(1), await missing(), await documentsAmong(token.ada)]).toEqual([[], [], []])
    }
  })

  const documentClashes = (clashes: readonly Clash[]) => clashes.filter(({ kind }) => kind === 'document')
  const preview = async (by: string, change: string, body: object) => {
    const reply = await server().call('previewScheduleEvent', { token: by, body: { ...body, change } })
    expect(reply).toMatchObject({ status: 200 })
    return sessionPreviewSchema
      .parse(reply.data)
      .dates.flatMap((date) =>
        'clashes' in date ? documentClashes(date.clashes).map((clash) => ({ date: date.date, ...clash })) : [],
      )
  }
  const saved = async (by: string, name: 'addScheduleEvent' | 'updateScheduleEventRecurrence', body: object) => {
    const reply = await server().call(name, { token: by, body })
    expect(reply).toMatchObject({ status: 200 })
    const { clashes = [] } = z.object({ clashes: savedScheduleEventSchema.shape.clashes }).parse(reply.data)
    return clashes.flatMap(({ date, clashes: found }) => documentClashes(found).map((clash) => ({ date, ...clash })))
  }

  test('are named when sessions are scheduled without them, from the first day on, and nothing is refused', async () => {
    await addType()
    await addType({ title: 'Clearance', mustExpire: false })
    await addType({ title: 'Permit', requiredForIds: [2] })
    await add(1, '2026-12-01')
    await add(2, null, 2)
    const paul = (form: Partial<SessionForm> = {}) => sessionPayload({ providerId: 1, rateTypeId: 1, ...form })
    const lack = { kind: 'document', sessions: 1 }
    const noClearance = { ...lack, documentType: 'Clearance', expiryDate: null }
    const oldLicense = { ...lack, documentType: 'License', expiryDate: '2026-12-01' }

    // Tuesdays and Thursdays: November 24 and 26, December 1, 3, 8 and 10.
    const series = paul({
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
      date: '2026-11-24',
      endDate: '2026-12-10',
    })
    const ofSeries = [
      { date: '2026-11-24', ...noClearance, sessions: 6 },
      { date: '2026-12-03', ...oldLicense, sessions: 3 },
    ]
    expect(await preview(token.paul, 'add', series)).toEqual(ofSeries)
    expect(await saved(token.ada, 'addScheduleEvent', series)).toEqual(ofSeries)

    const single = paul({ date: '2026-11-30', startTime: '13:00', endTime: '13:45' })
    expect(await saved(token.ada, 'addScheduleEvent', single)).toEqual([{ date: '2026-11-30', ...noClearance }])
    const { rows } = await database().pool.query(`select id from occurrences where date = '2026-11-30'`)
    const id = z.object({ id: z.number() }).parse(rows[0]).id
    const change = async (form: Partial<SessionForm>) => {
      const { data } = await server().call('editScheduleEventRecurrenceById', { token: token.ada, body: { id } })
      const { entityCacheKey } = storedSessionSchema.parse(data)
      return { ...paul({ startTime: '13:00', endTime: '13:45', ...form }), id, entityCacheKey }
    }
    // The day is the same, so it says nothing new.
    const later = await change({ date: '2026-11-30', startTime: '14:00', endTime: '14:45' })
    expect(await preview(token.ada, 'updateOccurrence', later)).toEqual([])
    const moved = await change({ date: '2026-12-02' })
    const ofMove = [
      { date: '2026-12-02', ...noClearance },
      { date: '2026-12-02', ...oldLicense },
    ]
    expect(await preview(token.ada, 'updateOccurrence', moved)).toEqual(ofMove)
    expect(await saved(token.ada, 'updateScheduleEventRecurrence', moved)).toEqual(ofMove)
  })

  /** Everything about a document that may matter. */
  const documentOf = fc.record({
    providerId: fc.integer({ min: 1, max: 6 }),
    templateTypeId: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 9 }),
    days: fc.option(fc.constantFrom(-400, -1, 0, 1, 59, 60, 61, 400)),
    isSuperseded: fc.constantFrom(false, false, false, true),
    isDeleted: fc.constantFrom(false, false, false, true),
  })
  const worldOf = fc.record({
    staff: fc.array(
      fc.record({
        providerTypeId: fc.constantFrom(1, 2),
        statusId: fc.constantFrom(1, 1, 1, 2, 3),
        lastDay: fc.option(fc.constantFrom(-1, 0, 1)),
      }),
      { minLength: 4, maxLength: 4 },
    ),
    types: fc.array(
      fc.record({
        requiredFor: fc.subarray([1, 2]),
        mustExpire: fc.boolean(),
        isDeleted: fc.constantFrom(false, false, true),
      }),
      { minLength: 4, maxLength: 4 },
    ),
    documents: fc.array(documentOf, { minLength: 60, maxLength: 100 }),
  })

  test('are in the state that follows from all documents, whatever there is', async () => {
    await fc.assert(
      fc.asyncProperty(worldOf, async ({ staff, types, documents }) => {
        await database().pool.query(
          'truncate document_requirements, provider_documents, stored_files, document_templates cascade',
        )
        await database().pool.query('alter sequence document_templates_id_seq restart')
        await database().pool.query('delete from providers where id > 2')
        const everyone = [
          ...[1, 2].map((id) => ({ id, providerTypeId: 1, statusId: 1, lastDay: null })),
          ...staff.map((provider, index) => ({ id: index + 3, ...provider })),
        ]
        await db()
          .insert(providers)
          .overridingSystemValue()
          .values(
            everyone.slice(2).map(({ lastDay, ...provider }) => ({
              ...{ ...provider, firstName: `P${provider.id}`, lastName: 'X', email: `p${provider.id}@x.example` },
              termDate: lastDay === null ? null : in_(lastDay),
            })),
          )
        await db()
          .insert(documentTemplates)
          .values(
            types.map(({ mustExpire, isDeleted }, index) => ({
              title: `T${index + 1}`,
              mustExpire,
              deletedAt: isDeleted ? TEST_NOW : null,
            })),
          )
        const requirements = types.flatMap(({ requiredFor }, index) =>
          requiredFor.map((providerTypeId) => ({ templateId: index + 1, providerTypeId })),
        )
        if (requirements.length > 0) await db().insert(documentRequirements).values(requirements)
        await addDocuments(
          database(),
          documents.map(({ providerId, templateTypeId, days, isSuperseded, isDeleted }, index) => ({
            ...{
              providerId,
              templateTypeId,
              fileName: `f${index}`,
              originalFileName: 'a.pdf',
              content: Buffer.from(''),
            },
            expiryDate: days === null ? null : in_(days),
            supersededAt: isSuperseded ? TEST_NOW : null,
            deletedAt: isDeleted ? TEST_NOW : null,
          })),
        )

        const lacking: number[] = []
        for (const { id, providerTypeId, statusId, lastDay } of everyone) {
          const isAtWork = statusId === 1 && (lastDay === null || lastDay >= 0)
          const expected = types.flatMap(({ requiredFor, mustExpire, isDeleted }, index) => {
            if (!isAtWork || isDeleted || !requiredFor.includes(providerTypeId)) return []
            const spans = documents
              .filter((each) => each.providerId === id && each.templateTypeId === index + 1)
              .filter((each) => !each.isSuperseded && !each.isDeleted)
              .flatMap(({ days }) => (days !== null ? days : mustExpire ? [] : Number.POSITIVE_INFINITY))
            const longest = Math.max(...spans)
            const isSoon = longest <= 60 && (lastDay === null || longest < lastDay)
            const state = spans.length === 0 ? 'missing' : longest < 0 ? 'expired' : isSoon ? 'expiring' : 'valid'
            return [[`T${index + 1}`, state, Number.isFinite(longest) ? longest : null]]
          })
          expect((await requiredOf(id)).map(({ title, state, daysLeft }) => [title, state, daysLeft])).toEqual(expected)
          if (expected.some(([, state]) => state === 'missing' || state === 'expired')) lacking.push(id)
        }
        const listed = getMissingDocuments.data.parse(await get('getMissingDocuments', token.ada, { pageSize: 50 }))
        expect(listed.rows.map(({ id }) => id).toSorted()).toEqual(lacking)
        expect(await documentsAmong(token.ada)).toEqual(
          lacking.length === 0 ? [] : [{ key: 'missingDocuments', count: lacking.length }],
        )
      }),
      // A failure is made smaller for as long as the test may take.
      { ...tries(4), interruptAfterTimeLimit: 20_000 },
    )
  })
})
