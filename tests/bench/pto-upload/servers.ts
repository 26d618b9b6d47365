/**
 * A process with two servers over one database of 5,000 more providers: the portal as in production, and bare node:http
 * that parses the same file in its only thread and writes all hours in one upsert. The argument is a PostgreSQL
 * address; the default is the embedded database, in memory. Sends its parent the ports, a token and two files with the
 * same providers and different hours.
 */
import { read, utils } from '@e965/xlsx'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { startPortal, TIME_ZONE } from '../portal.ts'
import { multiRow, serveByHand } from '../raw-server.ts'

const PROVIDERS = 5000

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await seedDemoDistrict(database.db, { today: '2026-11-20', timeZone: TIME_ZONE })
const added = await database.pool.query(
  `insert into providers (first_name, last_name, email, provider_type_id, status_id)
    select 'Colleague', 'Number ' || n, 'colleague-' || n || '@district.example',
      (select min(provider_type_id) from providers), (select min(status_id) from providers)
    from generate_series(1, $1) n returning id`,
  [PROVIDERS],
)
const ids = z.array(z.object({ id: z.int() })).parse(added.rows)

const sheetOf = async (hoursOf: (index: number) => number): Promise<string> => {
  const bytes = await writeSpreadsheet({
    name: 'PTO Hours',
    columns: [
      { title: 'ID', width: 8 },
      { title: 'Provider Name', width: 32 },
      { title: 'Available Hours', width: 16, format: '0.00' },
    ],
    rows: ids.map(({ id }, index) => [id, `Colleague Number ${index + 1}`, hoursOf(index)]),
  })
  return Buffer.from(bytes).toString('base64')
}

const sheetRows = z.array(z.tuple([z.int(), z.string(), z.number()]))

const raw = await serveByHand(async (body) => {
  const { SheetNames, Sheets } = read(body, { type: 'buffer', dense: true })
  const sheet = Sheets[SheetNames[0] ?? '']
  if (!sheet) throw new Error('The file has no sheet')
  const rows = sheetRows.parse(utils.sheet_to_json(sheet, { header: 1 }).slice(1))
  const { text, values } = multiRow(
    'insert into pto_balances (provider_id, available_hours, updated_by_id)',
    rows.map(([id, , hours]) => [id, hours.toFixed(2), 1]),
    `on conflict (provider_id) do update set available_hours = excluded.available_hours,
      updated_by_id = excluded.updated_by_id, updated_at = now(), version = pto_balances.version + 1`,
  )
  await database.pool.query(text, values)
  return { rows: rows.length, changed: rows.length }
})

const { port: portal, token } = await startPortal(database)
const files = {
  portal: await sheetOf((index) => (index % 160) / 2),
  raw: await sheetOf((index) => 100 + (index % 160) / 4),
}
process.send?.({ portal, raw, token, files })
process.on('disconnect', () => process.exit())
