/**
 * The workflow that is looked at: which statechart, in which view, which of its boxes are closed, what is chosen in it,
 * what is searched for. What changes the drawing has it laid out anew; a drawing that a newer one replaces is given up.
 */
import { assign, type SnapshotFrom, setup } from 'xstate'
import type { ChartDrawing } from '../chart/layout.ts'
import { notProvided } from '../common/not-provided.ts'
import type { Tag } from '../tags.ts'

/** How the parts of a drawing are called: in words, or as in the code. */
export type ChartNaming = 'words' | 'code'

/** What the address says. */
export interface ChartPlace {
  /** A name of the catalogue. */
  readonly workflow: string
  /** What is laid over the drawing and shown beside it; '' for what it is in itself. */
  readonly view: string
  /** What the view keeps, in its own words. */
  readonly detail: string
  readonly naming: ChartNaming
  /** Ids of boxes whose contents are hidden. */
  readonly closed: readonly string[]
  /** The id of the state that is read about. */
  readonly chosen: string | undefined
  readonly words: string
}

export type DrawChartInput = Pick<ChartPlace, 'workflow' | 'naming' | 'closed'>

/** A drawing that is wanted as a file. */
export interface DrawingFile {
  readonly drawing: ChartDrawing
  readonly title: string
  readonly format: 'SVG' | 'PNG'
}

interface ChartViewerContext extends ChartPlace {
  readonly drawing: ChartDrawing | undefined
}

export type ChartViewerEvent =
  /** The address has changed. */
  | { type: 'place.visit'; place: ChartPlace }
  | { type: 'workflow.open'; name: string }
  | { type: 'view.open'; view: string }
  | { type: 'detail.change'; detail: string }
  | { type: 'naming.choose'; naming: ChartNaming }
  | { type: 'box.toggle'; id: string }
  /** These and no others are to be closed. */
  | { type: 'boxes.close'; ids: readonly string[] }
  | { type: 'state.choose'; id: string | undefined }
  | { type: 'words.change'; words: string }
  | { type: 'drawing.retry' }

const isSameDrawing = (one: DrawChartInput, other: DrawChartInput): boolean =>
  one.workflow === other.workflow &&
  one.naming === other.naming &&
  one.closed.length === other.closed.length &&
  one.closed.every((id) => other.closed.includes(id))

export const chartViewerMachine = setup({
  types: {
    context: {} as ChartViewerContext,
    events: {} as ChartViewerEvent,
    input: {} as ChartPlace,
    tags: {} as Tag,
  },
  actors: { drawChart: notProvided<{ drawing: ChartDrawing }, DrawChartInput>('drawChart') },
  guards: {
    isDrawn: ({ context, event }) => event.type === 'place.visit' && isSameDrawing(context, event.place),
  },
  actions: {
    takePlace: assign(({ context, event }) => (event.type === 'place.visit' ? event.place : context)),
    openWorkflow: assign(({ context, event }) =>
      event.type === 'workflow.open'
        ? { workflow: event.name, detail: '', closed: [], chosen: undefined, drawing: undefined }
        : context,
    ),
    openView: assign(({ context, event }) => (event.type === 'view.open' ? { view: event.view, detail: '' } : context)),
    keepDetail: assign(({ context, event }) => (event.type === 'detail.change' ? { detail: event.detail } : context)),
    chooseNaming: assign(({ context, event }) => (event.type === 'naming.choose' ? { naming: event.naming } : context)),
    toggleBox: assign(({ context, event }) => {
      if (event.type !== 'box.toggle') return context
      const others = context.closed.filter((id) => id !== event.id)
      return { closed: others.length < context.closed.length ? others : [...others, event.id] }
    }),
    closeBoxes: assign(({ context, event }) => (event.type === 'boxes.close' ? { closed: event.ids } : context)),
    choose: assign(({ context, event }) => (event.type === 'state.choose' ? { chosen: event.id } : context)),
    search: assign(({ context, event }) => (event.type === 'words.change' ? { words: event.words } : context)),
    keepDrawing: assign((_, { drawing }: { drawing: ChartDrawing }) => ({ drawing })),
  },
}).createMachine({
  id: 'chartViewer',
  description: 'A workflow, drawn to be looked at.',
  context: ({ input }) => ({ ...input, drawing: undefined }),
  initial: 'drawing',
  on: {
    'place.visit': [
      { guard: 'isDrawn', actions: 'takePlace' },
      { target: '.drawing', actions: 'takePlace' },
    ],
    'workflow.open': { target: '.drawing', actions: 'openWorkflow' },
    'view.open': { actions: 'openView' },
    'detail.change': { actions: 'keepDetail' },
    'naming.choose': { target: '.drawing', actions: 'chooseNaming' },
    'box.toggle': { target: '.drawing', actions: 'toggleBox' },
    'boxes.close': { target: '.drawing', actions: 'closeBoxes' },
    'state.choose': { actions: 'choose' },
    'words.change': { actions: 'search' },
  },
  states: {
    drawing: {
      description: 'Boxes and arrows are being laid out; the drawing before stays until then.',
      tags: 'busy',
      invoke: {
        id: 'drawChart',
        src: 'drawChart',
        input: ({ context: { workflow, naming, closed } }) => ({ workflow, naming, closed }),
        onDone: { target: 'shown', actions: { type: 'keepDrawing', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    shown: { description: 'The drawing can be looked at.' },
    failed: {
      description: 'It could not be laid out; another try can be made.',
      tags: 'failed',
      on: { 'drawing.retry': 'drawing' },
    },
  },
})

export type ChartViewerSnapshot = SnapshotFrom<typeof chartViewerMachine>

export const selectChartPlace = ({ context: { drawing: _, ...place } }: ChartViewerSnapshot): ChartPlace => place
