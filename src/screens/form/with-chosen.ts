import type { Choice } from './caseload-choices.ts'

/** Adds the stored choice when it is no longer among the choices. */
export const withChosen = (choices: readonly Choice[] | undefined, chosen: number | null): readonly Choice[] =>
  choices === undefined || chosen === null || choices.some(({ id }) => id === chosen)
    ? (choices ?? [])
    : [...choices, { id: chosen, label: 'No longer available' }]
