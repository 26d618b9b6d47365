import type { GuardedAccess } from '#contract/endpoint.ts'
import type { DetailFormat } from '#contract/reports/details-view.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import type { ReportRequest } from '#contract/reports/report-request.ts'
import type { ReportDocument } from '#server/documents/report/report-layout.ts'
import type { Asked } from './report-query.ts'

/** What the files of a report say. */
type Content = Omit<ReportDocument, 'format'>

/** The details of a report, by what was asked. */
export interface ServedDetails {
  readonly name: string
  readonly access: GuardedAccess
  readonly formats: readonly DetailFormat[]
  /** The name of a file. */
  readonly fileNameOf: (format: DetailFormat) => string
  /**
   * The document, and how many rows it would have without `limit`.
   *
   * @throws Refusal 400 if it would have more rows than its files can have
   */
  readonly read: (asked: Asked, request: ReportRequest, limit?: number) => Promise<{ content: Content; total: number }>
}

/** A report whose rows and values only it knows. */
export interface ServedReport {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly access: GuardedAccess
  /** @throws Refusal 400 if the report cannot be made with the address's filters */
  readonly checkAddress: (address: string) => void
  /**
   * An address's filters in words.
   *
   * @param isDated whether its dates matter
   */
  readonly describe: (asked: Asked, address: string, isDated: boolean) => Promise<string[]>
  /** The rows within an address's filters, as a file. @throws Refusal 400 if it cannot be made, or has too many rows */
  readonly writeFile: (asked: Asked, address: string, format: ReportFormat) => Promise<Uint8Array<ArrayBuffer>>
  readonly details: ServedDetails | undefined
}
