/** Looks up names the way people type them into files. */
import { nameKey } from '#domain/name-key.ts'
import { plainName } from '#server/documents/plain-name.ts'

/** Choices by every name they have: as it is written, or else as names are compared. */
export class Named<Choice> {
  readonly #written = new Map<string, Set<Choice>>()
  readonly #compared = new Map<string, Set<Choice>>()

  /** @param namesOf the names of a choice; '' is ignored */
  constructor(choices: readonly Choice[], namesOf: (choice: Choice) => readonly string[]) {
    for (const choice of choices) {
      for (const name of namesOf(choice)) {
        for (const [known, key] of [
          [this.#written, plainName(name)],
          [this.#compared, nameKey(name)],
        ] as const) {
          if (key !== '') known.set(key, (known.get(key) ?? new Set()).add(choice))
        }
      }
    }
  }

  /** Several if the name is ambiguous. */
  called(name: string): readonly Choice[] {
    return [...(this.#written.get(plainName(name)) ?? this.#compared.get(nameKey(name)) ?? [])]
  }
}

/** 'frequencies', 'cities', 'schools' */
const plural = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/**
 * The choice that a cell names.
 *
 * @param noun what is chosen: 'school'
 * @param apart how to report apart choices with the same name
 * @returns null for an unknown or ambiguous name, which is reported, and for an empty cell, which is not
 */
export const oneCalled = <Choice extends { readonly id: number }>(
  choices: Named<Choice>,
  text: string,
  noun: string,
  report: (problem: string) => void,
  apart = '',
): Choice | null => {
  if (plainName(text) === '') return null
  const [first, ...others] = choices.called(text)
  if (first && others.length === 0) return first
  report(first ? `There are ${others.length + 1} ${plural(noun)} with this name${apart}` : `No ${noun} with this name`)
  return null
}

/** A service is known by its code, its description, and both together as in forms. */
export const serviceNames = ({ code, description }: { readonly code: string; readonly description: string }) => [
  code,
  description,
  `${code} · ${description}`,
]
