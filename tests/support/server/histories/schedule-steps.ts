/** Planning and changing sessions. */
import { z } from 'zod'
import { previewHandOver, previewUndoHandOver } from '#contract/hand-over.ts'
import { getProviderChange } from '#contract/provider-changes.ts'
import { type StoredSession, savedScheduleEventSchema, storedSessionSchema } from '#contract/session-form.ts'
import { addDays, type LocalDate, type LocalTime, localTimeSchema } from '#domain/time.ts'
import type { Random } from '#server/seed/random.ts'
import { sessionPayload } from '../schedule.ts'
import type { Planned } from './events.ts'
import { defineSteps } from './step.ts'
import { accepted, type Who, type World } from './world.ts'

const PROVIDERS = [1, 2, 3]
const SCHOOLS = [1, 2, 3]
const SERVICES = [1, 1, 1, 2, 2, 3]
export const RATE_TYPES = [1, 2, 3]
const MINUTES = [0, 5, 10, 15, 20, 30, 45, 52]
const LENGTHS = [7, 10, 20, 30, 45, 50, 60, 80, 120]

export const clockTime = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Not only quarters of an hour. */
export const someTimes = (random: Random) => {
  const start = random.int(8, 15) * 60 + random.pick(MINUTES)
  return { startTime: clockTime(start), endTime: clockTime(start + random.pick(LENGTHS)) }
}

const occurrenceRow = z.object({
  id: z.number(),
  series: z.number(),
  slot: z.string(),
  date: z.string(),
  providerId: z.number(),
  schoolId: z.number(),
  serviceId: z.number(),
  version: z.string(),
})
export type OccurrenceRow = z.output<typeof occurrenceRow>

/** Sessions that are not deleted, of some days. */
export const readOccurrences = (world: World, from: LocalDate, to: LocalDate): Promise<OccurrenceRow[]> =>
  world.read(
    occurrenceRow,
    `select id, schedule_event_id as series, coalesce(moved_from, date)::text as slot, date::text as date,
       provider_id as "providerId", school_id as "schoolId", service_id as "serviceId", version::text as version
     from occurrences where deleted_at is null and date between $1 and $2 order by id`,
    [from, to],
  )

/** Sessions around today, some of them on days that may be locked. */
export const someOccurrence = async (world: World, random: Random): Promise<OccurrenceRow | undefined> => {
  const found = await readOccurrences(world, addDays(world.today, -random.int(0, 20)), addDays(world.today, 20))
  return found.length === 0 ? undefined : random.pick(found)
}

const idRow = z.object({ id: z.number() })

const caseloadsAt = async (world: World, schoolId: number, providerId: number) => {
  const found = await world.read(
    idRow,
    `select f.id from caseload_frequencies f join students s on s.id = f.student_id
     where s.school_id = $1 and s.provider_id = $2 and s.deleted_at is null and s.is_active and f.deleted_at is null
     order by f.id`,
    [schoolId, providerId],
  )
  return found.map(({ id }) => id)
}

const planned = (sent: StoredSession, who: Who): Planned => {
  const { serviceId, serviceRateTypeId } = sent.scheduleEventRecurrenceSchoolStudents
  return {
    providerId: sent.providerId,
    schoolId: sent.schoolId,
    serviceId,
    rateTypeId: who === 'administrator' ? serviceRateTypeId : 'not chosen',
    startTime: sent.startTime,
    endTime: sent.endTime,
    needsHours: sent.isTimeSheetReq,
  }
}

const priceRow = z.object({ serviceId: z.number(), rateTypeId: z.number() })

/** A service and rate type, most often one that the school has a rate for. */
const somePrice = async (world: World, random: Random, schoolId: number) => {
  const any = { serviceId: random.pick(SERVICES), rateTypeId: random.pick(RATE_TYPES) }
  if (random.chance(0.1)) return any
  const found = await world.read(
    priceRow,
    `select distinct service_id as "serviceId", rate_type_id as "rateTypeId" from school_service_rates
     where school_id = $1 and ended_on is null and deleted_at is null order by 1, 2`,
    [schoolId],
  )
  return found.length === 0 ? any : random.pick(found)
}

const plan = async (world: World, random: Random): Promise<void> => {
  const providerId = random.pick(PROVIDERS)
  const schoolId = random.pick(SCHOOLS)
  const caseloadIds = await caseloadsAt(world, schoolId, providerId)
  if (caseloadIds.length === 0) return
  const who: Who = random.chance(0.6) ? 'administrator' : providerId
  const date = addDays(world.today, random.int(0, 6))
  const isSeries = random.chance(0.7)
  const endDate = isSeries ? addDays(date, random.int(8, 50)) : date
  const everyNDays = random.pick([1, 2, 3, 7])
  const { serviceId, rateTypeId } = await somePrice(world, random, schoolId)
  const session = {
    ...{ providerId, schoolId, ...someTimes(random), serviceId },
    needsHours: random.chance(0.93),
  }
  const body = sessionPayload({
    ...{ providerId, schoolId, serviceId: session.serviceId, date, endDate },
    ...{ startTime: session.startTime, endTime: session.endTime, isTimesheetReq: session.needsHours },
    rateTypeId: who === 'administrator' ? rateTypeId : null,
    caseloadIds: random.some(caseloadIds, 2),
    rule: isSeries ? { type: 'daily', option: 'everyNDays', everyNDays } : { type: 'none' },
  })
  const reply = await world.call(who, 'addScheduleEvent', { body })
  if (!accepted(reply)) return
  const dates = [date]
  if (isSeries)
    for (let next = addDays(date, everyNDays); next <= endDate; next = addDays(next, everyNDays)) dates.push(next)
  const { id: series } = savedScheduleEventSchema.parse(reply.data)
  world.did({
    did: 'plan',
    series,
    session: { ...session, rateTypeId: who === 'administrator' ? rateTypeId : 'not chosen' },
    dates,
  })
}

/** The form of a session with some of its answers changed. */
const changed = async (world: World, random: Random, stored: StoredSession, who: Who): Promise<StoredSession> => {
  const providerId = who === 'administrator' && random.chance(0.25) ? random.pick(PROVIDERS) : stored.providerId
  const students = stored.scheduleEventRecurrenceSchoolStudents
  const price = await somePrice(world, random, stored.schoolId)
  const isRepriced = random.chance(0.6)
  return {
    ...stored,
    ...(random.chance(0.3) && someTimes(random)),
    ...(random.chance(0.1) && { isTimeSheetReq: !stored.isTimeSheetReq }),
    providerId,
    scheduleEventRecurrenceSchoolStudents: {
      ...students,
      eventName: random.chance(0.2) ? `Session ${random.int(1, 99)}` : students.eventName,
      caseloadIds:
        providerId === stored.providerId
          ? students.caseloadIds
          : (await caseloadsAt(world, stored.schoolId, providerId)).slice(0, 2),
      serviceId: isRepriced ? price.serviceId : students.serviceId,
      serviceRateTypeId: isRepriced || students.serviceRateTypeId === 0 ? price.rateTypeId : students.serviceRateTypeId,
    },
  }
}

/** An administrator, or the provider whose session it is. */
const someone = (random: Random, providerId: number): Who => (random.chance(0.7) ? 'administrator' : providerId)

const updateAll = async (world: World, random: Random): Promise<void> => {
  const session = await someOccurrence(world, random)
  if (!session) return
  const who = someone(random, session.providerId)
  const reply = await world.call(who, 'editScheduleEventById', { body: { id: session.series } })
  if (!accepted(reply)) return
  const stored = storedSessionSchema.parse(reply.data)
  const sent = await changed(world, random, stored, who)
  // From a day in the past, too: what is over, approved or locked stays as it is.
  const from = addDays(world.today, random.int(-20, 12))
  const body = { ...sent, changeFromDate: from }
  if (accepted(await world.call(who, 'updateScheduleEventSeries', { body }))) {
    world.did({ did: 'update all', series: session.series, from, until: sent.toDate, session: planned(sent, who) })
  }
}

const changeOne = async (world: World, random: Random): Promise<void> => {
  const session = await someOccurrence(world, random)
  if (!session) return
  const who = someone(random, session.providerId)
  const reply = await world.call(who, 'editScheduleEventRecurrenceById', { body: { id: session.id } })
  if (!accepted(reply)) return
  const stored = storedSessionSchema.parse(reply.data)
  const date = random.chance(0.3) ? addDays(session.date, random.int(-4, 4)) : session.date
  const sent = await changed(world, random, stored, who)
  const single = { isRecurring: false, scheduleEventRecurringSelectionTypeId: 0, fromDate: date, toDate: date }
  const answer = await world.call(who, 'updateScheduleEventRecurrence', { body: { ...sent, ...noRule, ...single } })
  if (!accepted(answer)) return
  const of = { series: session.series, slot: session.slot }
  const { isPending, changed: count } = outcome.parse(answer.data)
  if (isPending) world.did({ did: 'ask for a change', of })
  else if (count > 0) world.did({ did: 'change one', of, date, session: planned(sent, who) })
  // A provider who saves the session as it is takes back the change that waits.
  else if (who !== 'administrator') world.did({ did: 'drop a change', of })
}

const putBackRow = z.object({
  ...{ series: z.number(), slot: z.string(), date: z.string(), providerId: z.number(), schoolId: z.number() },
  ...{ serviceId: z.number(), rateTypeId: z.number().nullable(), startTime: localTimeSchema, endTime: localTimeSchema },
  ...{ needsHours: z.boolean(), isDeleted: z.boolean(), isAlone: z.boolean(), isRecurring: z.boolean() },
})

const noRule = { dailyOptionId: 0, dailyOnEveryDay: 0 }
const outcome = z.object({ isPending: z.boolean(), changed: z.number() })

const waitingRow = z.object({
  id: z.number(),
  version: z.string(),
  providerId: z.number(),
  slot: z.string(),
  series: z.number(),
  form: z.looseObject({
    ...{ date: z.string(), startTime: z.string(), endTime: z.string(), schoolId: z.number(), serviceId: z.number() },
    isTimesheetReq: z.boolean(),
  }),
})

const someWaiting = async (world: World, random: Random) => {
  const found = await world.read(
    waitingRow,
    `select o.id, o.version::text as version, o.provider_id as "providerId", o.schedule_event_id as series,
       coalesce(o.moved_from, o.date)::text as slot, e.form
     from occurrence_edits e join occurrences o on o.id = e.occurrence_id where o.deleted_at is null order by o.id`,
  )
  return found.length === 0 ? undefined : random.pick(found)
}

/** Which sessions a hand-over, or its undoing, gave to whom. */
const logMoves = async (world: World, before: readonly OccurrenceRow[]): Promise<void> => {
  const were = new Map(before.map(({ id, providerId }) => [id, providerId]))
  for (const { id, series, slot, providerId } of await readOccurrences(world, world.today, '2029-12-31')) {
    if (were.has(id) && were.get(id) !== providerId) world.did({ did: 'hand over', of: { series, slot }, providerId })
  }
}

/** Logs the sessions that a step deletes and those that it gives to others. */
export const tellingSessions =
  (run: (world: World, random: Random) => Promise<void>) =>
  async (world: World, random: Random): Promise<void> => {
    const before = await readOccurrences(world, world.today, '2029-12-31')
    await run(world, random)
    const left = new Set((await readOccurrences(world, world.today, '2029-12-31')).map(({ id }) => id))
    for (const { id, series, slot } of before) if (!left.has(id)) world.did({ did: 'delete one', of: { series, slot } })
    await logMoves(world, before)
  }

export const scheduleSteps = defineSteps({
  plan: { calls: ['addScheduleEvent'], weight: 3, run: plan },

  'Update All': { calls: ['updateScheduleEventSeries'], weight: 4, run: updateAll },

  'change one session': { calls: ['updateScheduleEventRecurrence'], weight: 2, run: changeOne },

  'delete one session': {
    calls: ['deleteScheduleEvents'],
    run: async (world, random) => {
      const session = await someOccurrence(world, random)
      if (!session) return
      const body = { scheduleEventRecurrenceIds: [session.id] }
      if (accepted(await world.call(someone(random, session.providerId), 'deleteScheduleEvents', { body }))) {
        world.did({ did: 'delete one', of: { series: session.series, slot: session.slot } })
      }
    },
  },

  'delete a series': {
    calls: ['deleteScheduleEventSeries'],
    weight: 0.5,
    run: async (world, random) => {
      const session = await someOccurrence(world, random)
      if (!session) return
      const from = addDays(world.today, random.int(-20, 20))
      const body = { id: session.series, fromDate: from }
      if (accepted(await world.call(someone(random, session.providerId), 'deleteScheduleEventSeries', { body }))) {
        world.did({ did: 'delete all', series: session.series, from })
      }
    },
  },

  'answer a waiting change': {
    calls: ['approveScheduleEventRecurrence', 'rejectScheduleEventRecurrence', 'withdrawScheduleEventRecurrence'],
    run: async (world, random) => {
      const waiting = await someWaiting(world, random)
      if (!waiting) return
      const { id, version, providerId, series, slot, form } = waiting
      const decision = random.int(1, 4)
      const of = { series, slot }
      if (decision === 1) {
        const reply = await world.call('administrator', 'rejectScheduleEventRecurrence', { body: { id } })
        if (accepted(reply)) world.did({ did: 'drop a change', of })
      } else if (decision === 2) {
        const body = { id, entityCacheKey: version }
        const reply = await world.call(providerId, 'withdrawScheduleEventRecurrence', { body })
        if (accepted(reply)) world.did({ did: 'drop a change', of })
      } else if (accepted(await world.call('administrator', 'approveScheduleEventRecurrence', { body: { id } }))) {
        const { date, startTime, endTime, schoolId, serviceId, isTimesheetReq: needsHours } = form
        const session = {
          providerId,
          schoolId,
          serviceId,
          startTime,
          endTime,
          needsHours,
          rateTypeId: 'not chosen',
        } as const
        world.did({ did: 'change one', of, date, session })
      }
    },
  },

  'add or remove a student': {
    calls: ['addCaseload', 'deleteStudentFromCaseload'],
    run: async (world, random) => {
      const session = await someOccurrence(world, random)
      if (!session) return
      const { id, series, slot, providerId, schoolId } = session
      const who = someone(random, providerId)
      if (random.chance(0.5)) {
        const caseloadIds = random.some(await caseloadsAt(world, schoolId, providerId), 1)
        const reply = await world.call(who, 'addCaseload', { body: { id, caseloadIds } })
        if (accepted(reply) && caseloadIds.length > 0) world.did({ did: 'change the students', of: { series, slot } })
        return
      }
      const [place] = await world.read(
        idRow,
        'select id from occurrence_students where occurrence_id = $1 order by id',
        [id],
      )
      if (!place) return
      const body = { id: place.id, scheduleEventRecurrenceId: id }
      if (accepted(await world.call(who, 'deleteStudentFromCaseload', { body }))) {
        world.did({ did: 'change the students', of: { series, slot } })
      }
    },
  },

  'label and note': {
    calls: [
      'updateRecurrenceFeedback',
      'updateEventNote',
      'updateRecurrenceStudentFeedback',
      'updateStudentNote',
      'addDayNote',
    ],
    run: async (world, random) => {
      const session = await someOccurrence(world, random)
      if (!session) return
      const { id, providerId, date } = session
      const who = someone(random, providerId)
      const [place] = await world.read(
        idRow,
        'select id from occurrence_students where occurrence_id = $1 order by id',
        [id],
      )
      const labels = { trackingLabels: random.pick(['PRE', 'ABS', '']) }
      const note = { trackingFeedback: `Note ${random.int(1, 9)}` }
      if (random.chance(0.5)) await world.call(who, 'updateRecurrenceFeedback', { body: { id, ...labels } })
      if (random.chance(0.3)) await world.call(who, 'updateEventNote', { body: { id, ...note } })
      if (place && random.chance(0.6)) {
        await world.call(who, 'updateRecurrenceStudentFeedback', { body: { id: place.id, ...labels } })
      }
      if (place && random.chance(0.3)) await world.call(who, 'updateStudentNote', { body: { id: place.id, ...note } })
      const day = { id: providerId, startDateTimeUtc: date, dayNote: `Day ${random.int(1, 9)}` }
      if (random.chance(0.3)) await world.call(providerId, 'addDayNote', { body: day })
    },
  },

  'hand over': {
    calls: ['handOver'],
    weight: 0.7,
    run: async (world, random) => {
      const providerId = random.pick(PROVIDERS)
      const from = addDays(world.today, random.int(0, 8))
      const toProviderId = random.pick(PROVIDERS.filter((id) => id !== providerId))
      const choices = { toProviderId, anyway: random.chance(0.7), schools: [], items: [] }
      const reply = await world.call('administrator', 'previewHandOver', { body: { providerId, from, choices } })
      if (!accepted(reply)) return
      const preview = previewHandOver.data.parse(reply.data)
      const seen = preview.items.map(({ key, seen: print }) => ({ key, seen: print }))
      const before = await readOccurrences(world, from, '2029-12-31')
      const done = await world.call('administrator', 'handOver', { body: { providerId, from, choices, seen } })
      if (accepted(done)) await logMoves(world, before)
    },
  },

  'ask for a deletion, and have it answered': {
    calls: ['approveProviderChange', 'rejectProviderChange', 'withdrawProviderChange'],
    weight: 0.5,
    run: async (world, random) => {
      const session = await someOccurrence(world, random)
      if (!session) return
      const { series, providerId } = session
      const setWaiting = (waits: boolean) =>
        world.read(idRow, 'update organisation set providers_changes_wait = $1 returning id', [waits])
      await setWaiting(true)
      const from = addDays(world.today, random.int(-20, 20))
      const asked = await world.call(providerId, 'deleteScheduleEventSeries', { body: { id: series, fromDate: from } })
      await setWaiting(false)
      const [request] = await world.read(idRow, "select id from provider_changes where state = 'waiting'")
      if (!accepted(asked)) return
      // One that touches no session is made at once.
      if (!request) return world.did({ did: 'delete all', series, from })
      const { id } = request
      const decision = random.int(1, 4)
      if (decision === 1)
        return void (await world.call('administrator', 'rejectProviderChange', { body: { id, reason: 'No' } }))
      if (decision === 2) return void (await world.call(providerId, 'withdrawProviderChange', { body: { id } }))
      const reply = await world.call('administrator', 'getProviderChange', { body: { id } })
      const { seen } = getProviderChange.data.parse(reply.data)
      const approved = await world.call('administrator', 'approveProviderChange', { body: { id, seen } })
      if (accepted(approved)) world.did({ did: 'delete all', series, from })
    },
  },

  "undo a provider's change": {
    calls: ['undoProviderChange'],
    weight: 1,
    run: async (world, random) => {
      const found = await world.read(idRow, "select id from provider_changes where state = 'applied' order by id")
      if (found.length === 0) return
      const { id } = random.pick(found)
      const reply = await world.call('administrator', 'getProviderChange', { body: { id } })
      if (!accepted(reply)) return
      const { seen } = getProviderChange.data.parse(reply.data)
      if (!accepted(await world.call('administrator', 'undoProviderChange', { body: { id, seen } }))) return
      const back = await world.read(
        putBackRow,
        `select o.schedule_event_id as series, coalesce(o.moved_from, o.date)::text as slot, o.date::text as date,
           o.provider_id as "providerId", o.school_id as "schoolId", o.service_id as "serviceId",
           o.rate_type_id as "rateTypeId", to_char(o.start_time, 'HH24:MI') as "startTime",
           to_char(o.end_time, 'HH24:MI') as "endTime", o.is_timesheet_required as "needsHours",
           o.deleted_at is not null as "isDeleted", o.is_edited_alone as "isAlone", o.is_recurring as "isRecurring"
         from provider_changes c, jsonb_array_elements(c.occurrences) as kept
         join occurrences o on o.id = (kept ->> 'id')::int where c.id = $1 order by o.id`,
        [id],
      )
      for (const { series, slot, ...is } of back) world.did({ did: 'put back', of: { series, slot }, is })
    },
  },

  'undo a hand-over': {
    calls: ['undoHandOver'],
    weight: 0.5,
    run: async (world, random) => {
      const found = await world.read(idRow, 'select id from hand_overs order by id')
      if (found.length === 0) return
      const { id } = random.pick(found)
      const reply = await world.call('administrator', 'previewUndoHandOver', { body: { id } })
      if (!accepted(reply)) return
      const { seen } = previewUndoHandOver.data.parse(reply.data)
      const before = await readOccurrences(world, world.today, '2029-12-31')
      if (accepted(await world.call('administrator', 'undoHandOver', { body: { id, seen } })))
        await logMoves(world, before)
    },
  },
})
