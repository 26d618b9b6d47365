/** 100,000 occurrences: 40 providers, 100 weeks, 25 sessions a week, on top of the demo district's people. */
import { sql } from 'drizzle-orm'
import { addDays, instantOf, startOfWeek } from '#domain/time.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db } from '#server/db/database.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { TIME_ZONE } from '../portal.ts'

const TODAY = '2026-03-11'
const FIRST_WEEK = startOfWeek(addDays(TODAY, -350))

export const PROVIDERS = 40
export const WEEKS = 100
const STARTS = ['08:00', '09:00', '10:15', '13:00', '14:00']

/** The Sunday of a week; the first week is 0. */
export const sundayOf = (week: number): string => addDays(FIRST_WEEK, week * 7)

export const addOccurrences = async (db: Db): Promise<void> => {
  await seedDemoDistrict(db, { today: TODAY, timeZone: TIME_ZONE })
  await db.execute(sql`truncate occurrences, occurrence_students, provider_days, timesheets, transition_log cascade`)
  for (let week = 0; week < WEEKS; week += 1) {
    const rows = []
    const days = []
    for (const day of [1, 2, 3, 4, 5]) {
      const date = addDays(sundayOf(week), day)
      const times = STARTS.map((startTime) => {
        const endTime = `${startTime.slice(0, 2)}:45`
        return {
          startTime,
          endTime,
          startsAt: instantOf(date, startTime, TIME_ZONE),
          endsAt: instantOf(date, endTime, TIME_ZONE),
        }
      })
      for (let providerId = 1; providerId <= PROVIDERS; providerId += 1) {
        if (week < WEEKS / 2) days.push({ providerId, date, state: 'approved', approvalStatus: 1 })
        for (const time of times) {
          rows.push({
            ...time,
            date,
            providerId,
            scheduleEventId: 1,
            schoolId: 1 + ((providerId + day) % 12),
            serviceId: 1,
            title: 'Fine motor group',
            colourCode: '#90EE90',
            scheduleEventMode: 2,
            isTimesheetRequired: true,
            isRecurring: true,
            studentsCount: 2,
          })
        }
      }
    }
    await bulkInsert(db, occurrences, rows)
    await bulkInsert(db, providerDays, days)
  }
  await db.execute(sql`analyze`)
}
