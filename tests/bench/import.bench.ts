import { fileURLToPath } from 'node:url'
import { importCaseloads } from '#contract/caseloads.ts'
import { importFile, importReportSchema } from '#contract/imports.ts'
import type { Row, Target } from './bench.ts'
import { withServers } from './server-process.ts'
import { comparison, type Server, takeTurns, timedCall, warmUp } from './turns.ts'

const TURNS = 9
const ROWS = 5000
const AT_MOST = 3
const TIME = 'ms each'

interface Ports extends Record<Server, number> {
  /** Moves the file's students out of the way. */
  reset: number
  token: string
  /** Base64. */
  file: string
}

const script = fileURLToPath(new URL('import/servers.ts', import.meta.url))

const formOf = (file: Buffer<ArrayBuffer>, key?: string) => {
  const form = new FormData()
  if (key !== undefined) form.append('key', key)
  form.append(importFile.field, new File([file], 'caseloads.xlsx'))
  return form
}

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, url, async ({ token, file, reset, portal, raw }: Ports) => {
    const sheet = Buffer.from(file, 'base64')
    const ask = (port: number, path: string, body: FormData | Buffer<ArrayBuffer>) =>
      timedCall(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { token }, body })
    const send = async (key?: string) => {
      const { ms, data } = await ask(portal, importCaseloads.path, formOf(sheet, key))
      return { ms, report: importReportSchema.parse(data) }
    }
    const take = async (server: Server) => {
      await ask(reset, '/', Buffer.alloc(0))
      if (server === 'raw') return (await ask(raw, '/', sheet)).ms
      const checked = await send()
      const { ms, report } = await send(checked.report.key)
      if (report.added !== ROWS) throw new Error(`${report.added} of ${ROWS} students were added`)
      return checked.ms + ms
    }
    await warmUp(take)
    const medians = await takeTurns(TURNS, take)
    return {
      rows: [
        { name: `Homeroom, dry run and import, ${engine}`, values: { [TIME]: medians.portal } },
        { name: `SheetJS and two raw inserts behind node:http, ${engine}`, values: { [TIME]: medians.raw } },
      ],
      target: {
        name: `the dry run and the import of ${ROWS} caseloads vs. SheetJS and raw inserts, ${engine}`,
        value: medians.portal / medians.raw,
        unit: '×',
        atMost: AT_MOST,
      },
    }
  })

export const bench = comparison({
  name: 'An import of 5,000 caseloads with a frequency each',
  measure,
  notes: [
    `Medians of ${TURNS} imports each, alternating; client, server and database share this machine.`,
    'The portal reads and checks the file twice, for the dry run and for the import; the raw server reads it once, checks nothing, and knows the ids instead of the names.',
  ],
})
