/** The files of a report: their formats in calls and in menus. */
import { WORD_FILE, WORKBOOK } from '#domain/media-types.ts'

/** The file formats of reports. */
export const CONTENT_TYPES = {
  pdf: 'application/pdf',
  xlsx: WORKBOOK,
  docx: WORD_FILE,
  csv: 'text/csv; charset=utf-8',
} as const
export type ReportFormat = keyof typeof CONTENT_TYPES

/** Spec 3, section 9. */
export const DOWNLOAD_TYPE_IDS = { xlsx: 1, docx: 2, pdf: 3 } as const satisfies Partial<Record<ReportFormat, number>>

const ids: Readonly<Partial<Record<ReportFormat, number>>> = DOWNLOAD_TYPE_IDS

export const downloadTypeIdOf = (format: ReportFormat): number | undefined => ids[format]

/** @param id of a body that may have none */
export const formatOfDownload = (id: unknown): ReportFormat | undefined =>
  (Object.keys(DOWNLOAD_TYPE_IDS) as ReportFormat[]).find((format) => ids[format] === id)

const LABELS: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel', docx: 'Word', csv: 'CSV' }

/** In the menu of downloads; a Word file with the spec's older ending is a 'Doc'. */
export const fileLabel = (format: ReportFormat, name: string): string =>
  name.endsWith('.doc') ? 'Doc' : LABELS[format]
