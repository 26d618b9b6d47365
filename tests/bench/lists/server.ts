/**
 * A process with the portal as it runs in production, over the demo district and 20,000 students more, with a frequency
 * each. Its argument is a PostgreSQL address; without one the database is the embedded one, in memory. Tells
 * its parent the port and a token.
 */
import { bulkInsert } from '#server/db/bulk-insert.ts'
import { openDatabase } from '#server/db/database.ts'
import { caseloadFrequencies, students } from '#server/db/schema.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { startPortal, TIME_ZONE } from '../portal.ts'
import { STUDENTS, studentName } from './data.ts'

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
    if (place === undefined) throw new Error('Nobody works anywhere')
    return { id: FIRST_ID + number, name: studentName(number), gender: 'Female', ...place }
  })
  await bulkInsert(database.db, students, rows)
  const frequencies = rows.map(({ id: studentId }) => ({ ...frequency, studentId }))
  await bulkInsert(database.db, caseloadFrequencies, frequencies)
}
await database.pool.query('analyze')
process.send?.(await startPortal(database))
process.on('disconnect', () => process.exit(0))
