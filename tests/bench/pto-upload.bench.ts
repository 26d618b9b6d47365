import { fileURLToPath } from 'node:url'
import { ptoHoursFile, uploadedHoursSchema, uploadPtoHours } from '#contract/pto-hours.ts'
import type { Row, Target } from './bench.ts'
import { withServers } from './server-process.ts'
import { comparison, type Server, takeTurns, timedCall, warmUp } from './turns.ts'

const TURNS = 15
const ROWS = 5000
const AT_MOST = 1.5
const TIME = 'ms each'

interface Ports extends Record<Server, number> {
  token: string
  /** Base64. The two servers' files have different hours, so every turn changes all of them. */
  files: Record<Server, string>
}

const script = fileURLToPath(new URL('pto-upload/servers.ts', import.meta.url))

const formOf = (file: Buffer<ArrayBuffer>) => {
  const form = new FormData()
  form.append(ptoHoursFile.field, new File([file], 'hours.xlsx'))
  return form
}

const requireAll = (data: unknown) => {
  const { rows, changed } = uploadedHoursSchema.parse(data)
  if (rows !== ROWS || changed !== ROWS) throw new Error(`${changed} of ${rows} rows were changed`)
}

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, url, async ({ token, files, ...ports }: Ports) => {
    const sheets = { portal: Buffer.from(files.portal, 'base64'), raw: Buffer.from(files.raw, 'base64') }
    const upload = async (server: Server) => {
      const path = server === 'portal' ? uploadPtoHours.path : '/'
      const body = server === 'portal' ? formOf(sheets.portal) : sheets.raw
      const { ms, data } = await timedCall(`http://127.0.0.1:${ports[server]}${path}`, {
        method: 'POST',
        headers: { token },
        body,
      })
      requireAll(data)
      return ms
    }
    await warmUp(upload)
    const { portal, raw } = await takeTurns(TURNS, upload)
    return {
      rows: [
        { name: `Homeroom, ${engine}`, values: { [TIME]: portal } },
        { name: `SheetJS and one raw upsert behind node:http, ${engine}`, values: { [TIME]: raw } },
      ],
      target: {
        name: `an upload of ${ROWS} rows vs. SheetJS and a raw upsert, ${engine}`,
        value: portal / raw,
        unit: '×',
        atMost: AT_MOST,
      },
    }
  })

export const bench = comparison({
  name: 'An upload of 5,000 PTO balances, all of them changed',
  measure,
  notes: [
    `Medians of ${TURNS} uploads each, alternating, one at a time; client, server and database share this machine.`,
    'The raw server parses in its only thread, checks nothing, and writes no balance history.',
  ],
})
