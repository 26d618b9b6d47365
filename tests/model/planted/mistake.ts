/**
 * A mistake as a tired engineer makes it, and whose generated tests must fail with it. The compiler accepts it.
 */
export interface Mistake {
  readonly name: string
  /**
   * `structure`: a missing guard, a wrong target, a dropped action, a late reply that counts, a double submit.
   * `value`: a wrong constant, input of a call, payload, message or id; a neighbor's field.
   * `screen`: a view sends the wrong event or shows the wrong thing. `service`: a call has a wrong body or endpoint.
   */
  readonly kind: 'structure' | 'value' | 'screen' | 'service'
  /** From the project's root. */
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
  /** What a user would suffer. */
  readonly harm: string
  /** The description whose tests must fail, such as `schedule/event-modal`: of a screen or service in the browser. */
  readonly fails: string
  /** Why the tests don't catch it yet. */
  readonly missed?: string
}

interface Place {
  readonly file: string
  readonly fails: string
}

/** Mistakes of one file. */
export const mistakesIn = (place: Place, mistakes: readonly Omit<Mistake, keyof Place>[]): readonly Mistake[] =>
  mistakes.map((mistake) => ({ ...place, ...mistake }))

/** Whether the browser run has to catch it: the machine itself is right. */
export const isInBrowser = ({ kind }: Pick<Mistake, 'kind'>): boolean => kind === 'screen' || kind === 'service'

/** The source with the mistake. */
export const plantedIn = (source: string, { name, file, text, replacement }: Mistake): string => {
  const [before, after, ...more] = source.split(text)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `The text of the planted mistake ${name} occurs ${after === undefined ? 'nowhere' : 'more than once'} in ${file}.`,
    )
  return before + replacement + after
}
