/**
 * Watching the machines of a tab: this one or another of the same browser. The view follows what happens, or it stands at
 * a step while the tab's machines go on and what they do is remembered.
 */
import { assign, fromCallback, type SnapshotFrom, sendTo, setup } from 'xstate'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'
import { type Listing, lastListed, listedSteps, stepFrom, withReport } from './listed-steps.ts'
import { WATCH_ID } from './watch-id.ts'
import type { StepDetails, WatchedMachine, WatchedStep, WatchedTab, WatchReport } from './watched.ts'

export interface TabOf {
  /** The id of the tab that is watched; '' for the one that this runs in. */
  readonly tab: string
}

interface WatchContext extends TabOf, Listing {
  /** Those in which machines can be watched now. */
  readonly tabs: readonly WatchedTab[]
  readonly machines: readonly WatchedMachine[]
  readonly details: StepDetails | undefined
}

export type WatchEvent =
  /** Tabs were opened, closed, or went to another page. */
  | { type: 'tabs.change'; tabs: readonly WatchedTab[] }
  | { type: 'report.come'; report: WatchReport }
  | { type: 'tab.choose'; tab: string }
  | { type: 'machine.choose'; machine: string | undefined }
  | { type: 'watch.pause' }
  | { type: 'watch.goOn' }
  | { type: 'step.choose'; number: number }
  | { type: 'step.back' }
  | { type: 'step.forward' }
  /** To the last that happened by now. */
  | { type: 'step.last' }
  | { type: 'steps.clear' }

const isTabIn = (tabs: readonly WatchedTab[], tab: string): boolean => tabs.some(({ id }) => id === tab)

export const watchMachine = setup({
  types: {
    context: {} as WatchContext,
    events: {} as WatchEvent,
    input: {} as TabOf,
    tags: {} as Tag,
  },
  actors: {
    /** Tells of the tabs by `tabs.change`. */
    findTabs: fromCallback<WatchEvent>(() => {
      throw new Error('No findTabs was provided')
    }),
    /** Tells what happens in a tab by `report.come`; takes `steps.clear`. */
    followTab: fromCallback<{ type: 'steps.clear' }, TabOf>(() => {
      throw new Error('No followTab was provided')
    }),
    readStep: notProvided<StepDetails, TabOf & { readonly number: number }>('readStep'),
  },
  delays: {
    /** A tab that is there answers sooner. */
    joinPatience: 5_000,
  },
  guards: {
    hasTabLeft: ({ context, event }) =>
      event.type === 'tabs.change' && isTabIn(context.tabs, context.tab) && !isTabIn(event.tabs, context.tab),
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
    takeTabs: assign(({ event }) => (event.type === 'tabs.change' ? { tabs: event.tabs } : {})),
    takeTab: assign(({ event }) =>
      event.type === 'tab.choose' ? { tab: event.tab, machines: [], steps: [], machine: undefined } : {},
    ),
    takeReport: assign(({ context, event }) => (event.type === 'report.come' ? withReport(context, event.report) : {})),
    takeMachine: assign(({ event }) => (event.type === 'machine.choose' ? { machine: event.machine } : {})),
    stand: assign({ until: ({ context }) => context.until ?? context.steps.at(-1)?.number }),
    standAtLast: assign({ until: ({ context }) => context.steps.at(-1)?.number }),
    chooseLast: assign({ chosen: ({ context }) => lastListed(context) }),
    chooseStep: assign({
      chosen: ({ context, event }) => (event.type === 'step.choose' ? event.number : context.chosen),
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
  description: 'The machines that run in a tab are being watched.',
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
      description: 'The tab whose machines are watched.',
      initial: 'watched',
      on: { 'tab.choose': { target: '.watched', actions: 'takeTab' } },
      states: {
        watched: {
          description: 'It tells what its machines do.',
          invoke: { id: 'followTab', src: 'followTab', input: ({ context: { tab } }) => ({ tab }) },
          initial: 'joining',
          states: {
            joining: {
              description: 'It was asked what it remembers.',
              tags: 'busy',
              on: {
                'report.come': { target: 'following', actions: 'takeReport' },
                'tabs.change': { actions: 'takeTabs' },
              },
              after: { joinPatience: '#watch.tab.gone' },
            },
            following: {
              description: 'What it remembers is here, and its news come by themselves.',
              on: {
                'report.come': { actions: 'takeReport' },
                'tabs.change': [
                  { guard: 'hasTabLeft', target: '#watch.tab.gone', actions: 'takeTabs' },
                  { actions: 'takeTabs' },
                ],
                'steps.clear': { guard: 'hasSteps', actions: 'clearSteps' },
              },
            },
          },
        },
        gone: {
          description: 'It was closed, or nobody is signed in there: what it told stays to be read.',
          tags: 'failed',
          on: {
            'tabs.change': [{ guard: 'isTabBack', target: 'watched', actions: 'takeTabs' }, { actions: 'takeTabs' }],
            'steps.clear': { guard: 'hasSteps', actions: 'dropSteps' },
          },
        },
      },
    },
    view: {
      description: 'What of it is looked at.',
      initial: 'live',
      on: {
        'tab.choose': '.live',
        'steps.clear': { guard: 'hasSteps', target: '.live' },
      },
      states: {
        live: {
          description: 'The drawing and the list follow what happens.',
          entry: 'follow',
          on: {
            'machine.choose': { actions: 'takeMachine' },
            'watch.pause': { target: 'standing', actions: ['stand', 'chooseLast'] },
            'step.choose': { guard: 'isListed', target: 'standing', actions: ['stand', 'chooseStep'] },
            'step.back': { guard: 'hasEarlier', target: 'standing', actions: ['stand', 'chooseEarlier'] },
          },
        },
        standing: {
          description: 'The view stands at a step; what happens meanwhile is remembered.',
          initial: 'deciding',
          on: {
            'watch.goOn': 'live',
            'machine.choose': { target: '.deciding', actions: ['takeMachine', 'chooseLast'] },
            'step.choose': { guard: 'isListed', target: '.deciding', actions: 'chooseStep' },
            'step.back': { guard: 'hasEarlier', target: '.deciding', actions: 'chooseEarlier' },
            'step.forward': { guard: 'hasLater', target: '.deciding', actions: 'chooseLater' },
            'step.last': { guard: 'hasNews', target: '.deciding', actions: ['standAtLast', 'chooseLast'] },
          },
          states: {
            deciding: {
              description: 'Is there a step to look at?',
              entry: 'dropDetails',
              always: [{ guard: 'hasChosen', target: 'reading' }, { target: 'nothing' }],
            },
            nothing: { description: 'Nothing had happened until then.' },
            reading: {
              description: 'What the step held is being asked of the tab.',
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
            shown: { description: 'What the step held is shown: its event, what the machine knew, its calls.' },
            forgotten: {
              description: 'The tab no longer remembers what the step held, or it was closed.',
              tags: 'failed',
            },
          },
        },
      },
    },
  },
})

export type WatchSnapshot = SnapshotFrom<typeof watchMachine>

/** The steps that are listed, the oldest first. */
export const selectListed = ({ context }: WatchSnapshot): readonly WatchedStep[] => listedSteps(context)

/** The step that the drawing shows: the chosen one, or the last of the list. */
export const selectShownStep = ({ context }: WatchSnapshot): WatchedStep | undefined => {
  const steps = listedSteps(context)
  return context.chosen === undefined ? steps.at(-1) : steps.find(({ number }) => number === context.chosen)
}
