import { eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { orEmpty } from '#server/db/or-empty.ts'
import { services } from '#server/db/schema/services.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  sessionTypes,
} from '#server/db/schema/students.ts'

/** Frequencies with their choices in words ('' if none), and the numbers behind the words. */
export const frequenciesInWords = (db: Pick<Db, 'select'>) =>
  db
    .select({
      id: caseloadFrequencies.id,
      studentId: caseloadFrequencies.studentId,
      serviceTypeId: sql<number | null>`${caseloadFrequencies.serviceId}`.as('service_type_id'),
      serviceType: orEmpty(services.description).as('service_type'),
      serviceFrequencyId: caseloadFrequencies.serviceFrequencyId,
      serviceFrequency: orEmpty(serviceFrequencies.serviceFrequency).as('service_frequency'),
      durationId: caseloadFrequencies.durationId,
      duration: orEmpty(durations.duration).as('duration'),
      eventFrequencyId: caseloadFrequencies.eventFrequencyId,
      eventFrequency: orEmpty(eventFrequencies.eventFrequency).as('event_frequency'),
      sessionTypeId: caseloadFrequencies.sessionTypeId,
      sessionType: orEmpty(sessionTypes.name).as('session_type'),
      times: serviceFrequencies.times,
      minutes: durations.minutes,
      everyWeeks: eventFrequencies.everyWeeks,
    })
    .from(caseloadFrequencies)
    .leftJoin(services, eq(services.id, caseloadFrequencies.serviceId))
    .leftJoin(serviceFrequencies, eq(serviceFrequencies.id, caseloadFrequencies.serviceFrequencyId))
    .leftJoin(durations, eq(durations.id, caseloadFrequencies.durationId))
    .leftJoin(eventFrequencies, eq(eventFrequencies.id, caseloadFrequencies.eventFrequencyId))
    .leftJoin(sessionTypes, eq(sessionTypes.id, caseloadFrequencies.sessionTypeId))
    .where(isNull(caseloadFrequencies.deletedAt))
    .as('frequency')
