/**
 * Runs histories: after each step every figure of what is locked must be what it was, unless the step unlocked it,
 * corrected a day, or rated work that had no rate. Histories that fail are shrunk.
 */
import type { Period } from '#domain/billing/period.ts'
import type { Database } from '#server/db/database.ts'
import { createRandom } from '#server/seed/random.ts'
import type { TestServer } from '../test-server.ts'
import { readLocks } from './billing-steps.ts'
import { differences, type Figures, readFigures } from './figures.ts'
import type { Step } from './step.ts'
import { STEPS, type StepName } from './steps.ts'
import { World } from './world.ts'

/** A step by its name and the seed of what is random in it: 'Update All 17'. */
export type Move = `${string} ${number}`

export interface Failure {
  readonly at: Move
  readonly period: Period
  readonly differences: readonly string[]
}

/** Steps that are chosen at random after a half-month is closed. */
const ROUND = 10

const isStep = (name: string): name is StepName => name in STEPS

const stepOf = (move: Move): { step: Step; seed: number } => {
  const [, name = '', seed = ''] = /^(.*) (\d+)$/.exec(move) ?? []
  if (!isStep(name)) throw new RangeError(`No step is called ${name}`)
  return { step: STEPS[name], seed: Number(seed) }
}

/**
 * In each round something is planned, a half-month is closed, and then anything happens.
 *
 * @param without steps that are not wanted
 */
export const randomMoves = (seed: number, rounds: number, without: readonly StepName[] = []): Move[] => {
  const random = createRandom(seed)
  const bag = Object.keys(STEPS)
    .filter(isStep)
    .filter((name) => !without.includes(name))
    .flatMap((name) => Array.from({ length: 10 * (STEPS[name].weight ?? 1) }, () => name))
  const move = (name: string): Move => `${name} ${random.int(0, 99_999)}`
  const round = ({ plans, closings }: { plans: number; closings: number }) => [
    ...Array.from({ length: plans }, () => move('plan')),
    // Time passes until the half-month is over, and then it is closed.
    ...Array.from({ length: closings }, () => move('close a half-month')),
    ...Array.from({ length: ROUND }, () => move(random.pick(bag))),
  ]
  // The first day's half-month has no history: closing passes over it first.
  return [
    ...round({ plans: 8, closings: 3 }),
    ...Array.from({ length: rounds - 1 }, () => round({ plans: 3, closings: 2 })).flat(),
  ]
}

const ofUnrated = (before: Figures, of: RegExp): Set<string | undefined> =>
  new Set([...before.keys()].filter((name) => name.startsWith('unrated')).map((name) => of.exec(name)?.[1]))

/**
 * Work without a price may get one: its school's and its provider's figures change, or those of a payroll in which
 * something has no rate. Nothing else may.
 */
const isOnlyRated = (before: Figures, lines: readonly string[]): boolean => {
  const schools = ofUnrated(before, /at (\d+)/)
  const providers = ofUnrated(before, /provider (\d+)/)
  const isUnpaid = [...before].some(([name, value]) => /^payroll \d+$/.test(name) && /\bid 0\b/.test(value))
  return lines.every((line) => {
    if (line.startsWith('payroll')) return isUnpaid
    const [, school] = /^(?:invoice of|Close Out,) school (\d+)/.exec(line) ?? []
    if (school !== undefined) return schools.has(school)
    const [, provider] = /^Close Out, provider (\d+)/.exec(line) ?? []
    if (provider !== undefined) return providers.has(provider)
    return schools.size > 0 || isUnpaid
  })
}

const isAllowed = (step: Step, before: Figures, lines: readonly string[]): boolean => {
  // An export takes up what has changed since the one before.
  if (step.mayExport) return lines.every((line) => /^payroll export, changed since, .* -> nothing$/.test(line))
  if (step.mayCorrect) return !lines.some((line) => line.startsWith('payroll'))
  return step.mayRate === true && isOnlyRated(before, lines)
}

export interface Played {
  readonly world: World
  readonly failure: Failure | undefined
  /** How many figures were compared. */
  readonly compared: number
}

/** Plays the moves, until a figure changes that must not. */
export const play = async (database: Database, server: TestServer, moves: readonly Move[]): Promise<Played> => {
  const world = await World.open(database, server)
  let known = new Map<number, { period: Period; figures: Figures }>()
  let compared = 0
  for (const move of moves) {
    const { step, seed } = stepOf(move)
    const writes = world.writes
    await step.run(world, createRandom(seed))
    // Reading all figures takes far longer than most steps.
    if (world.writes === writes) continue
    const now: typeof known = new Map()
    for (const { id, startDate, endDate } of await readLocks(world)) {
      const period = { startDate, endDate }
      const figures = await readFigures(world, period)
      const before = known.get(id)
      now.set(id, { period, figures })
      if (!before) continue
      compared += figures.size
      const lines = differences(before.figures, figures)
      if (lines.length === 0 || isAllowed(step, before.figures, lines)) continue
      return { world, compared, failure: { at: move, period, differences: lines } }
    }
    known = now
  }
  return { world, compared, failure: undefined }
}

/** The shortest part of a failing history that still fails, by leaving out ever smaller pieces until the deadline. */
export const shrink = async (
  moves: readonly Move[],
  fails: (moves: readonly Move[]) => Promise<boolean>,
  deadline: number,
): Promise<Move[]> => {
  let shortest = [...moves]
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && Date.now() < deadline; ) {
      const without = [...shortest.slice(0, at), ...shortest.slice(at + size)]
      if (await fails(without)) shortest = without
      else at += size
    }
  }
  return shortest
}

/** Plays the moves to the end. */
export const runMoves = async (database: Database, server: TestServer, moves: readonly Move[]): Promise<World> => {
  const world = await World.open(database, server)
  for (const move of moves) {
    const { step, seed } = stepOf(move)
    await step.run(world, createRandom(seed))
  }
  return world
}
