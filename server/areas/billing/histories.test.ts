/** What schools owe and providers are paid after random histories, computed a second time from the log of what people did. */
import { expect, test } from 'vitest'
import { isHalfMonth } from '#domain/billing/period.ts'
import { seeds } from '#tests/support/domain/tries.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { readLocks } from '#tests/support/server/histories/billing-steps.ts'
import { owedOf, shownOf, unequal } from '#tests/support/server/histories/compare.ts'
import { randomMoves, runMoves } from '#tests/support/server/histories/history.ts'
import { Ledger } from '#tests/support/server/histories/ledger.ts'
import { UNGUARDED } from '#tests/support/server/histories/steps.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const ROUNDS = 3

const database = useDatabase()
const server = useTestServer(database)

test.each(seeds(1))('half-months agree, computed twice (seed %i)', { timeout: 600_000 }, async (seed) => {
  const world = await runMoves(database(), server(), randomMoves(seed, ROUNDS, UNGUARDED))
  const ledger = new Ledger()
  for (const event of world.events) ledger.take(event)
  let compared = 0
  for (const { startDate, endDate } of await readLocks(world)) {
    const period = { startDate, endDate }
    if (!isHalfMonth(period)) continue
    const shown = await shownOf(world, period)
    compared += Object.values(shown).flat().length
    expect.soft(unequal(owedOf(ledger, period), shown), `from ${startDate}`).toEqual([])
  }
  // The comparison would prove little without half-months.
  expect(compared).toBeGreaterThan(0)
})
