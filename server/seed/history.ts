/** The demo district's past until today: labels and notes, confirmed hours, approved days, and unfinished ones. */

import type { OccurrenceState } from '#domain/occurrence.ts'
import type { ProviderDayState } from '#domain/provider-day.ts'
import { addDays, addMinutes, instantOf, type LocalDate, startOfWeek } from '#domain/time.ts'
import type { OccurrenceEvent } from '#machines/schedule/occurrence.machine.ts'
import type { ProviderDayEvent } from '#machines/schedule/provider-day.machine.ts'
import type { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import type { transitionLog } from '#server/db/schema/workflows.ts'
import type { People } from './people.ts'
import type { Random } from './random.ts'
import type { Timetable } from './timetable.ts'

export interface History {
  providerDays: (typeof providerDays.$inferInsert)[]
  timesheets: (typeof timesheets.$inferInsert)[]
  transitionLog: (typeof transitionLog.$inferInsert)[]
}

const HOUR = 3_600_000

const NOTES = [
  'Worked well with verbal cues.',
  'Needed two movement breaks.',
  'Reached the goal in four of five trials.',
  'Tired today; shorter tasks.',
  'New pencil grip, try again next week.',
  'Great effort with a peer as a model.',
  'Homework sheet sent home.',
  'Missed the first ten minutes (assembly).',
] as const

/** Labels and notes for sessions before today. */
const writeUp = (random: Random, { trackingLabels }: People, timetable: Timetable, today: LocalDate): void => {
  const labelsOf = (names: string) => {
    const labels = names.split(',').map((name) => {
      const label = trackingLabels.find(({ trackingLabel }) => trackingLabel === name)
      if (label?.id === undefined || label.countsAs === undefined) throw new Error(`There is no label ${name}`)
      return { id: label.id, countsAs: label.countsAs }
    })
    return { labelIds: labels.map(({ id }) => id), labelMeanings: labels.map(({ countsAs }) => countsAs) }
  }
  const present = labelsOf('PRE')
  const heldBefore = new Set<number>()
  for (const occurrence of timetable.occurrences) {
    if (occurrence.date >= today) continue
    heldBefore.add(occurrence.id)
    if (occurrence.scheduleEventMode === 1) Object.assign(occurrence, present)
  }
  for (const place of timetable.occurrenceStudents) {
    if (!heldBefore.has(place.occurrenceId)) continue
    const names = ['ABS', 'ABS', 'MU', 'REF', 'TEST', 'PRE,TELE'] as const
    Object.assign(place, random.chance(0.9) ? present : labelsOf(random.pick(names)))
    if (random.chance(0.12)) place.trackingFeedback = random.pick(NOTES)
  }
}

/** The status of a past day. */
type Progress = 'approved' | 'confirmed' | 'rejected' | 'partly' | 'open'

const REJECTED_FOR: readonly number[] = [1, 8]
const REJECTION = 'The hours end before the last session does. Please check them.'

const progressOf = (random: Random, providerId: number, date: LocalDate, thisWeek: LocalDate): Progress => {
  const lastWeek = addDays(thisWeek, -7)
  // One demo account and one other provider have a day of last week to correct.
  if (REJECTED_FOR.includes(providerId) && date === addDays(thisWeek, -3)) return 'rejected'
  if (date >= thisWeek) return random.chance(0.7) ? 'confirmed' : random.chance(0.4) ? 'partly' : 'open'
  // One provider in five has not confirmed last week's hours yet; the others are waiting for approval or approved.
  if (date >= lastWeek) return providerId % 5 === 0 ? 'open' : random.chance(0.5) ? 'approved' : 'confirmed'
  // And someone always forgets a day, but not the first demo account: its older weeks show what is finished.
  return random.chance(0.012) && providerId !== 1 ? 'open' : 'approved'
}

interface Row {
  schoolId: number
  serviceId: number
  startTime: string
  endTime: string
}

/** Each provider's past days, with rows for the sessions that require a timesheet: none on a day where none does. */
const rowsByDay = (timetable: Timetable, today: LocalDate) => {
  const days = new Map<string, { providerId: number; date: LocalDate; rows: Map<number, Row> }>()
  for (const {
    providerId,
    date,
    schoolId,
    serviceId,
    startTime,
    endTime,
    isTimesheetRequired,
  } of timetable.occurrences) {
    if (date >= today) continue
    const key = `${providerId}/${date}`
    const day = days.get(key) ?? { providerId, date, rows: new Map() }
    days.set(key, day)
    if (!isTimesheetRequired) continue
    const row = day.rows.get(schoolId)
    day.rows.set(schoolId, {
      schoolId,
      serviceId: Math.min(serviceId, row?.serviceId ?? serviceId),
      startTime: row && row.startTime < startTime ? row.startTime : startTime,
      endTime: row && row.endTime > endTime ? row.endTime : endTime,
    })
  }
  return days
}

export const createHistory = (
  random: Random,
  people: People,
  timetable: Timetable,
  { today, timeZone }: { today: LocalDate; timeZone: string },
): History => {
  writeUp(random, people, timetable, today)
  const history: History = { providerDays: [], timesheets: [], transitionLog: [] }
  const thisWeek = startOfWeek(today)
  const afternoons = new Map<LocalDate, Date>()
  const afternoonOf = (date: LocalDate): Date => {
    const known = afternoons.get(date) ?? instantOf(date, '16:30', timeZone)
    afternoons.set(date, known)
    return known
  }
  /** Weeks are approved on the Monday after, or on the day itself while that Monday is in the future. */
  const decisionOn = (date: LocalDate): Date => {
    const monday = addDays(startOfWeek(date), 8)
    return monday < today ? afternoonOf(monday) : new Date(afternoonOf(date).getTime() + HOUR)
  }
  const sessionsOn = new Map<string, number[]>()
  for (const { id, providerId, date } of timetable.occurrences) {
    const key = `${providerId}/${date}`
    const ids = sessionsOn.get(key)
    if (ids) ids.push(id)
    else sessionsOn.set(key, [id])
  }
  const userOf = new Map(people.staff.map(({ id, userId }) => [id, userId]))

  for (const [entity, { providerId, date, rows }] of rowsByDay(timetable, today)) {
    const progress = progressOf(random, providerId, date, thisWeek)
    // Without a row there is nothing to confirm: such a day is approved as it is, or waiting for approval.
    if (progress === 'open' || (rows.size === 0 && progress !== 'approved')) continue
    const userId = userOf.get(providerId) ?? null
    const confirmedAt = afternoonOf(date)
    const administratorId = 1 + (providerId % 2)
    const isRejected = progress === 'rejected'
    const decidedAt = progress === 'approved' || isRejected ? decisionOn(date) : null
    const log = (
      at: Date,
      by: number | null,
      [from, event, to]: readonly [ProviderDayState, ProviderDayEvent['type'], ProviderDayState],
      ofSessions: readonly [OccurrenceState, OccurrenceEvent['type'], OccurrenceState],
      detail?: { reason: string },
    ) => {
      const line = { at, userId: by }
      history.transitionLog.push({
        ...line,
        machine: 'provider-day',
        entity,
        fromState: from,
        event,
        toState: to,
        ...(detail && { detail }),
      })
      const [fromState, befell, toState] = ofSessions
      for (const id of sessionsOn.get(entity) ?? []) {
        history.transitionLog.push({
          ...line,
          machine: 'occurrence',
          entity: String(id),
          fromState,
          event: befell,
          toState,
        })
      }
    }

    const confirmedRows = [...rows.values()].slice(0, progress === 'partly' ? Math.max(0, rows.size - 1) : undefined)
    for (const { schoolId, serviceId, startTime, endTime } of confirmedRows) {
      history.timesheets.push({
        providerId,
        schoolId,
        date,
        serviceId,
        startTime: random.chance(0.2) ? addMinutes(startTime, -15) : startTime,
        endTime: isRejected ? addMinutes(endTime, -30) : random.chance(0.3) ? addMinutes(endTime, 15) : endTime,
        isZeroHours: random.chance(0.015),
        // Rejecting a day takes the confirmation of its hours back.
        confirmedAt: isRejected ? null : confirmedAt,
        confirmedById: isRejected ? null : userId,
        updatedById: userId,
      })
    }
    const isConfirmed = progress !== 'partly' && rows.size > 0
    const sessionsConfirmed = ['scheduled', 'day.confirm', 'confirmed'] as const
    if (isConfirmed) log(confirmedAt, userId, ['open', 'hours.confirm', 'confirmed'], sessionsConfirmed)
    if (isRejected && decidedAt) {
      const unconfirmed = ['confirmed', 'day.unconfirm', 'scheduled'] as const
      log(decidedAt, administratorId, ['confirmed', 'day.reject', 'rejected'], unconfirmed, { reason: REJECTION })
    } else if (decidedAt) {
      const sessionsApproved = [isConfirmed ? 'confirmed' : 'scheduled', 'day.approve', 'approved'] as const
      log(decidedAt, administratorId, [isConfirmed ? 'confirmed' : 'open', 'day.approve', 'approved'], sessionsApproved)
    }
    history.providerDays.push({
      providerId,
      date,
      state: isRejected ? 'rejected' : decidedAt ? 'approved' : isConfirmed ? 'confirmed' : 'open',
      approvalStatus: isRejected ? 2 : decidedAt ? 1 : 0,
      reason: isRejected ? REJECTION : null,
      decidedById: decidedAt ? administratorId : null,
      decidedAt,
    })
  }
  return history
}
