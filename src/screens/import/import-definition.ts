import type { getServiceImportProblems, getServiceImportSample, importServices } from '#contract/imports.ts'

/** Defines how records of one kind are imported from a spreadsheet. */
export interface ImportDefinition {
  /** The same three calls for every kind of record (src/contract/imports.ts). */
  readonly endpoints: {
    readonly sample: typeof getServiceImportSample
    readonly run: typeof importServices
    readonly problems: typeof getServiceImportProblems
  }
  readonly title: string
  /** 'service' */
  readonly noun: string
  /** Describes the file's layout to the user. */
  readonly layout: string
}
