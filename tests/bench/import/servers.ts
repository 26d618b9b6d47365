/**
 * A process with three servers over one database: the portal as in production, bare node:http that parses the same file
 * of 5,000 students in its only thread and writes them in two inserts, and one that moves them out of the way again.
 * The argument is a PostgreSQL address; the default is the embedded database, in memory. Sends its parent the ports, a
 * token and the file.
 */
import { read, utils } from '@e965/xlsx'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { startPortal, TIME_ZONE } from '../portal.ts'
import { multiRow, serveByHand } from '../raw-server.ts'

const STUDENTS = 5000
const TITLES = ['School Name', 'Student Name', 'Gender', 'Therapist', 'Service Type', 'Duration']

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })

const one = async <Row>(schema: z.ZodType<Row>, query: string): Promise<Row> =>
  schema.parse((await database.pool.query(query)).rows[0])

const place = await one(
  z.object({ school: z.string(), school_id: z.int(), email: z.string(), provider_id: z.int() }),
  `select s.name as school, s.id as school_id, p.email, p.id as provider_id from provider_schools ps
    join schools s on s.id = ps.school_id and s.is_active join providers p on p.id = ps.provider_id and p.status_id <> 3
    order by s.id, p.id limit 1`,
)
const service = await one(
  z.object({ id: z.int(), code: z.string() }),
  'select id, code from services where deleted_at is null order by id limit 1',
)
const duration = await one(
  z.object({ id: z.int(), duration: z.string() }),
  'select id, duration from durations order by id limit 1',
)
/** Students are moved here after each turn, because deleting them takes longer than everything else. */
const elsewhere = await one(
  z.object({ id: z.int() }),
  "insert into schools (name, is_active) values ('Elsewhere', false) returning id",
)
const highest = await one(z.object({ id: z.int() }), 'select max(id) as id from students')

const file = await writeSpreadsheet({
  name: 'Caseloads',
  columns: TITLES.map((title) => ({ title, width: 20 })),
  rows: Array.from({ length: STUDENTS }, (_, index) => [
    place.school,
    `Student Number ${index + 1}`,
    'Female',
    place.email,
    service.code,
    duration.duration,
  ]),
})

const sheetRows = z.array(z.array(z.string()))
const added = z.array(z.object({ id: z.int() }))

const raw = await serveByHand(async (body) => {
  const { SheetNames, Sheets } = read(body, { type: 'buffer', dense: true })
  const sheet = Sheets[SheetNames[0] ?? '']
  if (!sheet) throw new Error('The file has no sheet')
  const rows = sheetRows.parse(utils.sheet_to_json(sheet, { header: 1 }).slice(1))
  const students = multiRow(
    'insert into students (name, gender, school_id, provider_id)',
    rows.map(([, name, gender]) => [name, gender, place.school_id, place.provider_id]),
    'returning id',
  )
  const ids = added.parse((await database.pool.query(students.text, students.values)).rows)
  const frequencies = multiRow(
    'insert into caseload_frequencies (student_id, service_id, duration_id)',
    ids.map(({ id }) => [id, service.id, duration.id]),
  )
  await database.pool.query(frequencies.text, frequencies.values)
  return { added: ids.length }
})

const reset = await serveByHand(async () => {
  await database.pool.query('update students set school_id = $1, provider_id = null where id > $2', [
    elsewhere.id,
    highest.id,
  ])
  return {}
})

const { port: portal, token } = await startPortal(database)
process.send?.({ portal, raw, reset, token, file: Buffer.from(file).toString('base64') })
process.on('disconnect', () => process.exit())
