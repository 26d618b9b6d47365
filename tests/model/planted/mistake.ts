/**
 * A mistake in a screen or a service as a tired engineer makes it: the machine is right, and its browser run must fail. The
 * compiler accepts it.
 */
export interface Mistake {
  readonly name: string
  /** `screen`: a view sends the wrong event or shows the wrong thing. `service`: a call has a wrong body or endpoint. */
  readonly kind: 'screen' | 'service'
  /** From the project's root. */
  readonly file: string
  /** Occurs exactly once in the file, however it is wrapped. */
  readonly text: string
  readonly replacement: string
  /** What a user would suffer. */
  readonly harm: string
  /** The description whose browser run must fail, such as `schedule/event-modal`. */
  readonly fails: string
  /** Why it isn't caught yet. */
  readonly missed?: string
}

interface Place {
  readonly file: string
  readonly fails: string
}

/** Mistakes of one file. */
export const mistakesIn = (place: Place, mistakes: readonly Omit<Mistake, keyof Place>[]): readonly Mistake[] =>
  mistakes.map((mistake) => ({ ...place, ...mistake }))

/** Where the text is; a line break or an indentation is as good as any other space. */
export const textOf = ({ text }: Pick<Mistake, 'text'>): RegExp => {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'g')
}

/**
 * The source with the mistake.
 *
 * @throws Error unless the text occurs exactly once
 */
export const plantedIn = (source: string, mistake: Mistake): string => {
  const count = [...source.matchAll(textOf(mistake))].length
  if (count !== 1)
    throw new Error(
      `The text of the planted mistake ${mistake.name} occurs ${count === 0 ? 'nowhere' : 'more than once'} in ${mistake.file}.`,
    )
  return source.replace(textOf(mistake), () => mistake.replacement)
}
