import type { AnyStateMachine } from 'xstate'
import { fromCall } from '#machines/common/from-call.ts'
import type { AnyChartTexts } from '#machines/definition/chart-texts.ts'
import { elkInWorker } from '#workflows/drawing/chart-actors.ts'
import type { MachineJson } from '#workflows/exports/xstate-json.ts'
import { layOut } from '#workflows/layout/layout.ts'
import { type ChartNames, chartNames, wordNamesOf } from '#workflows/model/chart-names.ts'
import { chartChanges } from './chart-changes.ts'
import { type ChartComparison, compareCharts } from './compare-charts.ts'
import {
  type ChangedWorkflow,
  type ComparedVersion,
  type Comparison,
  type ComparisonSubject,
  type DrawnVersion,
  NOW,
  SEEN,
} from './comparison.ts'
import type { SeenChart } from './last-looks.ts'
import { type ChartOverlay, overlayCharts, sideOf } from './overlay.ts'
import type { Release } from './release.ts'
import { keptChart, machineOfChart } from './release.ts'

interface Listed {
  readonly name: string
  readonly title: string
  readonly machine: AnyStateMachine
  readonly texts: AnyChartTexts
}

interface Sources {
  readonly workflows: readonly Listed[]
  readonly loadRelease: (version: string) => Promise<Release | undefined>
  readonly seen: (workflow: string) => SeenChart | undefined
}

/** The workflows of a version; a seen one has only the workflow itself. */
interface Version {
  readonly workflows: readonly { readonly name: string; readonly title: string; readonly chart: MachineJson }[]
  readonly seenAt?: number
}

type Found = Version['workflows'][number]

/** In the version by name; otherwise a statechart of the same id whose name is gone, which was renamed. */
const findIn = ({ workflows }: Version, name: string, id: string, other: Version): Found | undefined =>
  workflows.find((each) => each.name === name) ??
  workflows.find(
    ({ name: itsName, chart }) => chart.id === id && !other.workflows.some((each) => each.name === itsName),
  )

const versionOf = (found: Found | undefined, name: string, { seenAt }: Version): ComparedVersion => ({
  title: found?.title,
  otherName: found && found.name !== name ? found.name : undefined,
  seenAt,
})

/**
 * All workflows that differ: changed, then added, then removed.
 *
 * @param namesOf in words, by workflow
 */
const changedWorkflows = (from: Version, to: Version, namesOf: (workflow: string) => ChartNames): ChangedWorkflow[] => {
  const changed: ChangedWorkflow[] = []
  const added: ChangedWorkflow[] = []
  const kept = new Set<string>()
  for (const { name, title, chart } of to.workflows) {
    const was = findIn(from, name, chart.id, to)
    if (!was) {
      added.push({ name, title, kind: 'added', count: 0 })
      continue
    }
    kept.add(was.name)
    if (JSON.stringify(was.chart) === JSON.stringify(chart)) continue
    const changes = chartChanges(compareCharts(machineOfChart(was.chart), machineOfChart(chart)), namesOf(name))
    const count = changes.filter(({ isText }) => !isText).length
    if (changes.length > 0) changed.push({ name, title, kind: 'changed', count })
  }
  const removed = from.workflows.flatMap(({ name, title }): ChangedWorkflow[] =>
    kept.has(name) ? [] : [{ name, title, kind: 'removed', count: 0 }],
  )
  return [...changed, ...added, ...removed]
}

export const comparisonActors = ({ workflows, loadRelease, seen }: Sources) => {
  /** Today's texts also serve older versions; what they lack is spelled out. */
  const namedAs = (workflow: string) => workflows.find(({ name }) => name === workflow) ?? { texts: {} }

  const load = async (version: string, workflow: string): Promise<Version> => {
    const titleOf = workflows.find(({ name }) => name === workflow)?.title ?? workflow
    if (version === NOW)
      return { workflows: workflows.map(({ name, title, machine }) => ({ name, title, chart: keptChart(machine) })) }
    if (version === SEEN) {
      const found = seen(workflow)
      return found
        ? { workflows: [{ name: workflow, title: titleOf, chart: found.chart }], seenAt: found.at }
        : { workflows: [] }
    }
    return { workflows: (await loadRelease(version))?.workflows ?? [] }
  }

  const compare = async ({
    workflow,
    from,
    to,
    isSideBySide,
    naming,
    closed,
  }: ComparisonSubject): Promise<Comparison> => {
    const [older, newer] = await Promise.all([load(from, workflow), load(to, workflow)])
    const id = workflows.find(({ name }) => name === workflow)?.machine.id ?? ''
    const [was, is] = [findIn(older, workflow, id, newer), findIn(newer, workflow, id, older)]
    const [before, after] = [was && machineOfChart(was.chart), is && machineOfChart(is.chart)]
    const names = chartNames(namedAs(workflow), naming)
    const comparison: ChartComparison | undefined = before && after && compareCharts(before, after)
    const draw = async ({ graph, changes }: ChartOverlay): Promise<DrawnVersion> => ({
      drawing: await layOut(await elkInWorker(), graph, { closed: new Set(closed) }),
      changes,
      root: graph.root.id,
    })
    const nothing: ChartComparison = { states: [], transitions: [] }
    const alone = before ?? after
    return {
      from: versionOf(was, workflow, older),
      to: versionOf(is, workflow, newer),
      changes: comparison ? chartChanges(comparison, names) : [],
      overlay: isSideBySide
        ? undefined
        : before && after && comparison
          ? await draw(overlayCharts(before, after, comparison, names))
          : alone && (await draw(sideOf(alone, nothing, 'after', names))),
      sides: isSideBySide
        ? {
            from: before && (await draw(sideOf(before, comparison ?? nothing, 'before', names))),
            to: after && (await draw(sideOf(after, comparison ?? nothing, 'after', names))),
          }
        : undefined,
      workflows: [from, to].includes(SEEN)
        ? undefined
        : changedWorkflows(older, newer, (name) => wordNamesOf(namedAs(name))),
    }
  }
  return {
    loadDetails: fromCall<{ data: Comparison }, { subject: ComparisonSubject }>(async ({ subject }) => ({
      data: await compare(subject),
    })),
  }
}
