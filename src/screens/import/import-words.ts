import type { ImportKind } from '#screens/provided.tsx'

export interface ImportWords {
  readonly title: string
  /** 'service' */
  readonly noun: string
  /** How the file is laid out. */
  readonly layout: string
}

export const importWords: Readonly<Record<ImportKind, ImportWords>> = {
  schools: {
    title: 'Import Schools',
    noun: 'school',
    layout:
      'A row for each school, as the sample file has them; further rows of the same name bring further contacts and rates.',
  },
  caseloads: {
    title: 'Import Caseloads',
    noun: 'caseload',
    layout:
      'A row for each student, as the sample file has them; further rows of the same school and name bring further frequencies.',
  },
  services: {
    title: 'Import Services',
    noun: 'service',
    layout: 'A row for each service, as the sample file has them.',
  },
}
