import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { lockOutPeriod } from '#contract/billing.ts'
import { startInvoiceRun } from '#contract/invoices.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { EARLIER } from './billing/data.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { takeTurns, timedCall } from './turns.ts'

/** How many invoices' files are written, after those that warm up. */
const FILES = 30
const WARM_UPS = 5
/** The share of the run after which memory is first measured. */
const SETTLED = 0.2

const RATIO_AT_MOST = 3
const GROWTH_AT_MOST = 64

const TIME = 'ms each'
const MEMORY = 'memory, MB'

interface Ports {
  portal: number
  raw: number
  follow: number
  write: number
  token: string
}

const script = fileURLToPath(new URL('invoices/servers.ts', import.meta.url))

const followed = z.object({ ids: z.array(z.int()), mb: z.number() })
const written = z.object({ bytes: z.int().positive() })

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; targets: Target[] }> =>
  withServers(script, url, async ({ token, ...ports }: Ports) => {
    const post = (server: keyof typeof ports, path: string, body: object) =>
      timedCall(`http://127.0.0.1:${ports[server]}${path}`, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const follow = async (atLeast: number) => followed.parse((await post('follow', '/', { atLeast })).data)

    await post('portal', lockOutPeriod.path, EARLIER)
    const start = performance.now()
    const { data } = await post('portal', startInvoiceRun.path, EARLIER)
    const { total } = startInvoiceRun.data.parse(data)
    const settled = await follow(Math.ceil(total * SETTLED))
    const ended = await follow(total + 1)
    const issuing = (performance.now() - start) / total
    if (ended.ids.length !== total) throw new Error(`${ended.ids.length} of ${total} invoices were issued`)

    const writing = (server: 'write' | 'raw', format: 'pdf' | 'docx') => {
      const left = ended.ids.values()
      return async () => {
        const { ms, data } = await post(server, '/', { id: left.next().value, format })
        written.parse(data)
        return ms
      }
    }
    const ask = { portal: writing('write', 'pdf'), raw: writing('raw', 'pdf') }
    const word = writing('write', 'docx')
    const wordTimes: number[] = []
    const turns = Math.min(FILES, total - WARM_UPS)
    for (let turn = 0; turn < WARM_UPS; turn += 1) for (const one of [ask.portal, ask.raw, word]) await one()
    const pdf = await takeTurns(turns, (server) => ask[server]())
    for (let turn = 0; turn < turns; turn += 1) wordTimes.push(await word())
    const withFiles = await follow(0)

    const rows: Row[] = [
      {
        name: `${total} invoices issued by a job, ${engine}`,
        values: { [TIME]: issuing, [MEMORY]: ended.mb },
      },
      { name: `PDF, ${engine}`, values: { [TIME]: pdf.portal } },
      { name: `PDF by plain pdfkit, and one insert, ${engine}`, values: { [TIME]: pdf.raw } },
      { name: `Word file, ${engine}`, values: { [TIME]: median(wordTimes), [MEMORY]: withFiles.mb } },
    ]
    return {
      rows,
      targets: [
        {
          name: `an invoice's PDF vs. plain pdfkit, ${engine}`,
          value: pdf.portal / pdf.raw,
          unit: '×',
          atMost: RATIO_AT_MOST,
        },
        {
          name: `memory added by the last ${total - Math.ceil(total * SETTLED)} of ${total} invoices, ${engine}`,
          value: ended.mb - settled.mb,
          unit: 'MB',
          atMost: GROWTH_AT_MOST,
        },
      ],
    }
  })

export const bench: Bench = {
  name: 'Invoices of 1,000 schools for a half-month, as a job',
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      // The embedded engine is in the same process, in memory, and grows with what is stored.
      targets: [...embedded.targets.slice(0, 1), ...(postgres?.targets ?? [])],
      notes: [
        `Issuing is the mean of one run. Files are medians of ${FILES}, written one at a time; plain pdfkit and the portal take turns.`,
        'Plain pdfkit writes the same facts in the portal’s font, in the only thread, and formats and aligns nothing. The portal has two weights of the font and writes in a thread.',
        'Memory is the resident set of the server process; embedded, the database is in it. BENCH_INVOICES is how many schools are billed.',
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
