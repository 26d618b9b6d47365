import type { getServiceImportProblems, getServiceImportSample, importServices } from '#contract/imports.ts'

/** Records that are added from a spreadsheet. */
export interface ImportDefinition {
  /** Every kind of record has the same three (src/contract/imports.ts). */
  readonly endpoints: {
    readonly sample: typeof getServiceImportSample
    readonly run: typeof importServices
    readonly problems: typeof getServiceImportProblems
  }
  readonly title: string
  /** 'service' */
  readonly noun: string
  /** How the file is laid out. */
  readonly layout: string
}
