import type { Db, Tx } from './database.ts'

/**
 * What comes of work that is not kept: it is done in a transaction, or within one, and rolled back
 * (docs/decisions/preview-is-the-change.md).
 *
 * @throws what the work throws
 */
export const rolledBack = async <Result>(
  on: Pick<Db, 'transaction'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> => {
  const rollBack = new Error('The work is rolled back')
  let done: { readonly result: Result } | undefined
  try {
    await on.transaction(async (tx) => {
      done = { result: await work(tx) }
      throw rollBack
    })
  } catch (error) {
    if (error !== rollBack) throw error
  }
  if (!done) throw new Error('The work has no result')
  return done.result
}
