import { randomBytes } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getProvider } from '#contract/providers.ts'
import { NEW_PROVIDER_ROLE_ID, shownSsn } from '#domain/provider-form.ts'
import { providerSchools, providerServices, providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { users } from '#server/db/schema/users.ts'
import { describeEngines, truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addPeople, allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { rotateSsnKeys } from './rotate-ssn-keys.ts'
import { SsnVault } from './ssn-vault.ts'

const oldKey = { id: '2025', key: randomBytes(32) }
const newKey = { id: '2026', key: randomBytes(32) }
const vault = new SsnVault([newKey, oldKey])

const FIRST_ID = 100
const NUMBERS = 250
const ids = Array.from({ length: NUMBERS }, (_, index) => FIRST_ID + index)
/** Its record is saved during the rotation. */
const EDITED = FIRST_ID + 200
const digitsOf = (id: number) => String(123_450_000 + id)

describeEngines('rotating the keys of Social Security numbers', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database, { ssnKeys: [newKey, oldKey] })
  const db = () => database().db
  let asAda: { readonly token: string }

  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await addPlaces(database())
    await db().insert(schools).values({ name: 'Lincoln' })
    await db().insert(services).values({ code: 'OT', description: 'Occupational Therapy' })
    asAda = { token: await server().tokenOf(PEOPLE.Administrators.userId) }
    const before = new SsnVault([oldKey])
    await db()
      .insert(providers)
      .overridingSystemValue()
      .values(
        ids.map((id) => ({
          id,
          firstName: 'Pat',
          lastName: `No. ${id}`,
          email: `pat${id}@district.example`,
          providerTypeId: 1,
          statusId: 1,
          addressLine1: '1 Oak',
          cityId: 1,
          postalCode: '62701',
          ...before.close(digitsOf(id), id),
        })),
      )
    await db()
      .insert(users)
      .values({
        email: `pat${EDITED}@district.example`,
        displayName: 'Pat',
        roleId: NEW_PROVIDER_ROLE_ID,
        providerId: EDITED,
      })
    await db()
      .insert(providerSchools)
      .values(ids.map((providerId) => ({ providerId, schoolId: 1 })))
    await db()
      .insert(providerServices)
      .values(ids.map((providerId) => ({ providerId, serviceId: 1 })))
  })

  const older = () => db().$count(providers, ne(providers.ssnKeyId, newKey.id))
  const reveal = async (id: number) => (await server().call('revealSsn', { ...asAda, body: { id } })).data

  test('numbers are read and saved meanwhile, and an open form does not conflict', async () => {
    const open = getProvider.data.parse((await server().call('getProvider', { ...asAda, params: { id: EDITED } })).data)
    const rotation = rotateSsnKeys(db(), vault)
    const reads = ids.filter((id) => id % 5 === 0).map(async (id) => ({ id, shown: await reveal(id) }))
    const { provider, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories } = open
    const saved = await server().call('updateProvider', {
      ...asAda,
      body: {
        ...provider,
        id: EDITED,
        entityCacheKey,
        providerEmergencyContacts,
        providerRateChangeHistories,
        ssn: '219-09-9999',
      },
    })
    expect(saved).toMatchObject({ status: 200, message: 'Provider has been updated successfully' })
    for (const { id, shown } of await Promise.all(reads)) {
      if (id !== EDITED) expect(shown).toEqual({ ssn: shownSsn(digitsOf(id)) })
    }
    expect((await rotation).unopened).toEqual(new Map())
    expect(await older()).toBe(0)
    expect(await reveal(EDITED)).toEqual({ ssn: '219-09-9999' })
    expect(await reveal(FIRST_ID)).toEqual({ ssn: shownSsn(digitsOf(FIRST_ID)) })
    // Without the old key, all of them can still be read.
    const after = new SsnVault([newKey])
    for (const { id, ssn, ssnKeyId } of await db().select().from(providers).where(eq(providers.version, 0))) {
      if (ssn !== null && ssnKeyId !== null) expect(after.open({ ssn, ssnKeyId }, id)).toBe(digitsOf(id))
    }
  })

  test('running it twice at once does no harm', async () => {
    const [one, two] = await Promise.all([rotateSsnKeys(db(), vault), rotateSsnKeys(db(), vault)])
    expect(one.rotated + two.rotated).toBe(NUMBERS)
    expect(await rotateSsnKeys(db(), vault)).toEqual({ rotated: 0, unopened: new Map() })
  })

  test('numbers whose key is missing or that were changed stay as they are and are counted', async () => {
    const lost = new SsnVault([{ id: 'lost', key: randomBytes(32) }]).close('219099999', FIRST_ID)
    await db().update(providers).set(lost).where(eq(providers.id, FIRST_ID))
    await db()
      .update(providers)
      .set({ ssn: lost.ssn })
      .where(eq(providers.id, FIRST_ID + 1))
    expect(await rotateSsnKeys(db(), vault)).toEqual({
      rotated: NUMBERS - 2,
      unopened: new Map([
        ['lost', 1],
        ['2025', 1],
      ]),
    })
    expect(await db().select().from(providers).where(eq(providers.id, FIRST_ID))).toMatchObject([lost])
  })
})
