/**
 * A process with two servers over one database, the demo district with 20,000 more students, one frequency each, and
 * 1,000 more schools and 5,000 more providers: the portal as in production, and bare node:http over named statements of hand-written SQL. The
 * argument is a PostgreSQL address; the default is the embedded database, in memory. Sends its parent the ports and a
 * token.
 */
import { z } from 'zod'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import { openDatabase } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { startPortal, TIME_ZONE } from '../portal.ts'
import { serveByHand } from '../raw-server.ts'
import { PROVIDERS, SCHOOLS, STUDENTS, schoolName, studentName } from './data.ts'

const BATCH = 2000
const FIRST_ID = 100_000

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })
const { rows: places } = await database.pool.query<{ schoolId: number; providerId: number }>(
  'select school_id as "schoolId", provider_id as "providerId" from provider_schools order by 1, 2',
)
const frequency = { serviceId: 1, serviceFrequencyId: 1, durationId: 1, eventFrequencyId: 1, sessionTypeId: 1 }
for (let first = 0; first < STUDENTS; first += BATCH) {
  const numbers = Array.from({ length: BATCH }, (_, index) => first + index)
  const rows = numbers.map((number) => {
    const place = places[number % places.length]
    if (place === undefined) throw new Error('No provider has a school')
    return { id: FIRST_ID + number, name: studentName(number), gender: 'Female', ...place }
  })
  await bulkInsert(database.db, students, rows)
  const frequencies = rows.map(({ id: studentId }) => ({ ...frequency, studentId }))
  await bulkInsert(database.db, caseloadFrequencies, frequencies)
}
await bulkInsert(
  database.db,
  schools,
  Array.from({ length: SCHOOLS }, (_, number) => ({
    id: FIRST_ID + number,
    name: schoolName(number),
    addressLine1: `${number} Long Road`,
    zipCode: '62701',
  })),
)
await bulkInsert(
  database.db,
  providers,
  Array.from({ length: PROVIDERS }, (_, number) => {
    const [firstName = '', lastName = ''] = studentName(number).split(' ')
    return {
      id: FIRST_ID + number,
      firstName,
      lastName,
      email: `provider-${number}@district.example`,
      providerTypeId: (number % 5) + 1,
      statusId: 1,
      addressLine1: `${number} Long Road`,
      cityId: (number % 300) + 1,
      postalCode: '62701',
    }
  }),
)
await database.pool.query('vacuum analyze')

/** First the ids of a page, then the columns shown for them, and the total. */
const pageOf = ({
  from,
  where,
  order,
  shown,
  joined,
}: Record<'from' | 'where' | 'order' | 'shown' | 'joined', string>) => `
  with page as (select id from ${from} where ${where} order by ${order} limit $2 offset $3)
  select (select count(*)::int from ${from} where ${where}) as total, ${shown}
  from page join ${joined} order by ${order}`

const PROVIDERS_SOUGHT = `($1 = '' or concat_ws(' ', p.first_name, nullif(p.middle_name, ''), p.last_name)
  ilike '%' || $1 || '%' or p.email ilike '%' || $1 || '%') and ($4 = 0 or c.state_id = $4)`

const STATEMENTS = {
  students: pageOf({
    from: 'students s',
    where: `s.deleted_at is null and ($1 = '' or s.name ilike '%' || $1 || '%')`,
    order: 's.name, s.id',
    shown: `s.id, s.name, s.school_id, h.name as school_name, s.is_active,
      (select count(*)::int from caseload_frequencies f where f.student_id = s.id and f.deleted_at is null) as records`,
    joined: 'students s using (id) join schools h on h.id = s.school_id',
  }),
  providers: `select (select count(*)::int from providers p left join cities c on c.id = p.city_id where ${PROVIDERS_SOUGHT}) as total,
      p.id, concat_ws(' ', p.first_name, nullif(p.middle_name, ''), p.last_name) as name, p.email, r.name as role,
      t.title as type, concat_ws(', ', nullif(p.address_line1, ''), nullif(p.address_line2, ''), c.name,
        nullif(concat_ws(' ', st.abbreviation, nullif(p.postal_code, '')), '')) as address, s.title as status
    from providers p join provider_types t on t.id = p.provider_type_id join provider_statuses s on s.id = p.status_id
    left join users u on u.provider_id = p.id left join roles r on r.id = u.role_id
    left join cities c on c.id = p.city_id left join states st on st.id = c.state_id
    where ${PROVIDERS_SOUGHT} order by p.first_name, p.last_name, p.id limit $2 offset $3`,
  schools: pageOf({
    from: '(select h.*, c.name as city from schools h left join cities c on c.id = h.city_id) s',
    where: `s.deleted_at is null and ($1 = '' or s.name ilike '%' || $1 || '%' or s.city ilike '%' || $1 || '%'
      or s.address_line1 ilike '%' || $1 || '%' or s.address_line2 ilike '%' || $1 || '%')`,
    order: 's.name, s.id',
    shown: 's.id, s.name, s.colour_code, s.address_line1, s.address_line2, c.name as city, s.is_active',
    joined: 'schools s using (id) left join cities c on c.id = s.city_id',
  }),
} as const

const questionSchema = z.object({
  list: z.enum(['students', 'schools', 'providers']),
  words: z.string(),
  stateId: z.int(),
  pageIndex: z.int(),
  pageSize: z.int(),
})

const raw = await serveByHand(async (body) => {
  const { list, words, stateId, pageIndex, pageSize } = questionSchema.parse(JSON.parse(body.toString()))
  const values = [words, pageSize, (pageIndex - 1) * pageSize, ...(list === 'providers' ? [stateId] : [])]
  const { rows } = await database.pool.query({ name: `raw ${list}`, text: STATEMENTS[list], values })
  return { rows }
})
const { port: portal, token } = await startPortal(database)
process.send?.({ portal, raw, token })
process.on('disconnect', () => process.exit(0))
