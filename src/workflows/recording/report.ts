/** Formats recorded steps for watchers: masked, with the names used in the drawings. */
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { type Chart, readChart, statePath } from '#workflows/model/read-chart.ts'
import { shownOf } from './mask.ts'
import type { ActiveStates, Recorder, Running, Step } from './recorder.ts'
import type { StepDetails, WatchedMachine, WatchedStep, WatchReport } from './watched.ts'

const charts = new WeakMap<AnyStateMachine, Chart['idOf']>()
const transitionIds = (machine: AnyStateMachine): Chart['idOf'] => {
  const known = charts.get(machine)
  if (known) return known
  const { idOf } = readChart(machine)
  charts.set(machine, idOf)
  return idOf
}

const idsOf = (active: ActiveStates | undefined): string[] => active?.nodes.map(({ id }) => id).sort() ?? []

const isInnermost = ({ type }: AnyStateNode): boolean => type === 'atomic' || type === 'final'

const pathsOf = (active: ActiveStates | undefined): string[] =>
  active?.nodes.filter(isInnermost).map(statePath).sort() ?? []

export const toldMachine = ({ id, machine, parent, count, page, hasEnded, active }: Running): WatchedMachine => ({
  id,
  machine: machine.id,
  ...(parent !== undefined && { parent }),
  count,
  page,
  hasEnded,
  states: idsOf(active),
})

export const toldStep = (step: Step): WatchedStep => {
  const idOf = transitionIds(step.running.machine)
  return {
    number: step.number,
    at: step.at,
    machine: step.running.id,
    event: step.eventType,
    ...(step.sender && { sender: step.sender }),
    from: pathsOf(step.before),
    to: pathsOf(step.after),
    states: idsOf(step.after),
    transitions: step.transitions.flatMap((transition) => idOf.get(transition) ?? []),
    calls: step.calls.map(({ name, machine, what }) => ({ name, ...(machine !== undefined && { machine }), what })),
    emitted: step.emitted.map(({ type }) => type),
  }
}

/** Undefined once the step has been dropped. */
export const detailsOf = (recorder: Recorder, number: number): StepDetails | undefined => {
  const step = recorder.steps().find((each) => each.number === number)
  if (!step) return undefined
  return {
    number,
    event: shownOf(step.event),
    context: shownOf(step.after.context),
    status: step.after.status,
    inputs: step.calls
      .filter(({ input }) => input !== undefined)
      .map(({ name, input }) => ({ name, value: shownOf(input) })),
    emitted: step.emitted.map(({ event }) => shownOf(event)),
  }
}

/** Interval for sending updates, in ms: a click makes many steps. */
const NEWS_PAUSE = 50

/**
 * Reports everything recorded so far, then updates.
 *
 * @returns the function to stop
 */
export const tellOf = (recorder: Recorder, tell: (report: WatchReport) => void): (() => void) => {
  let news: Step[] = []
  let isAll = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellAll = () =>
    tell({ isAll: true, machines: recorder.machines().map(toldMachine), steps: recorder.steps().map(toldStep) })
  const tellNews = () => {
    timer = undefined
    const steps = news
    news = []
    if (isAll) {
      isAll = false
      tellAll()
    } else tell({ isAll: false, machines: recorder.machines().map(toldMachine), steps: steps.map(toldStep) })
  }
  const unsubscribe = recorder.subscribe((step) => {
    if (step) news.push(step)
    else isAll = true
    timer ??= setTimeout(tellNews, NEWS_PAUSE)
  })
  tellAll()
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
