/** Import files for tests, and the calls that accept them. */
import { type CellObject, type Range, utils, write } from '@e965/xlsx'
import { z } from 'zod'
import type { EndpointName } from '#contract/api.ts'
import { type ImportReport, importReportSchema } from '#contract/imports.ts'
import type { Sheet } from '#server/documents/sheet.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import type { TestReply, TestServer } from './test-server.ts'

export type TestCell = string | number | Date | CellObject | null

/** A comma-separated file. */
export const csvOf = (...rows: (string | number)[][]): string =>
  rows
    .map((row) =>
      row.map((cell) => (/[",\n]/.test(`${cell}`) ? `"${`${cell}`.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\n')

/** An .xlsx or .xls file as SheetJS writes it. */
export const workbookOf = (
  rows: TestCell[][],
  { merges = [], type = 'xlsx' }: { merges?: string[]; type?: 'xlsx' | 'xls' } = {},
): Uint8Array<ArrayBuffer> => {
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, dateNF: 'mm/dd/yyyy' })
  sheet['!merges'] = merges.map((range): Range => utils.decode_range(range))
  return new Uint8Array(write(utils.book_new(sheet, 'Rows'), { type: 'array', bookType: type }))
}

interface Names {
  readonly run: EndpointName
  readonly sample: EndpointName
  readonly problems: EndpointName
}

type Contents = string | Uint8Array<ArrayBuffer>

const bytesOf = (data: unknown) => z.instanceof(Uint8Array).parse(data)

/** The three calls of an import. */
export const importCalls = (server: () => TestServer, names: Names) => {
  const send = (
    bytes: Contents,
    token: string,
    body: object = {},
    name = typeof bytes === 'string' ? 'a.csv' : 'a.xlsx',
  ) => server().call(names.run, { token, file: { name, bytes }, body })
  const reportOf = ({ data }: TestReply): ImportReport => importReportSchema.parse(data)
  return {
    send,
    reportOf,
    /** A dry run that returns a report. */
    check: async (bytes: Contents, token: string) => reportOf(await send(bytes, token)),
    /** 'Row 2, Service Code "OT": …' */
    problems: async (bytes: Contents, token: string) =>
      reportOf(await send(bytes, token)).problems.map(
        ({ line, column, value, problem }) => `${line} ${column} "${value}": ${problem}`,
      ),
    /** Why the file was rejected. */
    refusal: async (bytes: Contents, token: string, name?: string) => {
      const { status, message, data } = await send(bytes, token, {}, name)
      return { status, message, lines: data }
    },
    /** Checks the file and imports its good rows; people who can be invited are invited later. */
    take: async (bytes: Contents, token: string) => {
      const { key, invitations } = reportOf(await send(bytes, token))
      return send(bytes, token, { key, goodRowsOnly: true, ...(invitations > 0 && { invitations: 'later' }) })
    },
    sample: async (token: string): Promise<{ name: string | null; bytes: Uint8Array<ArrayBuffer>; sheet: Sheet }> => {
      const { data, headers } = await server().call(names.sample, { token })
      const bytes = new Uint8Array(bytesOf(data))
      return { name: headers.get('content-disposition'), bytes, sheet: await readSpreadsheet(bytes) }
    },
    problemRows: async (bytes: Contents, token: string) => {
      const file = { name: 'a.csv', bytes }
      const { data } = await server().call(names.problems, { token, file })
      const found = new Uint8Array(bytesOf(data))
      const { rows } = await readSpreadsheet(found)
      return { bytes: found, rows: rows.map(({ cells }) => cells) }
    },
  }
}
