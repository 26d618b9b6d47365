import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readCloseOut } from '#contract/billing.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { occurrences, schoolBillingProfiles, schoolServiceRates, transitionLog } from '#server/db/schema.ts'
import { confirm, NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession } = RATE_TYPE_IDS
const PAUL = PEOPLE.Providers.providerId
const SOFIA = PEOPLE.SpecialProvider.providerId
const { lincoln } = SCHOOL_IDS

describeEngines('the close-out of a half-month', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const call = (name: 'readCloseOut' | 'setRateType' | 'lockOutPeriod', body: object = {}, by = token.ada) =>
    server().call(name, { token: by, body: { startDate: NOVEMBER.startDate, ...body } })
  const read = async (body: object = {}) => readCloseOut.data.parse((await call('readCloseOut', body)).data)
  const withEmail = (schoolId: number) =>
    db().insert(schoolBillingProfiles).values({ schoolId, billingEmail: 'billing@school.example' })
  test('lists what is open by kind, provider, school and day, and only in the period', async () => {
    await plan(server(), { date: '2026-11-03' })
    await plan(server(), { date: '2026-11-03', at: 'maple', startTime: '13:00', endTime: '14:00' })
    await confirm(server(), token, { date: '2026-11-03', at: 'maple', startTime: '13:00', endTime: '14:00' })
    await plan(server(), { date: '2026-11-04', by: 'sofia' })
    await confirm(server(), token, { date: '2026-11-04', by: 'sofia' })
    await work(server(), token, { date: '2026-11-05' })
    await plan(server(), { date: '2026-11-16' })
    expect((await read()).open).toEqual([
      { kind: 'unconfirmed', providerId: PAUL, schoolIds: [lincoln], date: '2026-11-03' },
      { kind: 'unapproved', providerId: SOFIA, schoolIds: [lincoln], date: '2026-11-04' },
    ])
    expect((await read({ startDate: '2026-11-16' })).open).toMatchObject([{ date: '2026-11-16' }])
  })

  test('projects totals as if every day were approved, beside two earlier half-months', async () => {
    await withEmail(lincoln)
    await work(
      server(),
      token,
      { date: '2026-11-03', rateTypeId: hourly },
      { date: '2026-11-04', by: 'sofia', endTime: '11:00', rateTypeId: hourly },
    )
    await plan(server(), { date: '2026-11-05', rateTypeId: hourly })
    const { schools, providers, leftOut, lockOut } = await read()
    expect(schools).toEqual([
      {
        id: lincoln,
        name: 'Lincoln',
        hasBillingEmail: true,
        hundredths: 400,
        amount: '342.00',
        earlier: ['0.00', '0.00'],
      },
    ])
    expect(providers).toMatchObject([
      { id: PAUL, hundredths: 200, amount: '171.00' },
      { id: SOFIA, hundredths: 200, amount: '171.00' },
    ])
    expect(leftOut).toEqual({ days: 1, hundredths: 100, amount: '85.50' })
    expect(lockOut).toBeNull()
    expect((await read({ startDate: '2026-11-16' })).schools).toMatchObject([{ earlier: ['342.00', '0.00'] }])
  })

  test('counts only what was billed once a period is locked', async () => {
    await work(server(), token, { date: '2026-11-03', rateTypeId: hourly })
    await plan(server(), { date: '2026-11-05', rateTypeId: hourly })
    await call('lockOutPeriod', { ...NOVEMBER, isForceFullLockOut: true })
    const { lockOut, open, schools, leftOut } = await read()
    expect(lockOut).toMatchObject({ ...NOVEMBER, isForced: true, lockedBy: 'Ada Admin' })
    expect({ open, leftOut }).toEqual({ open: [], leftOut: { days: 1, hundredths: 100, amount: '85.50' } })
    expect(schools).toMatchObject([{ id: lincoln, amount: '85.50', hasBillingEmail: false }])
  })

  describe('with sessions whose rate type nobody chose', () => {
    const choice = { providerId: PAUL, schoolId: lincoln, serviceId: SERVICE_IDS.ot, rateTypeId: perSession }

    test('says between which rate types to choose', async () => {
      await work(
        server(),
        token,
        { date: '2026-11-03' },
        { date: '2026-11-04' },
        { date: '2026-11-05', isZeroHours: true },
      )
      const unrated = {
        providerId: PAUL,
        schoolId: lincoln,
        serviceId: SERVICE_IDS.ot,
        serviceName: 'Occupational Therapy',
        rateTypeId: null,
        from: '2026-11-03',
        to: '2026-11-04',
        hundredths: 200,
        sessions: 2,
      }
      expect((await read()).unrated).toEqual([{ ...unrated, choices: [hourly, perSession] }])
      await db().delete(schoolServiceRates)
      expect((await read()).unrated).toEqual([{ ...unrated, choices: [] }])
    })

    test('gives them the one that is chosen, also after approval', async () => {
      await work(server(), token, { date: '2026-11-03' }, { date: '2026-11-04', rateTypeId: hourly })
      expect(await call('setRateType', choice)).toMatchObject({
        status: 200,
        message: 'The rate type is saved.',
        data: { sessions: 1 },
      })
      const { unrated, schools } = await read()
      expect(unrated).toEqual([])
      expect(schools).toMatchObject([{ amount: '145.50' }])
      const [session, other] = await db().select().from(occurrences).orderBy(asc(occurrences.date))
      expect([session?.rateTypeId, other?.rateTypeId]).toEqual([perSession, null])
      const log = await db().select().from(transitionLog).where(eq(transitionLog.machine, 'session-rate-type'))
      expect(log).toMatchObject([
        { entity: String(session?.id), userId: PEOPLE.Administrators.userId, detail: { rateTypeId: perSession } },
      ])
      expect(refusalOf(await call('setRateType', choice))).toEqual({
        status: 404,
        message: 'There are no sessions without a rate like these anymore.',
      })
    })

    test('refuses a type that the school has no rate for, and a locked day', async () => {
      await work(server(), token, { date: '2026-11-03' })
      const message = 'The school has no rate of this type for the service.'
      expect(refusalOf(await call('setRateType', { ...choice, rateTypeId: RATE_TYPE_IDS.daily }))).toEqual({
        status: 400,
        message,
        errors: [{ path: 'rateTypeId', message }],
      })
      await call('lockOutPeriod', NOVEMBER)
      expect(refusalOf(await call('setRateType', choice))).toEqual({
        status: 409,
        message: '11/03/2026 is locked. You will not be able to make any changes for this day.',
      })
    })
  })

  test('is of a half-month', async () => {
    const message = 'Choose a half-month: the 1st to the 15th, or the 16th to the last day.'
    expect(refusalOf(await call('readCloseOut', { startDate: '2026-11-02' }))).toEqual({
      status: 400,
      message,
      errors: [{ path: 'startDate', message }],
    })
    expect(await read()).toMatchObject({ open: [], unrated: [], schools: [], providers: [] })
  })
})
