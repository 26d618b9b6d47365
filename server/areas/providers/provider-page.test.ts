import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { providerRates } from '#server/db/schema/rates.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoBalances, ptoRequests } from '#server/db/schema/time-off.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { addSession, confirmHours, refusalOf, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const PARTS = [
  'getProviderOverview',
  'getProviderHours',
  'getProviderStudents',
  'getProviderTimeOff',
  'getProviderRates',
] as const

describe("a provider's page", () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await allowScreen(database(), 'Providers', 'ProfileInformation')
  })

  const get = async (part: (typeof PARTS)[number], id = 1) =>
    (await server().call(part, { token: token.ada, params: { id } })).data

  test('says who it is', async () => {
    await db().execute(`update providers set mobile_number = '217-555-0101' where id = 1`)
    await db().execute(`insert into provider_services (provider_id, service_id) values (1, 2), (1, 1)`)
    expect(await get('getProviderOverview')).toEqual({
      id: 1,
      name: 'Paul Provider',
      providerType: 'Occupational Therapist',
      status: 'Active',
      emailId: PEOPLE.Providers.email,
      mobileNumber: '217-555-0101',
      homePhone: '',
      schools: ['Lincoln', 'Maple'],
      services: ['Occupational Therapy', 'Physical Therapy'],
      workLeft: null,
      isGmailUser: false,
      accountState: 'active',
      isSelf: false,
    })
  })

  test('adds up scheduled and confirmed hours of eight weeks, without zero hours and the days to come', async () => {
    server().now = new Date('2026-11-16T12:00:00Z')
    const early = await server().tokenOf(PEOPLE.Providers.userId)
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-21'])
      await addSession(server(), early, { date })
    await confirmHours(server(), early, { date: '2026-11-16' })
    await confirmHours(server(), early, { date: '2026-11-17', endTime: '10:15' })
    await confirmHours(server(), early, { date: '2026-11-18', isZeroHours: true })
    server().now = new Date('2026-11-20T15:00:00Z')
    const weeks = await get('getProviderHours')
    expect(weeks).toHaveLength(8)
    expect(weeks).toMatchObject([
      { from: '2026-09-27', scheduled: 0, delivered: 0 },
      {},
      {},
      {},
      {},
      {},
      { from: '2026-11-08', scheduled: 0, delivered: 0 },
      // Four sessions of 45 minutes; 45 and 75 minutes are confirmed.
      { from: '2026-11-15', scheduled: 180, delivered: 120 },
    ])
    expect(await get('getProviderHours', 2)).not.toMatchObject([{}, {}, {}, {}, {}, {}, {}, { scheduled: 180 }])
  })

  test('gives the week of one provider', async () => {
    await addSession(server(), token.paul, {})
    const people = (providerId?: number) =>
      server().call('getPeopleDays', {
        token: token.ada,
        body: { fromDateTime: '2026-11-15', toDateTime: '2026-11-21', providerId },
      })
    expect((await people(1)).data).toMatchObject([
      { providerId: 1, days: [{ date: '2026-11-20', sessionsCount: 1, hours: 45 }] },
    ])
    expect((await people(2)).data).toMatchObject([{ providerId: 2, days: [] }])
    expect((await people()).data).toMatchObject([{ providerId: 1 }, { providerId: 2 }])
  })

  test('lists the first active students with services and mandated minutes, and totals of all', async () => {
    await db().execute(`update students set is_active = false where id = 2`)
    await db().insert(students).values({ name: 'Al New', gender: 'Male', schoolId: 2, providerId: 1 })
    expect(await get('getProviderStudents')).toEqual({
      total: 3,
      weeklyMinutes: 120,
      students: [
        { id: 6, name: 'Al New', schoolName: 'Maple', services: [], weeklyMinutes: null },
        { id: 1, name: 'Ana Núñez', schoolName: 'Lincoln', services: ['Occupational Therapy'], weeklyMinutes: 60 },
        { id: 3, name: 'Chi Okafor', schoolName: 'Maple', services: ['Occupational Therapy'], weeklyMinutes: 60 },
      ],
    })
    await db()
      .insert(students)
      .values(Array.from({ length: 60 }, (_, n) => ({ name: `Zoe ${n}`, gender: '', schoolId: 1, providerId: 1 })))
    expect(await get('getProviderStudents')).toMatchObject({ total: 63, students: { length: 10 } })
  })

  test('gives the balance of time off and the next days', async () => {
    expect(await get('getProviderTimeOff')).toEqual({ balanceHours: '0.00', pendingCount: 0, next: [] })
    const request = (requestedDate: string, state: 'pending' | 'accepted' | 'rejected', providerId = 1) => ({
      providerId,
      requestedDate,
      startTime: '12:00',
      endTime: '16:00',
      reason: 'Dentist',
      state,
    })
    await db().insert(ptoBalances).values({ providerId: 1, availableHours: '40.50' })
    await db()
      .insert(ptoRequests)
      .values([
        request('2026-12-04', 'pending'),
        request('2026-11-27', 'accepted'),
        request('2026-11-10', 'pending'),
        request('2026-11-28', 'rejected'),
        request('2026-11-27', 'accepted', 2),
      ])
    const times = { startTime: '12:00', endTime: '16:00', totalHours: '4.00' }
    expect(await get('getProviderTimeOff')).toEqual({
      balanceHours: '40.50',
      pendingCount: 2,
      next: [
        { id: 2, requestedDate: '2026-11-27', statusId: 2, ...times },
        { id: 1, requestedDate: '2026-12-04', statusId: 1, ...times },
      ],
    })
  })

  test('gives the rates in force and the next change', async () => {
    const rate = (rateTypeId: number, effectiveDate: string, amount: string, more = {}) => ({
      providerId: 1,
      rateTypeId,
      effectiveDate,
      rate: amount,
      ...more,
    })
    await db()
      .insert(providerRates)
      .values([
        rate(1, '2025-01-01', '50.00'),
        rate(1, '2026-11-01', '55.00'),
        rate(1, '2026-12-01', '60.00'),
        rate(2, '2027-01-01', '30.00'),
        rate(2, '2025-01-01', '20.00', { endedOn: '2026-01-01' }),
      ])
    expect(await get('getProviderRates')).toEqual([
      {
        rateType: 'Hourly',
        inForce: { rate: '55.00', since: '2026-11-01' },
        next: { rate: '60.00', since: '2026-12-01' },
      },
      { rateType: 'Per Session', inForce: null, next: { rate: '30.00', since: '2027-01-01' } },
    ])
  })

  test('has no part for an unknown provider, or without the screen', async () => {
    for (const part of PARTS) {
      expect(refusalOf(await server().call(part, { token: token.ada, params: { id: 99 } }))).toEqual({
        status: 404,
        message: 'Provider not found.',
      })
      expect(await server().call(part, { token: token.paul, params: { id: 1 } })).toMatchObject({ status: 403 })
    }
  })

  describe('documents', () => {
    const PDF = Buffer.from('%PDF-1.3 \u0000 é', 'latin1')

    beforeEach(async () => {
      const file = (providerId: number, originalFileName: string, more = {}) => ({
        ...{ providerId, originalFileName, content: PDF },
        fileName: `stored-${originalFileName.length}-${providerId}`,
        ...more,
      })
      await addDocuments(database(), [
        file(1, 'license.pdf'),
        file(1, '健康診断書 "2026".pdf'),
        file(2, 'Sofía.pdf'),
        file(1, 'deleted', { deletedAt: new Date() }),
      ])
    })

    const list = (as: string, providerId = 1) =>
      server().call('getAttachedDocuments', { token: as, query: { providerId: String(providerId) } })
    const download = (as: string, fileName: string) =>
      server().call('downloadAttachedDocument', { token: as, query: { fileName } })

    test('are listed by name', async () => {
      expect((await list(token.ada)).data).toEqual([
        { FileName: 'stored-11-1', originalFileName: 'license.pdf' },
        { FileName: 'stored-16-1', originalFileName: '健康診断書 "2026".pdf' },
      ])
      expect((await list(token.paul)).data).toHaveLength(2)
    })

    test('download under their original name, and are never shown', async () => {
      const reply = await download(token.ada, 'stored-16-1')
      expect(Buffer.from(z.instanceof(Uint8Array).parse(reply.data))).toEqual(PDF)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename="_____ _2026_.pdf"; filename*=UTF-8''${encodeURIComponent('健康診断書 "2026".pdf')}`,
      })
    })

    test('of others are not found by a provider, nor those that were deleted', async () => {
      const missing = { status: 404, message: 'Document not found.' }
      expect(refusalOf(await list(token.paul, 2))).toEqual({ status: 404, message: 'Provider not found.' })
      expect(refusalOf(await list(token.ada, 99))).toEqual({ status: 404, message: 'Provider not found.' })
      expect(refusalOf(await download(token.paul, 'stored-9-2'))).toEqual(missing)
      expect(refusalOf(await download(token.ada, 'stored-7-1'))).toEqual(missing)
      expect(refusalOf(await download(token.ada, 'license.pdf'))).toEqual(missing)
      expect(await list(token.sofia, 2)).toMatchObject({ status: 403 })
    })
  })
})
