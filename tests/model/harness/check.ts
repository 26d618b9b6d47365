import type { AnyStateMachine } from 'xstate'
import {
  allNodes,
  type ChartTransition,
  delayOf,
  isMatch,
  isTransient,
  outcomeOf,
  statePath,
} from '#machines/chart/read-chart.ts'
import { excuseFor } from './coverage.ts'
import type { ModelDescription } from './description.ts'
import { type Model, stateLabel } from './explore.ts'

/** What has to be there before a run means anything. XState passes a missing executor in silence; this does not. */
export function descriptionProblems<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
): string[] {
  return [
    ...stops(model),
    ...caseProblems(description, model),
    ...keyProblems(description, model),
    ...browserProblems(description, model),
  ]
}

/** A failure that no transition takes stops the whole machine, and with it the screen. */
function stops({ edges }: Model): string[] {
  const stopping = [...edges.values()].flat().filter(({ after }) => after.status === 'error')
  return [
    ...new Set(
      stopping.map(({ label, before }) => `the machine stops with an error in ${stateLabel(before)} at ${label}`),
    ),
  ]
}

function caseProblems<TMachine extends AnyStateMachine, TWorld>(
  { cases, outcomes, excuses }: ModelDescription<TMachine, TWorld>,
  { chart, unusedCases }: Model,
): string[] {
  const missing = chart.transitions
    .filter(({ id }) => excuseFor(id, excuses) === undefined)
    .flatMap(({ event }) => {
      if (event === '' || event.startsWith('xstate.done.state.') || delayOf(event) !== undefined) return []
      const outcome = outcomeOf(event)
      if (!outcome)
        return Object.keys(cases).some((type) => isMatch(event, type)) ? [] : [`no case for the event ${event}`]
      const given = outcomes?.[outcome.id]?.[outcome.kind]
      return given ? [] : [`no outcome "${outcome.kind}" for the actor ${outcome.id}`]
    })
  const taken = Object.entries(cases)
    .filter(([type, given]) => given === 'unused' && chart.transitions.some(({ event }) => isMatch(event, type)))
    .map(([type]) => `there is a transition for ${type}, which is said to be unused`)
  return [
    ...new Set(missing),
    ...taken,
    ...unusedCases.map((label) => `the case "${label}" never comes up: no state reached takes it`),
  ]
}

/** Keys that name no state, event or actor: a typing error would leave them unasked. */
function keyProblems<TMachine extends AnyStateMachine, TWorld>(
  { states, browser }: ModelDescription<TMachine, TWorld>,
  { machine }: Model,
): string[] {
  const known = new Set(allNodes(machine.root).map(statePath))
  return [...new Set([...Object.keys(states ?? {}), ...Object.keys(browser?.states ?? {})])]
    .filter((key) => !known.has(key))
    .map((key) => `there is no state "${key}"`)
}

function browserProblems<TMachine extends AnyStateMachine, TWorld>(
  { browser, excuses, cases }: ModelDescription<TMachine, TWorld>,
  { chart }: Model,
): string[] {
  if (!browser) return []
  const all = { ...excuses, ...browser.excuses }
  const unseen = chart.states
    .filter((node) => !isTransient(node) && excuseFor(statePath(node), all) === undefined)
    .filter((node) => !node.path.some((_, at) => node.path.slice(0, at + 1).join('.') in browser.states))
    .filter((node) => !(statePath(node) in browser.states))
    .map((node) => `nothing says what a user sees in "${statePath(node)}"`)
  const undone = chart.transitions
    .filter(({ id }) => excuseFor(id, all) === undefined)
    .flatMap(({ event }: ChartTransition) => {
      if (event === '' || event.startsWith('xstate.done.state.')) return []
      const outcome = outcomeOf(event)
      if (outcome) return browser.outcomes?.[outcome.id] ? [] : [`nothing says how ${outcome.id} ends in the browser`]
      const delay = delayOf(event)
      if (delay !== undefined)
        return browser.delays?.[delay] ? [] : [`nothing says how the delay ${delay} passes in the browser`]
      return Object.keys(cases)
        .filter((type) => isMatch(event, type) && !(type in browser.events))
        .map((type) => `nothing says what a user does for ${type}`)
    })
  return [...unseen, ...new Set(undone)]
}
