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
  (id: Id): string => {
    const found = choices.find((choice) => choice.id === id)
    if (!found) throw new RangeError(`Nothing to choose has the id ${id}`)
    return found.name
  }
