import type { Choice } from './caseload-choices.ts'

/** What can be chosen, and what was chosen while it still could be. */
export const withChosen = (choices: readonly Choice[] | undefined, chosen: number | null): readonly Choice[] =>
  choices === undefined || chosen === null || choices.some(({ id }) => id === chosen)
    ? (choices ?? [])
    : [...choices, { id: chosen, label: 'No longer offered' }]
