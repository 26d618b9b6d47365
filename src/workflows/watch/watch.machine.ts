/**
 * Watches the machines of a tab: this one or another of the same browser. Until the user chooses, it finds a running
 * machine of the drawn workflow by itself, and the next one when that ends. The view is live, or paused at a step while the
 * tab's machines keep running and their steps are recorded.
 */
import { assertEvent, assign, fromCallback, type SnapshotFrom, sendTo, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import { WATCH_ID } from '#workflows/recording/watch-id.ts'
import type { StepDetails, WatchedMachine, WatchedStep, WatchedTab, WatchReport } from '#workflows/recording/watched.ts'
import { type Listing, lastListed, listedSteps, stepFrom, withReport } from '#workflows/steps/listed-steps.ts'
import { findMachine, informed } from './found-machine.ts'

export interface TabOf {
  /** The id of the watched tab; '' for this one. */
  readonly tab: string
}

interface WatchInput extends TabOf {
  /** The id of the drawn statechart. */
  readonly statechart: string
  /** Whether to find a running machine of it in any tab. */
  readonly isAutomatic: boolean
}

interface WatchContext extends WatchInput, Listing {
  /** Tabs whose machines can be watched now. */
  readonly tabs: readonly WatchedTab[]
  readonly machines: readonly WatchedMachine[]
  readonly details: StepDetails | undefined
}

export type WatchEvent =
  /** Tabs were opened, closed, or navigated. */
  | { type: 'tabs.change'; tabs: readonly WatchedTab[] }
  | { type: 'report.come'; report: WatchReport }
  /** Another workflow is drawn, or the choice is left to the watch. */
  | { type: 'workflow.show'; statechart: string; isAutomatic: boolean }
  | { type: 'tab.choose'; tab: string; machine: string | undefined }
  | { type: 'machine.choose'; machine: string | undefined }
  | { type: 'watch.pause' }
  | { type: 'watch.goOn' }
  | { type: 'step.choose'; number: number }
  | { type: 'step.back' }
  | { type: 'step.forward' }
  /** Go to the latest step so far. */
  | { type: 'step.last' }
  | { type: 'steps.clear' }

/** Moves to a machine in another tab, or to one in the same. */
const find = [
  { guard: 'isFoundElsewhere', target: '.watched', actions: 'takeFound' },
  { actions: 'takeFound' },
] as const

/** 0 before the first step. */
const lastNumber = (steps: readonly WatchedStep[]): number => steps.at(-1)?.number ?? 0

const isTabIn = (tabs: readonly WatchedTab[], tab: string): boolean => tabs.some(({ id }) => id === tab)

export const watchMachine = setup({
  types: {
    context: {} as WatchContext,
    events: {} as WatchEvent,
    input: {} as WatchInput,
    tags: {} as Tag,
  },
  actors: {
    /** Reports open tabs with `tabs.change`. */
    findTabs: fromCallback<WatchEvent>(() => {
      throw new Error('No findTabs was provided')
    }),
    /** Reports what happens in a tab with `report.come`; takes `steps.clear`. */
    followTab: fromCallback<{ type: 'steps.clear' }, TabOf>(() => {
      throw new Error('No followTab was provided')
    }),
    readStep: notProvided<StepDetails, TabOf & { readonly number: number }>('readStep'),
  },
  delays: {
    /** An open tab responds sooner. */
    joinPatience: 5_000,
  },
  guards: {
    isFoundElsewhere: ({ context, event }) => {
      const found = findMachine(informed(context, event))
      return found !== undefined && found.tab !== context.tab
    },
    hasTabLeft: ({ context, event }) =>
      event.type === 'tabs.change' &&
      isTabIn(context.tabs, context.tab) &&
      !isTabIn(event.tabs, context.tab) &&
      findMachine(informed(context, event)) === undefined,
    isTabBack: ({ context, event }) => event.type === 'tabs.change' && isTabIn(event.tabs, context.tab),
    isListed: ({ context, event }) =>
      event.type === 'step.choose' && listedSteps(context).some(({ number }) => number === event.number),
    hasChosen: ({ context }) => context.chosen !== undefined,
    hasEarlier: ({ context }) => stepFrom(context, -1) !== undefined,
    hasLater: ({ context }) => stepFrom(context, 1) !== undefined,
    hasNews: ({ context }) => context.chosen !== lastListed({ ...context, until: undefined }),
    hasSteps: ({ context }) => context.steps.length > 0,
  },
  actions: {
    /** Takes what the event says, and the machine that it leads to, if any. */
    takeFound: assign(({ context, event }) => {
      const { tabs, statechart, isAutomatic, machine } = informed(context, event)
      const found = findMachine(informed(context, event))
      return {
        ...{ tabs, statechart, isAutomatic, machine: found?.machine ?? machine },
        ...(found && found.tab !== context.tab && { tab: found.tab, machines: [], steps: [] }),
      }
    }),
    takeTab: assign(({ event }) => {
      assertEvent(event, 'tab.choose')
      return { tab: event.tab, machines: [], steps: [], machine: event.machine, isAutomatic: false }
    }),
    takeReport: assign(({ context, event }) => {
      assertEvent(event, 'report.come')
      return withReport(context, event.report)
    }),
    takeMachine: assign(({ event }) => {
      assertEvent(event, 'machine.choose')
      return { machine: event.machine, isAutomatic: false }
    }),
    pause: assign({ until: ({ context: { until, steps } }) => until ?? lastNumber(steps) }),
    pauseAtLast: assign({ until: ({ context: { steps } }) => lastNumber(steps) }),
    chooseLast: assign({ chosen: ({ context }) => lastListed(context) }),
    chooseStep: assign(({ event }) => {
      assertEvent(event, 'step.choose')
      return { chosen: event.number }
    }),
    chooseEarlier: assign({ chosen: ({ context }) => stepFrom(context, -1) }),
    chooseLater: assign({ chosen: ({ context }) => stepFrom(context, 1) }),
    follow: assign({ until: undefined, chosen: undefined, details: undefined }),
    keepDetails: assign((_, { details }: { details: StepDetails }) => ({ details })),
    dropDetails: assign({ details: undefined }),
    dropSteps: assign({ steps: [] }),
    clearSteps: sendTo('followTab', { type: 'steps.clear' }),
  },
}).createMachine({
  id: WATCH_ID,
  description: 'Watches the machines that run in a tab.',
  context: ({ input }) => ({
    ...input,
    tabs: [],
    machines: [],
    steps: [],
    machine: undefined,
    until: undefined,
    chosen: undefined,
    details: undefined,
  }),
  invoke: { id: 'findTabs', src: 'findTabs' },
  type: 'parallel',
  states: {
    tab: {
      description: 'The watched tab.',
      initial: 'watched',
      on: {
        'tab.choose': { target: '.watched', actions: 'takeTab' },
        'tabs.change': find,
        'workflow.show': find,
        'watch.goOn': find,
      },
      states: {
        watched: {
          description: 'The tab reports what its machines do.',
          invoke: { id: 'followTab', src: 'followTab', input: ({ context: { tab } }) => ({ tab }) },
          initial: 'joining',
          states: {
            joining: {
              description: 'The tab is asked for its recorded steps.',
              tags: 'busy',
              on: { 'report.come': { target: 'following', actions: 'takeReport' } },
              after: { joinPatience: '#watch.tab.gone' },
            },
            following: {
              description: 'The recorded steps are loaded; new ones arrive as they happen.',
              on: {
                'report.come': { actions: 'takeReport' },
                'tabs.change': { guard: 'hasTabLeft', target: '#watch.tab.gone', actions: 'takeFound' },
                'steps.clear': { guard: 'hasSteps', actions: 'clearSteps' },
              },
            },
          },
        },
        gone: {
          description: 'The tab was closed or its user signed out. Its steps stay on screen.',
          tags: 'failed',
          on: {
            'tabs.change': { guard: 'isTabBack', target: 'watched', actions: 'takeFound' },
            'steps.clear': { guard: 'hasSteps', actions: 'dropSteps' },
          },
        },
      },
    },
    view: {
      description: 'What the view shows.',
      initial: 'live',
      on: {
        'tab.choose': '.live',
        'steps.clear': { guard: 'hasSteps', target: '.live' },
      },
      states: {
        live: {
          description: 'The drawing and the list are live.',
          entry: 'follow',
          on: {
            'machine.choose': { actions: 'takeMachine' },
            'watch.pause': { target: 'paused', actions: ['pause', 'chooseLast'] },
            'step.choose': { guard: 'isListed', target: 'paused', actions: ['pause', 'chooseStep'] },
            'step.back': { guard: 'hasEarlier', target: 'paused', actions: ['pause', 'chooseEarlier'] },
          },
        },
        paused: {
          description: 'The view is paused at a step; new steps are recorded.',
          initial: 'deciding',
          on: {
            'watch.goOn': 'live',
            'machine.choose': { target: '.deciding', actions: ['takeMachine', 'chooseLast'] },
            'step.choose': { guard: 'isListed', target: '.deciding', actions: 'chooseStep' },
            'step.back': { guard: 'hasEarlier', target: '.deciding', actions: 'chooseEarlier' },
            'step.forward': { guard: 'hasLater', target: '.deciding', actions: 'chooseLater' },
            'step.last': { guard: 'hasNews', target: '.deciding', actions: ['pauseAtLast', 'chooseLast'] },
          },
          states: {
            deciding: {
              description: 'Checks whether a step is selected.',
              entry: 'dropDetails',
              always: [{ guard: 'hasChosen', target: 'reading' }, { target: 'nothing' }],
            },
            nothing: { description: 'There was no step before the pause.' },
            reading: {
              description: "The step's details are loading.",
              tags: 'busy',
              invoke: {
                id: 'readStep',
                src: 'readStep',
                input: ({ context: { tab, chosen = 0 } }) => ({ tab, number: chosen }),
                onDone: {
                  target: 'shown',
                  actions: { type: 'keepDetails', params: ({ event }) => ({ details: event.output }) },
                },
                onError: 'forgotten',
              },
            },
            shown: { description: "The step's event, context and calls are shown." },
            forgotten: {
              description: "The tab dropped the step's details, or it was closed.",
              tags: 'failed',
            },
          },
        },
      },
    },
  },
})

export type WatchSnapshot = SnapshotFrom<typeof watchMachine>

/** The listed steps, oldest first. */
export const selectListed = ({ context }: WatchSnapshot): readonly WatchedStep[] => listedSteps(context)

/** The step shown in the drawing: the selected one, or the last listed. */
export const selectShownStep = ({ context }: WatchSnapshot): WatchedStep | undefined => {
  const steps = listedSteps(context)
  return context.chosen === undefined ? steps.at(-1) : steps.find(({ number }) => number === context.chosen)
}
