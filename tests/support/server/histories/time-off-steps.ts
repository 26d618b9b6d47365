/** Asking for time off, answering, returning, and the balances. */
import { z } from 'zod'
import { getSessionsOfPtos } from '#contract/time-off.ts'
import { addDays } from '#domain/time.ts'
import type { PtoState } from '#domain/time-off.ts'
import type { Random } from '#server/seed/random.ts'
import { clockTime, tellingSessions } from './schedule-steps.ts'
import { defineSteps } from './step.ts'
import { accepted, type World } from './world.ts'

const requestRow = z.object({ id: z.number(), providerId: z.number(), date: z.string(), minutes: z.number() })

const balanceRow = z.object({
  providerId: z.number(),
  version: z.string(),
  hundredths: z.number(),
  lastDay: z.string(),
})

const requestsIn = (world: World, ...states: PtoState[]) =>
  world.read(
    requestRow,
    `select id, provider_id as "providerId", requested_date::text as date,
       (extract(epoch from end_time - start_time) / 60)::int as minutes
     from pto_requests where state = any($1) order by id`,
    [states],
  )

const someDay = (world: World, random: Random) => {
  const start = random.int(8, 12) * 60
  return {
    requestedDate: addDays(world.today, random.int(-20, 15)),
    startTime: clockTime(start),
    endTime: clockTime(start + random.pick([60, 75, 100, 240])),
  }
}

const ask = async (world: World, random: Random): Promise<void> => {
  const providerId = random.int(1, 3)
  const day = someDay(world, random)
  if (random.chance(0.6)) await world.call(providerId, 'createPto', { body: { ...day, reason: 'Dentist' } })
  else {
    const days = [day, { ...day, requestedDate: addDays(day.requestedDate, 1) }]
    await world.call(providerId, 'createPtos', { body: { days, reason: 'Trip' } })
  }
}

const answer = async (world: World, random: Random): Promise<void> => {
  const open = await requestsIn(world, 'pending', 'givingBack')
  if (open.length === 0) return
  const { id } = random.pick(open)
  if (random.chance(0.25)) {
    await world.call('administrator', 'rejectPtos', { body: { ids: String(id), notes: 'Too many' } })
    return
  }
  const reply = await world.call('administrator', 'getSessionsOfPtos', { query: { ids: String(id) } })
  if (!accepted(reply)) return
  const sessions = getSessionsOfPtos.data.parse(reply.data).flatMap((session) => {
    const { id: sessionId, requestId, version, takers } = session
    const toProviderId = random.pick([null, ...takers.map((taker) => taker.id)])
    return random.chance(0.5) ? { id: sessionId, requestId, version, toProviderId } : []
  })
  await world.call('administrator', 'acceptPtos', { body: { ids: String(id), sessions } })
}

const changeOwn = async (world: World, random: Random): Promise<void> => {
  const own = await requestsIn(world, 'pending', 'accepted', 'givingBack')
  if (own.length === 0) return
  const { id, providerId } = random.pick(own)
  const body = { ids: [id] }
  switch (random.int(1, 6)) {
    case 1:
      await world.call(providerId, 'withdrawPto', { params: { id } })
      break
    case 2:
      await world.call(providerId, 'withdrawPtos', { body })
      break
    case 3:
      await world.call(providerId, 'updatePto', { body: { ...someDay(world, random), id, reason: 'Changed' } })
      break
    case 4:
      await world.call(providerId, 'keepPtos', { body })
      break
    default:
      await world.call(providerId, 'giveBackPtos', { body })
  }
}

/** What is granted after a step and was not before, and the other way around. */
export const granting =
  (run: (world: World, random: Random) => Promise<void>) =>
  async (world: World, random: Random): Promise<void> => {
    const before = await requestsIn(world, 'accepted', 'givingBack')
    await run(world, random)
    const after = await requestsIn(world, 'accepted', 'givingBack')
    const known = new Set(before.map(({ id }) => id))
    const left = new Set(after.map(({ id }) => id))
    for (const { id, ...request } of after) if (!known.has(id)) world.did({ did: 'take off', request: id, ...request })
    for (const { id } of before) if (!left.has(id)) world.did({ did: 'give back', request: id })
  }

export const timeOffSteps = defineSteps({
  'ask for time off': { calls: ['createPto', 'createPtos'], weight: 1.5, run: ask },

  'answer a request': { calls: ['acceptPtos', 'rejectPtos'], weight: 2, run: granting(tellingSessions(answer)) },

  'change a request': {
    calls: ['withdrawPto', 'withdrawPtos', 'updatePto', 'keepPtos', 'giveBackPtos'],
    run: changeOwn,
  },

  'settle a balance': {
    calls: ['settlePtoBalance'],
    run: async (world, random) => {
      const left = await world.read(
        balanceRow,
        `select p.id as "providerId", b.version::text as version, round(b.available_hours * 100)::int as hundredths,
           p.term_date::text as "lastDay"
         from providers p join pto_balances b on b.provider_id = p.id
         where p.term_date < $1 and b.available_hours <> 0 order by p.id`,
        [world.today],
      )
      if (left.length === 0) return
      const { providerId, version, hundredths, lastDay } = random.pick(left)
      const how = random.pick(['payOut', 'payOut', 'writeOff'] as const)
      const body = { providerId, entityCacheKey: version, how, reason: 'Left' }
      const isSettled = accepted(await world.call('administrator', 'settlePtoBalance', { body }))
      if (isSettled && how === 'payOut') world.did({ did: 'pay out', providerId, hundredths, lastDay })
    },
  },

  'upload balances': {
    calls: ['uploadPtoHours'],
    weight: 0.5,
    run: async (world, random) => {
      const bytes = `ID,Provider Name,Available Hours\n${random.int(1, 3)},,${random.int(0, 90)}\n`
      await world.call('administrator', 'uploadPtoHours', { file: { name: 'hours.csv', bytes } })
    },
  },
})
