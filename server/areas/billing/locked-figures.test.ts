/**
 * Nothing done later changes what was approved, locked, invoiced or paid: random histories of every write there is, over
 * HTTP. A failing one is shrunk, and printed as moves that `play` repeats.
 */
import { expect, test } from 'vitest'
import { seeds } from '#tests/support/domain/tries.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { type Move, play, randomMoves, shrink } from '#tests/support/server/histories/history.ts'
import { UNGUARDED, uncovered } from '#tests/support/server/histories/steps.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const ROUNDS = 2
const SHRINKING_MS = 120_000

const database = useDatabase()
const server = useTestServer(database)

test('a step makes every write of the contract, unless no figure is computed from it', () => {
  expect(uncovered()).toEqual({ missing: [], needless: [] })
})

/** The shortest part of a failing history that fails in the same kind of step. */
const shortestOf = async (moves: readonly Move[], failed: Move) => {
  const kind = failed.replace(/ \d+$/, '')
  const fails = async (some: readonly Move[]) =>
    (await play(database(), server(), some)).failure?.at.startsWith(kind) ?? false
  return shrink(moves.slice(0, moves.indexOf(failed) + 1), fails, Date.now() + SHRINKING_MS)
}

test.each(seeds(1))('no call changes what is locked (seed %i)', { timeout: 600_000 }, async (seed) => {
  const moves = randomMoves(seed, ROUNDS, UNGUARDED)
  const { failure } = await play(database(), server(), moves)
  if (!failure) return
  const shortest = await shortestOf(moves, failure.at)
  const { failure: least } = await play(database(), server(), shortest)
  expect({ ...failure, ...least, moves: shortest }).toBe('unchanged')
})
