import type { AnyStateMachine } from 'xstate'
import { commonFailures } from '#machines/common/common-failures.ts'
import { type Coverage, coverageProblems, itemsOf, noCoverage, type RunReport } from './coverage.ts'
import type { ModelDescription } from './description.ts'
import { type Edge, explore, type Model, type Path } from './explore.ts'
import { tours, walks } from './paths.ts'
import { playOnMachine } from './play.ts'
import { BrowserPlayer, executorFor } from './play-in-browser.ts'
import type { RequestTable } from './request-table.ts'

/** One run of a model: its paths, what they have covered so far, and the final report. */
export interface Run {
  paths: Path[]
  play: (path: Path) => Promise<void>
  report: () => RunReport
  /** What the run missed without a reason, and stale reasons. */
  problems: () => string[]
}

export interface BrowserPaths extends Run {
  /** What the calls of the paths played so far sent. */
  requests: RequestTable
}

function newRun(
  model: Model,
  paths: Path[],
  play: (path: Path, covered: Coverage) => Promise<void>,
  excuses: Record<string, string> | undefined,
  kinds: (keyof Coverage)[],
): Run {
  const covered = noCoverage()
  let milliseconds = 0
  const items = () => itemsOf(model.chart, covered, excuses, kinds)
  return {
    paths,
    play: async (path) => {
      const start = performance.now()
      await play(path, covered).finally(() => {
        milliseconds += performance.now() - start
      })
    },
    report: () => ({ paths: paths.length, milliseconds: Math.round(milliseconds), items: items() }),
    problems: () => coverageProblems(items(), excuses),
  }
}

/** The machine run: every event and case in every state of the model. */
export function machineRun<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model = explore(description),
): Run {
  const asked = new Set<string>()
  const play = (path: Path, covered: Coverage) => playOnMachine(description, model, path, covered, asked)
  return newRun(model, walks(model), play, description.excuses, ['states', 'transitions', 'refusals'])
}

/**
 * The browser run: a few paths that cover every transition, state and case. Refusals are left to the machine run: a user
 * has nothing to press if the screen asks `can`.
 */
export function browserRun<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  pictures: string,
): BrowserPaths {
  const possible = description.browser?.possible as ((snapshot: unknown, event: unknown) => boolean) | undefined
  // After this error the client retries and then signs out the whole portal, which the session machine's own run covers.
  const isSessionOver = ({ event }: Edge) => event.error === commonFailures['session over']
  const usable = (edge: Edge) =>
    edge.taken.length > 0 &&
    !isSessionOver(edge) &&
    executorFor(description, edge) !== undefined &&
    (possible?.(edge.before, edge.event) ?? true)
  const starts = model.starts.filter(({ name }) => description.browser?.starts?.includes(name) ?? true)
  const paths = tours({ ...model, starts }, usable)
  const player = new BrowserPlayer(description, model)
  const play = (path: Path, covered: Coverage) =>
    player.play(path, covered, `${pictures}-${paths.indexOf(path) + 1}.png`)
  const excuses = { ...description.excuses, ...description.browser?.excuses }
  return { ...newRun(model, paths, play, excuses, ['states', 'transitions']), requests: player.requests }
}
