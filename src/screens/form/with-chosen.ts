import type { IdOption } from '#ui/id-select/id-select.tsx'

/** Adds the stored choices that are no longer among the choices. */
export const withChosen = (
  choices: readonly IdOption[] | undefined,
  ...chosen: readonly (number | null)[]
): readonly IdOption[] => {
  if (choices === undefined) return []
  const gone = chosen.filter((id) => id !== null && !choices.some((choice) => choice.id === id))
  return [...choices, ...gone.flatMap((id) => (id === null ? [] : [{ id, label: 'No longer available' }]))]
}
