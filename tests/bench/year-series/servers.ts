/**
 * A process with two servers over one database: the portal as in production, and bare node:http that writes the rows of
 * such series by hand, one multi-row insert per table, in one transaction. The argument is a PostgreSQL address;
 * the default is the embedded database, in memory. Sends its parent the ports, a token and the requests to send.
 */
import { z } from 'zod'
import { toWire } from '#contract/schedule-event-payload.ts'
import { expandRule, type RecurrenceRule } from '#domain/recurrence.ts'
import { instantOf } from '#domain/time.ts'
import { openDatabase } from '#server/db/database.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { startPortal, TIME_ZONE } from '../portal.ts'
import { multiRow, serveByHand } from '../raw-server.ts'

const FROM = '2027-01-04'
const UNTIL = '2027-12-31'
const RULE: RecurrenceRule = { type: 'daily', option: 'everyWeekday' }
const [START, END] = ['10:00', '10:45']
const STUDENTS = 4
/** '16:00', '16:15', … '23:30': after the demo's sessions. */
const SLOTS = Array.from(
  { length: 31 },
  (_, index) => `${16 + Math.floor(index / 4)}:${String((index % 4) * 15).padStart(2, '0')}`,
)

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })

/** A provider with that many students at one school, and a service with a rate there. */
const { rows } = await database.pool.query(
  `select c.provider_id as "providerId", c.school_id as "schoolId", r.service_id as "serviceId",
      r.rate_type_id as "rateTypeId", c.caseload_ids as "caseloadIds", c.student_ids as "studentIds"
    from (
      select w.provider_id, w.school_id,
        (array_agg(f.id order by f.id))[1:$1] as caseload_ids, (array_agg(s.id order by f.id))[1:$1] as student_ids
      from provider_schools w
      join students s on s.school_id = w.school_id and s.provider_id = w.provider_id and s.is_active
      join (select distinct on (student_id) * from caseload_frequencies where deleted_at is null order by student_id, id) f
        on f.student_id = s.id
      group by w.provider_id, w.school_id
      having count(*) >= $1
    ) c
    join school_service_rates r on r.school_id = c.school_id and r.deleted_at is null and r.effective_date <= $2
    order by c.provider_id, c.school_id, r.service_id, r.rate_type_id
    limit 1`,
  [STUDENTS, FROM],
)
const chosen = z
  .object({
    providerId: z.int(),
    schoolId: z.int(),
    serviceId: z.int(),
    rateTypeId: z.int(),
    caseloadIds: z.array(z.int()).length(STUDENTS),
    studentIds: z.array(z.int()).length(STUDENTS),
  })
  .parse(rows[0])
const { providerId, schoolId, serviceId, rateTypeId, caseloadIds, studentIds } = chosen

/** One after the other through the day: sessions at the same time would fill the replies with conflicts. */
const payloads = SLOTS.map((startTime, index) =>
  toWire(
    {
      mode: 'advance',
      eventName: 'Fine motor group',
      providerId,
      date: FROM,
      endDate: UNTIL,
      startTime,
      endTime: SLOTS[index + 1] ?? '23:45',
      schoolId,
      serviceId,
      rateTypeId,
      colourCode: '#90EE90',
      isTimesheetReq: true,
      caseloadIds,
      rule: RULE,
    },
    { userId: 1 },
  ),
)

const expansion = expandRule(RULE, { fromDate: FROM, untilDate: UNTIL })
const dates = 'dates' in expansion ? expansion.dates : []
const instants = dates.map((date) => [instantOf(date, START, TIME_ZONE), instantOf(date, END, TIME_ZONE)] as const)

const writeByHand = async (): Promise<number> => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      multiRow(
        'insert into provider_days (provider_id, date, state)',
        dates.map((date) => [providerId, date, 'open']),
        'on conflict do nothing',
      ),
    )
    const event = await client.query(
      `insert into schedule_events (event_name, schedule_event_mode, is_timesheet_required, provider_id, school_id, service_id,
        rate_type_id, colour_code, from_date, to_date, start_time, end_time, recurrence, is_recurring, created_by_id)
      values ($1, 2, true, $2, $3, $4, $5, '#90EE90', $6, $7, $8, $9, $10, true, 1) returning id`,
      ['Fine motor group', providerId, schoolId, serviceId, rateTypeId, FROM, UNTIL, START, END, JSON.stringify(RULE)],
    )
    const eventId: unknown = event.rows[0].id
    await client.query(
      multiRow(
        'insert into schedule_event_students (schedule_event_id, caseload_frequency_id)',
        caseloadIds.map((caseloadId) => [eventId, caseloadId]),
      ),
    )
    const added = await client.query(
      multiRow(
        `insert into occurrences (schedule_event_id, provider_id, school_id, service_id, title, colour_code,
          schedule_event_mode, is_timesheet_required, is_recurring, students_count, date, start_time, end_time, starts_at,
          ends_at, rate_type_id)`,
        dates.map((date, index) => [
          ...[eventId, providerId, schoolId, serviceId, 'Fine motor group', '#90EE90', 2, true, true, STUDENTS],
          ...[date, START, END, instants[index]?.[0], instants[index]?.[1], rateTypeId],
        ]),
        'returning id',
      ),
    )
    await client.query(
      multiRow(
        'insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)',
        added.rows.flatMap(({ id }) => caseloadIds.map((caseloadId, index) => [id, studentIds[index], caseloadId])),
      ),
    )
    await client.query(
      `insert into transition_log (user_id, machine, entity, from_state, event, to_state)
      values (1, 'schedule-event', $1, 'none', 'series.create', 'scheduled')`,
      [String(eventId)],
    )
    await client.query('commit')
    return added.rows.length
  } finally {
    client.release()
  }
}

const raw = await serveByHand(async () => ({ occurrences: await writeByHand() }))

const { port: portal, token } = await startPortal(database)
process.send?.({ portal, raw, token, payloads, providerId })
process.on('disconnect', () => process.exit())
