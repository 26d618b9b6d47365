import type { ImportEndpoints } from '#contract/imports.ts'

/** Defines how records of one kind are imported from a spreadsheet. */
export interface ImportDefinition {
  readonly endpoints: ImportEndpoints
  readonly title: string
  /** 'service' */
  readonly noun: string
  /** Describes the file's layout to the user. */
  readonly layout: string
}
