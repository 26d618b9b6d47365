import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readCloseOut } from '#contract/billing.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles } from '#server/db/schema/schools.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { confirm, NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, SCHOOL_IDS, SERVICE_IDS, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession } = RATE_TYPE_IDS
const PAUL = PEOPLE.Providers.providerId
const SOFIA = PEOPLE.SpecialProvider.providerId
const { lincoln } = SCHOOL_IDS

describe('the close-out of a half-month', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const call = (
    name: 'readCloseOut' | 'readDaysToLookAt' | 'setRateType' | 'lockOutPeriod',
    body: object = {},
    by = token.ada,
  ) => server().call(name, { token: by, body: { startDate: NOVEMBER.startDate, ...body } })
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
    const { schools, providers, leftOut, lockOuts: locked } = await read()
    expect(schools).toEqual([
      {
        id: lincoln,
        name: 'Lincoln',
        hasBillingEmail: true,
        minutes: 240,
        amount: '342.00',
        earlier: ['0.00', '0.00'],
      },
    ])
    expect(providers).toMatchObject([
      { id: PAUL, minutes: 120, amount: '171.00' },
      { id: SOFIA, minutes: 120, amount: '171.00' },
    ])
    expect(leftOut).toEqual({ days: 1, minutes: 60, amount: '85.50' })
    expect(locked).toEqual([])
    expect((await read({ startDate: '2026-11-16' })).schools).toMatchObject([{ earlier: ['342.00', '0.00'] }])
  })

  test('counts only what was billed once a period is locked', async () => {
    await work(server(), token, { date: '2026-11-03', rateTypeId: hourly })
    await plan(server(), { date: '2026-11-05', rateTypeId: hourly })
    await call('lockOutPeriod', { ...NOVEMBER, isForceFullLockOut: true })
    const { lockOuts: locked, open, schools, leftOut } = await read()
    expect(locked).toMatchObject([{ ...NOVEMBER, isForced: true, lockedBy: 'Ada Admin' }])
    expect({ open, leftOut }).toEqual({ open: [], leftOut: { days: 1, minutes: 60, amount: '85.50' } })
    expect(schools).toMatchObject([{ id: lincoln, amount: '85.50', hasBillingEmail: false }])
  })

  test('locks the rest of a half-month of which one day is locked and invoiced', async () => {
    const first = { startDate: '2026-11-01', endDate: '2026-11-01' }
    const rest = { startDate: '2026-11-02', endDate: '2026-11-15' }
    await work(
      server(),
      token,
      { date: '2026-11-01', rateTypeId: hourly },
      { date: '2026-11-03', endTime: '11:00', rateTypeId: hourly },
    )
    await plan(server(), { date: '2026-11-05', rateTypeId: hourly })
    const lock = (more: object) => call('lockOutPeriod', { ...NOVEMBER, isForceFullLockOut: true, ...more })
    const invoice = (period: typeof NOVEMBER) =>
      server().call('generateInvoice', { token: token.ada, body: { ...period, schoolId: lincoln } })
    await lock(first)
    expect(await invoice(first)).toMatchObject({ status: 200 })

    const { lockOuts: locked, halfMonths, schools, leftOut } = await read()
    expect(locked).toMatchObject([first])
    expect(halfMonths).toContainEqual({ ...NOVEMBER, state: 'partly' })
    // The first day as it was locked, the others as if they were approved.
    expect(schools).toMatchObject([{ id: lincoln, amount: '342.00' }])
    expect(leftOut).toEqual({ days: 1, minutes: 60, amount: '85.50' })
    const counted = { kind: 'work', ...NOVEMBER, only: 'counted', withFees: false }
    expect(await server().call('explainAmount', { token: token.ada, body: { of: counted } })).toMatchObject({
      data: { amount: '342.00' },
    })

    const overlap = {
      status: 409,
      message: '11/01/2026 to 11/01/2026 is locked already. Choose days outside it, or unlock it under Lock Out first.',
    }
    expect(refusalOf(await lock({}))).toEqual(overlap)
    expect(refusalOf(await lock({ isRest: true, endDate: '2026-11-16' }))).toMatchObject({
      status: 400,
      message: 'Choose the first day of a half-month.',
    })
    expect(await lock({ isRest: true })).toMatchObject({
      status: 200,
      message: 'The billing period 11/02/2026 to 11/15/2026 is locked.',
      data: { ...rest, isForced: true, leftOut },
    })
    const closed = await read()
    expect(closed.lockOuts).toMatchObject([rest, first])
    expect(closed.halfMonths).toContainEqual({ ...NOVEMBER, state: 'forced' })
    expect(closed.schools).toMatchObject([{ amount: '256.50' }])
    expect(closed.leftOut).toEqual(leftOut)
    expect(refusalOf(await lock({ isRest: true }))).toEqual({
      status: 409,
      message: '11/01/2026 to 11/15/2026 is locked already. Choose days outside it, or unlock it under Lock Out first.',
    })
    expect(await invoice(rest)).toMatchObject({ status: 200 })
  })

  test('locks the rest of a half-month without sessions', async () => {
    await work(server(), token, { date: '2026-11-01', rateTypeId: hourly })
    const lock = (more: object) => call('lockOutPeriod', { ...NOVEMBER, isForceFullLockOut: false, ...more })
    await lock({ endDate: '2026-11-01' })
    expect(await lock({ isRest: true })).toMatchObject({
      status: 200,
      message: 'The billing period 11/02/2026 to 11/15/2026 is locked.',
      data: { isForced: false, leftOut: { days: 0, minutes: 0, amount: '0.00' } },
    })
    expect((await read()).halfMonths).toContainEqual({ ...NOVEMBER, state: 'locked' })
  })

  test('offers the latest half-months with the one that is open, and says which are locked', async () => {
    server().now = TEST_NOW
    const lockedBy = { lockedById: PEOPLE.Administrators.userId, lockedAt: TEST_NOW }
    const leftOut = { days: 0, minutes: 0, amount: '0.00' }
    await db()
      .insert(lockOuts)
      .values([
        { startDate: '2026-10-01', endDate: '2026-10-31', isForced: false, leftOut, ...lockedBy },
        { startDate: '2026-09-16', endDate: '2026-09-30', isForced: true, leftOut, ...lockedBy },
        {
          ...{ startDate: '2026-09-01', endDate: '2026-09-15', isForced: false, leftOut, ...lockedBy },
          ...{ unlockedById: PEOPLE.Administrators.userId, unlockedAt: TEST_NOW, unlockReason: 'A correction' },
        },
      ])
    const { halfMonths, asOf } = await read({ startDate: '2025-03-16' })
    expect(asOf).toBe(TEST_NOW.toISOString())
    expect(halfMonths.map(({ startDate, endDate, state }) => `${startDate} ${endDate} ${state}`)).toEqual([
      '2026-11-16 2026-11-30 open',
      '2026-11-01 2026-11-15 open',
      '2026-10-16 2026-10-31 locked',
      '2026-10-01 2026-10-15 locked',
      '2026-09-16 2026-09-30 forced',
      '2026-09-01 2026-09-15 open',
      '2026-08-16 2026-08-31 open',
      '2026-08-01 2026-08-15 open',
      '2026-07-16 2026-07-31 open',
      '2026-07-01 2026-07-15 open',
      '2026-06-16 2026-06-30 open',
      '2026-06-01 2026-06-15 open',
      '2026-05-16 2026-05-31 open',
      '2025-03-16 2025-03-31 open',
    ])
  })

  test('tells providers with the same name apart', async () => {
    await db().update(providers).set({ firstName: 'PAUL', middleName: '', lastName: 'Provider' })
    await work(server(), token, { date: '2026-11-03' }, { date: '2026-11-04', by: 'sofia' })
    expect((await read()).providers.map(({ name }) => name)).toEqual(['PAUL Provider (no. 1)', 'PAUL Provider (no. 2)'])
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
        minutes: 120,
        sessions: 2,
        choiceRefusal: null,
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
      expect([session?.rateTypeId, other?.rateTypeId]).toEqual([perSession, hourly])
      const log = await db().select().from(transitionLog).where(eq(transitionLog.machine, 'session-rate-type'))
      expect(log).toMatchObject([
        { entity: String(session?.id), userId: PEOPLE.Administrators.userId, detail: { rateTypeId: perSession } },
      ])
      expect(refusalOf(await call('setRateType', choice))).toEqual({
        status: 404,
        message: 'There are no sessions without a rate like these anymore. Reload the page to see what is left.',
      })
    })

    test('refuses a type that the school has no rate for', async () => {
      await work(server(), token, { date: '2026-11-03' })
      const message =
        'The school has no rate of this type for the service. Add one to the school first, or choose another type.'
      expect(refusalOf(await call('setRateType', { ...choice, rateTypeId: RATE_TYPE_IDS.daily }))).toEqual({
        status: 400,
        message,
        errors: [{ path: 'rateTypeId', message }],
      })
    })

    describe('that are locked', () => {
      const invoice = (schoolId: number) =>
        server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId } })
      const typesOf = async () => (await db().select().from(occurrences)).map(({ rateTypeId }) => rateTypeId)
      const INSTEAD = 'A single day can be corrected instead: open it under People, and choose Correct this day.'

      test('still gives them one once another school is invoiced, and then invoices them', async () => {
        await work(server(), token, { date: '2026-11-03' }, { date: '2026-11-04', at: 'maple' })
        await call('lockOutPeriod', NOVEMBER)
        expect(await invoice(SCHOOL_IDS.maple)).toMatchObject({ status: 200 })
        expect(refusalOf(await invoice(lincoln))).toEqual({
          status: 409,
          message:
            'Some approved hours have no rate: Occupational Therapy by Paul Provider. Set their rates under Close Out.',
        })
        expect((await read()).unrated).toMatchObject([{ choices: [hourly, perSession], choiceRefusal: null }])
        expect(await call('setRateType', choice)).toMatchObject({ status: 200, data: { sessions: 1 } })
        expect((await read()).unrated).toEqual([])
        expect(await invoice(lincoln)).toMatchObject({ status: 200 })
        const issued = await db().select().from(invoices).orderBy(asc(invoices.id))
        expect(issued.map(({ schoolId, total }) => [schoolId, total])).toEqual([
          [SCHOOL_IDS.maple, '81.0000'],
          [lincoln, '60.0000'],
        ])
      })

      test('refuses once the school itself is invoiced for one of their days', async () => {
        await work(server(), token, { date: '2026-11-03', rateTypeId: hourly }, { date: '2026-11-04' })
        await db().update(occurrences).set({ rateTypeId: hourly })
        await call('lockOutPeriod', NOVEMBER)
        expect(await invoice(lincoln)).toMatchObject({ status: 200 })
        await db().update(occurrences).set({ rateTypeId: null }).where(eq(occurrences.date, '2026-11-04'))
        const message = `The school has been invoiced for 11/04/2026. ${INSTEAD}`
        expect((await read()).unrated).toMatchObject([{ choiceRefusal: message }])
        expect(refusalOf(await call('setRateType', choice))).toEqual({ status: 409, message })
        expect(await typesOf()).toEqual([hourly, null])
      })

      test('refuses a type that is paid otherwise', async () => {
        const paid = { providerId: PAUL, effectiveDate: '2025-01-01' }
        await db()
          .insert(providerRates)
          .values([
            { ...paid, rateTypeId: hourly, rate: '40.00' },
            { ...paid, rateTypeId: perSession, rate: '30.00' },
          ])
        await work(server(), token, { date: '2026-11-03' })
        await call('lockOutPeriod', NOVEMBER)
        const message = `11/03/2026 is locked, and would be paid at another rate. ${INSTEAD}`
        expect(refusalOf(await call('setRateType', choice))).toEqual({ status: 409, message })
        expect(await typesOf()).toEqual([null])
        expect(await call('setRateType', { ...choice, rateTypeId: hourly })).toMatchObject({ status: 200 })
        expect(await typesOf()).toEqual([hourly])
      })
    })
  })

  test('is of a half-month', async () => {
    const message = 'Choose a half-month: the 1st to the 15th, or the 16th to the last day.'
    for (const name of ['readCloseOut', 'readDaysToLookAt'] as const) {
      expect(refusalOf(await call(name, { startDate: '2026-11-02' }))).toEqual({
        status: 400,
        message,
        errors: [{ path: 'startDate', message }],
      })
    }
    expect(await read()).toMatchObject({ open: [], unrated: [], schools: [], providers: [] })
  })
})
