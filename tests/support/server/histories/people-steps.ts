/** Providers: their rates, first and last days, types and names. */
import { getAfterLastDay } from '#contract/after-last-day.ts'
import { getProvider } from '#contract/providers.ts'
import { addDays } from '#domain/time.ts'
import type { Random } from '#server/seed/random.ts'
import { someIdOf, someRate } from './master-steps.ts'
import { RATE_TYPES, tellingSessions } from './schedule-steps.ts'
import { defineSteps } from './step.ts'
import { granting } from './time-off-steps.ts'
import { accepted, type World } from './world.ts'

/** What a record must have and the tests' providers lack. */
const ADDRESS = {
  ...{ addressLine1: '1 Main Street', countryId: 1, stateId: 1, city: 1, postalCode: '62701' },
  serviceTypeIds: [1, 2],
}

const open = async (world: World, id: number) => {
  const reply = await world.call('administrator', 'getProvider', { params: { id } })
  if (!accepted(reply)) return undefined
  const { provider, providerEmergencyContacts, providerRateChangeHistories, entityCacheKey } = getProvider.data.parse(
    reply.data,
  )
  return { ...provider, ...ADDRESS, id, providerEmergencyContacts, providerRateChangeHistories, entityCacheKey }
}

const changeRates = async (world: World, random: Random): Promise<void> => {
  const id = await someIdOf(world, random, 'providers')
  const record = await open(world, id)
  if (!record) return
  const rates = record.providerRateChangeHistories
  const stored = rates.length > 0 && random.chance(0.7) ? random.pick(rates) : undefined
  const rateTypeId = stored?.providerRateTypeId ?? random.pick(RATE_TYPES)
  const what = stored ? random.int(1, 3) : 4
  const dated = { rate: someRate(random), from: addDays(world.today, random.int(-30, 15)) }
  const added = {
    ...{ id: null, providerRateTypeId: rateTypeId, oldRate: '', newRate: dated.rate, effectiveDate: dated.from },
    ...{ isDeleted: false, isEdit: false },
  }
  const others = rates.filter((rate) => rate !== stored)
  const rows: object[] = [...others]
  if (stored && what <= 2) rows.push({ ...stored, isDeleted: true })
  if (stored && what === 3) rows.push({ ...stored, isEdit: true, newRate: dated.rate, effectiveDate: dated.from })
  if (what === 2 || what === 4) rows.push(added)
  const body = { ...record, providerRateChangeHistories: rows }
  if (!accepted(await world.call('administrator', 'updateProvider', { body }))) return
  if (what <= 2) world.did({ did: 'end a provider rate', providerId: id, rateTypeId, on: world.today })
  if (what === 2 || what === 4) world.did({ did: 'rate a provider', providerId: id, rateTypeId, dated })
  if (what === 3) world.did({ did: 'plan a provider rate', providerId: id, rateTypeId, dated })
}

/** What becomes of what lies after a last day. */
const settled = async (world: World, random: Random, { id, lastDay }: { id: number; lastDay: string }) => {
  const reply = await world.call('administrator', 'getAfterLastDay', { params: { id }, query: { lastDay } })
  if (!accepted(reply)) return null
  const { key } = getAfterLastDay.data.parse(reply.data)
  return key === '' ? null : { key, sessions: random.pick(['cancel', 'handOver'] as const) }
}

const hireOrLetGo = async (world: World, random: Random): Promise<void> => {
  const id = await someIdOf(world, random, 'providers')
  const record = await open(world, id)
  if (!record) return
  const day = addDays(world.today, random.int(-25, 20))
  const change = random.pick([
    { termDate: day },
    { termDate: '', statusId: 1 },
    { termDate: '', statusId: 1 },
    { hireDate: day },
    { hireDate: '' },
    { statusId: 2 },
    { statusId: 3, termDate: addDays(world.today, -random.int(0, 20)) },
  ])
  const afterLastDay = change.termDate ? await settled(world, random, { id, lastDay: change.termDate }) : null
  await world.call('administrator', 'updateProvider', { body: { ...record, ...change, afterLastDay } })
}

export const peopleSteps = defineSteps({
  "change a provider's rates": { calls: ['updateProvider'], weight: 2, mayRate: true, run: changeRates },

  'change a provider': {
    calls: ['updateProvider'],
    run: async (world, random) => {
      const id = await someIdOf(world, random, 'providers')
      const record = await open(world, id)
      if (!record) return
      const change = random.pick([
        { lastName: `Name ${random.int(1, 99)}` },
        { providerTypeId: random.int(1, 2) },
        { department: `Department ${random.int(1, 9)}` },
        { schoolIds: random.some([1, 2, 3], random.int(1, 3)) },
      ])
      await world.call('administrator', 'updateProvider', { body: { ...record, ...change } })
    },
  },

  'hire or let go': { calls: ['updateProvider'], run: granting(tellingSessions(hireOrLetGo)) },

  'add a provider': {
    calls: ['addProvider', 'importProviders'],
    mayRate: true,
    weight: 0.4,
    run: async (world, random) => {
      const n = random.int(1, 9999)
      if (random.chance(0.5)) {
        const file = {
          name: 'rows.csv',
          bytes:
            'First Name,Last Name,Email,Provider Type,Schools,Services,Address Line 1,Country,State,City,Postal Code\n' +
            `New,No ${n},new${n}@district.example,Therapist,Lincoln,OT,1 Main,United States,IL,Springfield,62701\n`,
        }
        const check = await world.call('administrator', 'importProviders', { file })
        const { key } = Object(check.data)
        if (accepted(check))
          await world.call('administrator', 'importProviders', {
            file,
            body: { key, goodRowsOnly: true, invitations: 'now' },
          })
        return
      }
      const body = {
        ...ADDRESS,
        ...{ firstName: 'New', lastName: `No ${n}`, emailId: `new${n}@district.example` },
        ...{ providerTypeId: 1, statusId: 1, userRoleId: 2, schoolIds: [1, 2], hireDate: addDays(world.today, -40) },
        providerRateChangeHistories: [{ providerRateTypeId: 1, newRate: someRate(random) }],
      }
      await world.call('administrator', 'addProvider', { body })
    },
  },
})
