/** Which running machine the watch shows without being told: one of the drawn workflow, in any of the user's tabs. */
import type { WatchedTab } from '#workflows/recording/watched.ts'

export interface Finding {
  /** The id of the drawn statechart. */
  readonly statechart: string
  /** Whether the user has left the choice to the watch. */
  readonly isAutomatic: boolean
  readonly tabs: readonly WatchedTab[]
  readonly tab: string
  readonly machine: string | undefined
  /** Set while paused. */
  readonly until: number | undefined
}

export interface FoundMachine {
  readonly tab: string
  readonly machine: string
}

/** The running machines of a statechart in all tabs, most recently active first. */
export const runningOf = (tabs: readonly WatchedTab[], statechart: string) =>
  tabs
    .flatMap((tab) =>
      tab.running.filter(({ machine }) => machine === statechart).map(({ id, activeAt }) => ({ tab, id, activeAt })),
    )
    .sort((one, other) => other.activeAt - one.activeAt)

/** The machine to move to; undefined to stay, which it does as long as the watched one runs and while paused. */
export const findMachine = ({
  statechart,
  isAutomatic,
  tabs,
  tab,
  machine,
  until,
}: Finding): FoundMachine | undefined => {
  if (!isAutomatic || until !== undefined) return undefined
  const running = runningOf(tabs, statechart)
  const [first] = running
  if (!first || running.some((each) => each.tab.id === tab && each.id === machine)) return undefined
  return { tab: first.tab.id, machine: first.id }
}

/** What an event may say about it. */
interface News {
  readonly type: string
  readonly tabs?: readonly WatchedTab[]
  readonly statechart?: string
  readonly isAutomatic?: boolean
}

/** With what the event says. Another workflow, or leaving the choice to the watch, starts the search again. */
export const informed = (finding: Finding, { type, tabs, statechart, isAutomatic }: News): Finding => ({
  ...finding,
  tabs: tabs ?? finding.tabs,
  statechart: statechart ?? finding.statechart,
  isAutomatic: isAutomatic ?? finding.isAutomatic,
  ...(type === 'watch.goOn' && { until: undefined }),
  ...(isAutomatic && (!finding.isAutomatic || statechart !== finding.statechart) && { machine: undefined }),
})
