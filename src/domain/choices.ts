/** Lists of numbered choices, such as states to filter by. */

interface Choice<Id extends number> {
  readonly id: Id
  readonly name: string
}

/** Whether a number is one of the choices' ids. */
export const isIdOf =
  <Id extends number>(choices: readonly Choice<Id>[]) =>
  (id: number): id is Id =>
    choices.some((choice) => choice.id === id)

export const nameOfIn =
  <Id extends number>(choices: readonly Choice<Id>[]) =>
  (id: Id): string =>
    choices.find((choice) => choice.id === id)?.name ?? ''
