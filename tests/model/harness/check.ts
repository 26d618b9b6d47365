import type { AnyStateMachine } from 'xstate'
import { isStatus, NetworkError } from '#contract/failures.ts'
import {
  allNodes,
  type ChartTransition,
  delayOf,
  isMatch,
  isTransient,
  outcomeOf,
  statePath,
} from '#workflows/model/read-chart.ts'
import { createStepper, effectWords, stateLabel } from '#workflows/model/step.ts'
import { excuseFor } from './coverage.ts'
import type { ModelDescription } from './description.ts'
import type { Model } from './explore.ts'

/** Checks for missing executors, without which a run means nothing: XState's test runner skips them silently. */
export function descriptionProblems<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
): string[] {
  return [
    ...stops(model),
    ...caseProblems(description, model),
    ...failureProblems(description),
    ...doubleClickProblems(description, model),
    ...keyProblems(description, model),
    ...browserProblems(description, model),
  ]
}

/** An unhandled failure stops the whole machine, and with it the screen. */
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
    .map(([type]) => `there is a transition for ${type}, which is marked unused`)
  return [
    ...new Set(missing),
    ...taken,
    ...unusedCases.map((label) => `the case "${label}" is never used: no reached state takes it`),
  ]
}

/** A call that only reads may be repeated, and cannot conflict with other users. */
const READS = /^(load|read|reread|fetch|find|list|preview|check|watch|probe|saveFile$)/

/**
 * Every call has to be tried with the failures that can happen to any call (server error, session over, network cut),
 * and, if it changes something, with a conflict. Slow replies are covered by sending every event while it runs.
 */
function failureProblems<TMachine extends AnyStateMachine, TWorld>({
  outcomes,
  untried,
}: ModelDescription<TMachine, TWorld>): string[] {
  return Object.entries(outcomes ?? {}).flatMap(([id, { error }]) => {
    if (!error) return []
    const tried = Object.values(error)
    const has = (status: number) => tried.some((failure) => isStatus(failure, status))
    const lacking = [
      ...(has(500) ? [] : ['500']),
      ...(has(401) ? [] : ['401']),
      ...(tried.some((failure) => failure instanceof NetworkError) ? [] : ['network cut']),
      ...(has(409) || READS.test(id) ? [] : ['409']),
    ]
    return lacking
      .map((failure) => `${id} error: ${failure}`)
      .filter((failure) => excuseFor(failure, untried) === undefined)
      .map((failure) => `a failure is never tried: ${failure}`)
  })
}

/**
 * If a user's event starts a call, repeating it immediately must not start another call that changes something, unless
 * no conflict is possible.
 */
function doubleClickProblems<TMachine extends AnyStateMachine, TWorld>(
  { untried }: ModelDescription<TMachine, TWorld>,
  { machine, edges }: Model,
): string[] {
  const isSafe = (id: string) => READS.test(id) || excuseFor(`${id} error: 409`, untried) !== undefined
  const stepper = createStepper(machine)
  const problems = [...edges.values()].flat().flatMap(({ event, label, before, after, effects }) => {
    const started = effects.flatMap((effect) => /^starts (.*)$/.exec(effect)?.[1] ?? []).filter((id) => !isSafe(id))
    if (event.type.startsWith('xstate.') || started.length === 0 || after.status !== 'active') return []
    const again = effectWords(stepper.step(after, event).trace)
    return started
      .filter((id) => again.includes(`starts ${id}`))
      .map((id) => `a double click of ${label} in ${stateLabel(before)} starts ${id} twice`)
  })
  return [...new Set(problems)]
}

/** Keys that name no state, event or actor, such as typos, which would never be checked. */
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
    .map((node) => `no description of what a user sees in "${statePath(node)}"`)
  const undone = chart.transitions
    .filter(({ id }) => excuseFor(id, all) === undefined)
    .flatMap(({ event }: ChartTransition) => {
      if (event === '' || event.startsWith('xstate.done.state.')) return []
      const outcome = outcomeOf(event)
      if (outcome)
        return browser.outcomes?.[outcome.id] ? [] : [`no description of how ${outcome.id} ends in the browser`]
      const delay = delayOf(event)
      if (delay !== undefined)
        return browser.delays?.[delay] ? [] : [`no description of how the delay ${delay} passes in the browser`]
      return Object.keys(cases)
        .filter((type) => isMatch(event, type) && !(type in browser.events))
        .map((type) => `no description of what a user does for ${type}`)
    })
  return [...unseen, ...new Set(undone)]
}
