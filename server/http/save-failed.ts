/**
 * What is known of a write whose database connection was lost. `repeatable`: it may be stored, and its key makes a
 * repeat safe. `unknown`: the same without a key.
 */
type Outcome = 'nothing' | 'repeatable' | 'unknown'

/** A write failed because the database did not answer. */
export class SaveFailed extends Error {
  override readonly name = 'SaveFailed'
  readonly outcome: Outcome

  constructor(outcome: Outcome, cause: unknown) {
    super('The database did not answer', { cause })
    this.outcome = outcome
  }
}

export const saveFailedMessages: Readonly<Record<Outcome, string>> = {
  nothing: 'The database is not available at the moment. Nothing was saved; please try again in a minute.',
  repeatable:
    'The database stopped answering. Your change may or may not be saved. Please try again in a minute; it will not be saved twice.',
  unknown: 'The database stopped answering. Your change may or may not be saved. Please check before you try again.',
}
