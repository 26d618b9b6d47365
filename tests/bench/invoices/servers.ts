/**
 * A process with the portal, which works on its jobs, over a quarter's sessions at 1,000 schools. Three more servers let
 * the parent follow a run and write the files of its invoices one by one: as the portal's job does, or as a PDF by plain
 * pdfkit, in the only thread. The argument is a PostgreSQL address; the default is the embedded database, in memory.
 * BENCH_INVOICES limits the schools. Sends its parent the ports and a token.
 */
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { eq, ne } from 'drizzle-orm'
import PDFDocument from 'pdfkit'
import { z } from 'zod'
import type { InvoiceContent } from '#domain/billing/invoice.ts'
import { invoiceFile } from '#server/areas/invoices/invoice-files.ts'
import { INVOICE_FORMATS } from '#server/areas/invoices/invoice-path.ts'
import { invoiceRun } from '#server/areas/invoices/invoice-run.ts'
import { openDatabase } from '#server/db/database.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { runItems, runs } from '#server/db/schema/runs.ts'
import { workOnJobs } from '#tests/support/server/work-on-jobs.ts'
import { addQuarter, NOW } from '../billing/data.ts'
import { startPortal } from '../portal.ts'
import { serveByHand } from '../raw-server.ts'

const LOOK_EVERY = 20
const MB = 1024 * 1024

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
const { db, pool } = database
await addQuarter(database)
await pool.query('delete from occurrences where school_id not in (select id from schools order by id desc limit $1)', [
  z.coerce.number().parse(process.env.BENCH_INVOICES ?? 1000),
])
await pool.query('create table raw_files (invoice_id int primary key, content bytea not null)')

const clock = () => NOW
const { port: portal, token } = await startPortal(database, { clock })
const services = { db, clock, mail: undefined, links: undefined }
// Without the job that writes all files: the parent asks for some of them, one by one.
workOnJobs({ kinds: [invoiceRun], services, every: LOOK_EVERY })

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY))

const progressOf = async () => {
  const done = ne(runItems.outcome, 'waiting')
  const [run] = await db.select({ id: runs.id, state: runs.state }).from(runs).where(eq(runs.state, 'running'))
  return { isRunning: run !== undefined, done: await db.$count(runItems, done) }
}

/** Answers once this many schools are done, or all: with the invoices, and the process's memory in MB. */
const follow = await serveByHand(async (body) => {
  const { atLeast } = z.object({ atLeast: z.int() }).parse(JSON.parse(body.toString()))
  let progress = await progressOf()
  while (progress.isRunning && progress.done < atLeast) {
    await pause()
    progress = await progressOf()
  }
  const issued = await db
    .select({ id: invoices.id })
    .from(runItems)
    .innerJoin(invoices, eq(invoices.id, runItems.invoiceId))
    .where(eq(runItems.outcome, 'done'))
    .orderBy(invoices.id)
  return { ids: issued.map(({ id }) => id), mb: process.memoryUsage().rss / MB }
})

const asked = z.object({ id: z.int(), format: z.enum(INVOICE_FORMATS) })

const write = await serveByHand(async (body) => {
  const { id, format } = asked.parse(JSON.parse(body.toString()))
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id))
  if (!invoice) throw new Error(`There is no invoice ${id}`)
  return { bytes: (await invoiceFile(db, invoice, format)).length, mb: process.memoryUsage().rss / MB }
})

const INTER = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')

/** The same facts as on the portal's PDF, in its font, but without formatting or aligning anything. */
const plainPdf = async (number: string, content: InvoiceContent): Promise<Buffer> => {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 50, font: INTER })
  const written = buffer(pdf)
  const { issuer, school, period, lines, subtotal, fees, total, work } = content
  pdf.fontSize(20).text(`Invoice ${number}`).fontSize(10)
  for (const text of [issuer.name, ...issuer.address, school.name, ...school.address]) pdf.text(text)
  pdf.text(`${period.startDate} to ${period.endDate}`)
  for (const { serviceCode, serviceName, from, to, quantity, rate, amount } of lines) {
    pdf.text(`${serviceCode} ${serviceName}  ${from} to ${to}  ${quantity} × ${rate} = ${amount}`)
  }
  for (const { percent, base, amount } of fees) pdf.text(`${percent}% of ${base} = ${amount}`)
  pdf.text(`Subtotal ${subtotal}`).text(`Total ${total}`).text(issuer.remitTo.join(', ')).addPage()
  for (const { date, providerName, hundredths, behind } of work) {
    for (const { startTime, endTime, minutes, students } of behind) {
      pdf.text(
        `${date}  ${providerName}  ${students.join(', ')}  ${startTime} to ${endTime}  ${minutes}  ${hundredths}`,
      )
    }
  }
  pdf.end()
  return written
}

const raw = await serveByHand(async (body) => {
  const { id } = asked.parse(JSON.parse(body.toString()))
  const { rows } = await pool.query<{ invoice_number: string; content: InvoiceContent }>(
    'select invoice_number, content from invoices where id = $1',
    [id],
  )
  const [invoice] = rows
  if (!invoice) throw new Error(`There is no invoice ${id}`)
  const content = await plainPdf(invoice.invoice_number, invoice.content)
  await pool.query('insert into raw_files values ($1, $2)', [id, content])
  return { bytes: content.length }
})

process.send?.({ portal, raw, follow, write, token })
process.on('disconnect', () => process.exit())
