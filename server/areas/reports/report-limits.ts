import type { ReportFormat } from '#contract/reports/report-files.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Row limits: no one reads longer files, and they would block their thread for too long. */
const LIMITS = {
  pdf: { name: 'A PDF file', maxRows: 10_000 },
  xlsx: { name: 'An Excel file', maxRows: 100_000 },
  docx: { name: 'A Word file', maxRows: 5_000 },
  csv: { name: 'A CSV file', maxRows: 100_000 },
} as const satisfies Record<ReportFormat, unknown>

/** How many rows a file of all these formats can have. */
export const maxRowsOf = (formats: readonly ReportFormat[]): number =>
  Math.min(...formats.map((format) => LIMITS[format].maxRows))

/** @throws Refusal 400 if one of the files would have too many rows */
export const refuseTooMany = (formats: readonly ReportFormat[], total: number): void => {
  for (const format of formats) {
    const { name, maxRows } = LIMITS[format]
    if (total > maxRows) {
      const [limit, count] = [maxRows, total].map((number) => number.toLocaleString('en-US'))
      throw new Refusal(
        400,
        `${name} can have at most ${limit} rows, but this report has ${count}. Narrow the filters.`,
      )
    }
  }
}
