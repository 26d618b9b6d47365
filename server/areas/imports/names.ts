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

/** 'frequencies', 'cities', 'schools' */
const plural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/**
 * What a cell names.
 *
 * @param noun of what is chosen: 'school'
 * @param apart how those who share a name are told apart
 * @returns null where it names nothing, or nothing alone, which `tell` is told; a cell that is empty names nothing either
 */
export const oneCalled = <Choice extends { readonly id: number }>(
  choices: Named<Choice>,
  text: string,
  noun: string,
  tell: (problem: string) => void,
  apart = '',
): Choice | null => {
  if (plainName(text) === '') return null
  const [first, ...others] = choices.called(text)
  if (first && others.length === 0) return first
  tell(first ? `There are ${others.length + 1} ${plural(noun)} of this name${apart}` : `There is no such ${noun}`)
  return null
}

/** A service goes by its code, by its description, and by both as forms show them. */
export const serviceNames = ({ code, description }: { readonly code: string; readonly description: string }) => [
  code,
  description,
  `${code} · ${description}`,
]
