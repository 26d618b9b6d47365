import assert from 'node:assert/strict'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { delayOf, outcomeOf } from '#workflows/model/read-chart.ts'
import type { Coverage } from './coverage.ts'
import type { ModelDescription, Step } from './description.ts'
import type { Edge, Model, Path } from './explore.ts'
import { atStep, cover, entriesFor } from './play.ts'
import { RequestTable } from './request-table.ts'

/** Plays paths in a browser: performs the user's action for each event, and checks what a user sees in each state. */
export class BrowserPlayer<TMachine extends AnyStateMachine, TWorld> {
  /** What the calls of the paths played so far sent. */
  readonly requests: RequestTable
  readonly #description: ModelDescription<TMachine, TWorld>
  readonly #model: Model
  /** The page of the last path, unless the path failed. */
  #left: TWorld | undefined

  constructor(description: ModelDescription<TMachine, TWorld>, model: Model) {
    this.#description = description
    this.#model = model
    this.requests = new RequestTable(description.browser?.hasFixedDates)
  }

  /** @param picture the file for a screenshot if the path fails */
  async play(path: Path, covered: Coverage, picture: string): Promise<void> {
    const { browser } = this.#description
    assert.ok(browser, `${this.#description.name} has no browser run`)
    const world = await atStep(path, -1, () => this.#open(path.start.name))
    const sees = async (snapshot: AnyMachineSnapshot) => {
      for (const sees of entriesFor(browser.states, snapshot)) await sees(world, snapshot as Parameters<typeof sees>[1])
    }
    let isDone = false
    try {
      await atStep(path, -1, async () => {
        await sees(path.start.snapshot)
        cover(covered, this.#model, path.start.snapshot, path.start.taken, [])
      })
      for (const [at, edge] of path.steps.entries()) {
        await atStep(path, at, async () => {
          await executorFor(this.#description, edge)?.(world)
          await sees(edge.after)
          cover(covered, this.#model, edge.after, edge.taken, edge.refused)
          if (browser.calls) this.requests.add(path, at, browser.calls(world).takeEnded())
        })
      }
      isDone = true
    } catch (error) {
      if (error instanceof Error && browser.screenshot) {
        // A closed page yields no screenshot; report the failure anyway.
        const isTaken = await browser.screenshot(world, picture).then(
          () => true,
          () => false,
        )
        error.message += isTaken ? `\n\nScreenshot: ${picture}` : '\n\nScreenshot: none, the page is closed'
      }
      throw error
    } finally {
      if (isDone && browser.reopen) this.#left = world
      else await browser.close(world)
    }
  }

  /** Brings the last path's page back to the start, or opens another. */
  async #open(start: string): Promise<TWorld> {
    const { browser } = this.#description
    assert.ok(browser, `${this.#description.name} has no browser run`)
    const left = this.#left
    this.#left = undefined
    if (left === undefined) return browser.open(start)
    const world = await browser.reopen?.(left, start)
    if (world !== undefined) return world
    await browser.close(left)
    return browser.open(start)
  }
}

/** A user's action for a step of a path; undefined if the description has none. */
export function executorFor<TMachine extends AnyStateMachine, TWorld>(
  { browser }: ModelDescription<TMachine, TWorld>,
  edge: Edge,
): ((world: TWorld) => Promise<unknown>) | undefined {
  const step = edge as unknown as Step<TMachine>
  const outcome = outcomeOf(edge.event.type)
  if (outcome) {
    const execute = browser?.outcomes?.[outcome.id]
    return execute && ((world) => execute(world, step, outcome.kind))
  }
  const delay = delayOf(edge.event.type)
  const events = browser?.events as
    | Record<string, (world: TWorld, step: Step<TMachine>) => Promise<unknown>>
    | undefined
  const execute = delay === undefined ? events?.[edge.event.type] : browser?.delays?.[delay]
  return execute && ((world) => execute(world, step))
}
