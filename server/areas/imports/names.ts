/** Names as people write them into files, looked up among those that there are. */

/** Upper and lower case, and blanks, do not tell names apart. */
export const plainName = (name: string): string => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Everything that can be chosen, under each of the names that it goes by. */
export class Named<Choice> {
  readonly #choices = new Map<string, Set<Choice>>()

  /** @param namesOf what a choice may be called; '' is no name */
  constructor(choices: readonly Choice[], namesOf: (choice: Choice) => readonly string[]) {
    for (const choice of choices) {
      for (const name of namesOf(choice).map(plainName)) {
        if (name !== '') this.#choices.set(name, (this.#choices.get(name) ?? new Set()).add(choice))
      }
    }
  }

  /** More than one where the name is not enough. */
  called(name: string): readonly Choice[] {
    return [...(this.#choices.get(plainName(name)) ?? [])]
  }
}
