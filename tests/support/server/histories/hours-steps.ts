/** Confirming, approving, rejecting and reopening days. */
import { z } from 'zod'
import { getDayToReject } from '#contract/day.ts'
import { hoursToWire, sessionHoursToWire } from '#contract/schedule.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Random } from '#server/seed/random.ts'
import type { Row } from './events.ts'
import { clockTime, readOccurrences, someOccurrence, someTimes } from './schedule-steps.ts'
import { defineSteps } from './step.ts'
import { accepted, type World } from './world.ts'

const rowRow = z.object({
  providerId: z.number(),
  schoolId: z.number(),
  date: z.string(),
  serviceId: z.number(),
  start: z.number(),
  end: z.number(),
})

/** The hours that are due, as the sessions say, on days whose sessions are over. */
const dueRows = (world: World, from: LocalDate, to: LocalDate) =>
  world.read(
    rowRow,
    `select provider_id as "providerId", school_id as "schoolId", date::text as date, min(service_id) as "serviceId",
       (min(extract(epoch from start_time)) / 60)::int as start, (max(extract(epoch from end_time)) / 60)::int as end
     from occurrences where deleted_at is null and is_timesheet_required and date between $1 and $2
     group by 1, 2, 3 order by 3, 1, 2`,
    [from, to],
  )

const confirmRow = async (world: World, random: Random, due: z.output<typeof rowRow>): Promise<void> => {
  const { providerId, schoolId, date } = due
  const row: Row = { providerId, schoolId, date }
  const start = random.chance(0.3) ? Math.max(480, due.start + random.int(-20, 5)) : due.start
  const end = random.chance(0.3) ? Math.max(start + 1, due.end + random.int(-20, 40)) : due.end
  const isZero = random.chance(0.06)
  const serviceId = random.chance(0.08) ? random.pick([1, 2]) : due.serviceId
  const times = isZero ? { startTime: '', endTime: '' } : { startTime: clockTime(start), endTime: clockTime(end) }
  const body = hoursToWire({
    ...{ id: 0, providerId, schoolId, eventDate: date, ...times },
    ...{ isZeroHours: isZero, isConfirmClicked: true, serviceId },
  })
  if (accepted(await world.call(random.chance(0.8) ? providerId : 'administrator', 'updateSchoolTime', { body }))) {
    world.did({ did: 'enter hours', row, serviceId: { id: serviceId, asBefore: false }, ...times, isZero })
  }
}

export const confirmRows = async (world: World, random: Random, from: LocalDate, to: LocalDate): Promise<void> => {
  for (const due of await dueRows(world, from, to)) if (random.chance(0.97)) await confirmRow(world, random, due)
}

const refusedEntries = z.array(z.object({ path: z.string() }))

/** Approves everything that can be, in one step. */
export const approveDays = async (world: World, random: Random, from: LocalDate, to: LocalDate): Promise<void> => {
  const days = new Map<string, { id: number; providerId: number; date: LocalDate }>()
  for (const { id, providerId, date } of await readOccurrences(world, from, to)) {
    const day = `${providerId}/${date}`
    if (!days.has(day) && random.chance(0.96)) days.set(day, { id, providerId, date })
  }
  const asked = [...days.values()]
  if (asked.length === 0) return
  const body = { scheduleEventRecurrence: asked.map(({ id, date }) => ({ id, recurrenceDate: date })) }
  const { errors = [] } = await world.call('administrator', 'approveScheduleEvents', { body })
  const refused = new Set(refusedEntries.parse(errors).map(({ path }) => path))
  for (const [index, { providerId, date }] of asked.entries()) {
    if (!refused.has(`scheduleEventRecurrence.${index}`)) world.did({ did: 'approve', providerId, date })
  }
}

const recent = (world: World, random: Random) => {
  const from = addDays(world.today, -random.int(0, 18))
  return { from, to: addDays(from, 3) }
}

export const hoursSteps = defineSteps({
  'confirm some hours': {
    calls: ['updateSchoolTime'],
    weight: 2,
    run: async (world, random) => {
      const { from, to } = recent(world, random)
      await confirmRows(world, random, from, to)
    },
  },

  'approve some days': {
    calls: ['approveScheduleEvents'],
    weight: 1.5,
    run: async (world, random) => {
      const { from, to } = recent(world, random)
      await approveDays(world, random, from, to)
    },
  },

  'reopen a day': {
    calls: ['reopenDay'],
    run: async (world, random) => {
      const day = await someOccurrence(world, random)
      if (!day) return
      const { providerId, date } = day
      if (
        accepted(await world.call('administrator', 'reopenDay', { body: { providerId, date, reason: 'Wrong hours' } }))
      ) {
        world.did({ did: 'reopen', providerId, date })
      }
    },
  },

  'reject a day': {
    calls: ['rejectDays'],
    run: async (world, random) => {
      const day = await someOccurrence(world, random)
      if (!day) return
      const { providerId, date } = day
      const reply = await world.call('administrator', 'getDayToReject', { body: { providerId, date } })
      const entityCacheKey = accepted(reply) ? getDayToReject.data.parse(reply.data).entityCacheKey : '-'
      await world.call('administrator', 'rejectDays', {
        body: { days: [{ providerId, date, entityCacheKey }], reason: 'Wrong hours' },
      })
    },
  },

  'delete hours': {
    calls: ['deleteSchoolTime'],
    run: async (world, random) => {
      const day = await someOccurrence(world, random)
      if (!day) return
      const { providerId, schoolId, date } = day
      const body = { id: 0, providerId, schoolId, eventDate: date }
      if (accepted(await world.call(random.chance(0.5) ? providerId : 'administrator', 'deleteSchoolTime', { body }))) {
        world.did({ did: 'drop hours', row: { providerId, schoolId, date } })
      }
    },
  },

  'explain hours': {
    calls: ['explainHours'],
    run: async (world, random) => {
      const day = await someOccurrence(world, random)
      if (!day) return
      const { providerId, schoolId, date } = day
      const body = { providerId, schoolId, date, explanation: 'Stayed for a meeting.', entityCacheKey: '0' }
      await world.call(random.chance(0.5) ? providerId : 'administrator', 'explainHours', { body })
    },
  },

  "set a session's hours": {
    calls: ['updateTimesheet'],
    run: async (world, random) => {
      const session = await someOccurrence(world, random)
      if (!session) return
      const { id, series, slot, providerId, schoolId, date, serviceId } = session
      const needsHours = random.chance(0.8)
      const isZero = random.chance(0.1)
      const times = isZero ? { startTime: '', endTime: '' } : someTimes(random)
      const body = sessionHoursToWire({ id, isTimesheetReq: needsHours, isZeroHours: isZero, ...times })
      if (!accepted(await world.call('administrator', 'updateTimesheet', { body }))) return
      world.did({ did: 'need hours', of: { series, slot }, needsHours })
      if (needsHours) {
        world.did({
          did: 'enter hours',
          row: { providerId, schoolId, date },
          serviceId: { id: serviceId, asBefore: true },
          ...times,
          isZero,
        })
      }
    },
  },
})
