import type { ImportKind } from '#screens/provided.tsx'

export interface ImportWords {
  readonly title: string
  /** 'service' */
  readonly noun: string
  /** How the file is laid out. */
  readonly layout: string
}

export const importWords: Readonly<Record<ImportKind, ImportWords>> = {
  services: {
    title: 'Import Services',
    noun: 'service',
    layout: 'A row for each service, as the sample file has them.',
  },
}
