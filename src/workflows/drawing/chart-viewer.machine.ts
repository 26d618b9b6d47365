/**
 * The workflow on screen: which statechart, in which view, which boxes are collapsed, which state is selected, and the
 * search. A change of the drawing starts a new layout, which cancels the pending one.
 */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import type { ChartDrawing } from '#workflows/layout/layout.ts'
import type { ChartMarks } from '#workflows/model/chart-marks.ts'

/** How a drawing is labeled: in plain words, or by the names in the code. */
export type ChartNaming = 'words' | 'code'

/** What the address encodes. */
export interface ChartPlace {
  /** A workflow's name in the catalog. */
  readonly workflow: string
  /** The view: what is drawn over the chart and shown next to it; '' for the plain chart. */
  readonly view: string
  /** The view's own state, in its own encoding. */
  readonly detail: string
  readonly naming: ChartNaming
  /** Ids of collapsed boxes. */
  readonly closed: readonly string[]
  /** The id of the selected state. */
  readonly chosen: string | undefined
  readonly words: string
}

export type DrawChartInput = Pick<ChartPlace, 'workflow' | 'naming' | 'closed'>

/** A workflow to export; the drawing is as shown, with its collapsed boxes. */
export interface DrawingFile extends Pick<ChartPlace, 'workflow' | 'naming'> {
  readonly drawing: ChartDrawing
  /** What the page highlights on it: pictures show it, and a spreadsheet has its numbers. */
  readonly marks: ChartMarks | undefined
  /** The ending of the file's name. */
  readonly format: 'svg' | 'png' | 'pdf' | 'mmd' | 'json' | 'scxml' | 'xlsx'
}

interface ChartViewerContext extends ChartPlace {
  readonly drawing: ChartDrawing | undefined
}

export type ChartViewerEvent =
  /** The address changed. */
  | { type: 'place.visit'; place: ChartPlace }
  | { type: 'workflow.open'; name: string; detail?: string }
  | { type: 'view.open'; view: string }
  | { type: 'detail.change'; detail: string }
  | { type: 'naming.choose'; naming: ChartNaming }
  | { type: 'box.toggle'; id: string }
  /** Collapses exactly these boxes. */
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
    takePlace: assign(({ event }) => {
      assertEvent(event, 'place.visit')
      return event.place
    }),
    openWorkflow: assign(({ event }) => {
      assertEvent(event, 'workflow.open')
      return { workflow: event.name, detail: event.detail ?? '', closed: [], chosen: undefined, drawing: undefined }
    }),
    openView: assign(({ event }) => {
      assertEvent(event, 'view.open')
      return { view: event.view, detail: '' }
    }),
    keepDetail: assign(({ event }) => {
      assertEvent(event, 'detail.change')
      return { detail: event.detail }
    }),
    chooseNaming: assign(({ event }) => {
      assertEvent(event, 'naming.choose')
      return { naming: event.naming }
    }),
    toggleBox: assign(({ context, event }) => {
      assertEvent(event, 'box.toggle')
      const others = context.closed.filter((id) => id !== event.id)
      return { closed: others.length < context.closed.length ? others : [...others, event.id] }
    }),
    closeBoxes: assign(({ event }) => {
      assertEvent(event, 'boxes.close')
      return { closed: event.ids }
    }),
    choose: assign(({ event }) => {
      assertEvent(event, 'state.choose')
      return { chosen: event.id }
    }),
    search: assign(({ event }) => {
      assertEvent(event, 'words.change')
      return { words: event.words }
    }),
    keepDrawing: assign((_, { drawing }: { drawing: ChartDrawing }) => ({ drawing })),
  },
}).createMachine({
  id: 'chartViewer',
  description: 'Shows the drawing of a workflow.',
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
      description: 'The drawing is being laid out; the previous one stays until then.',
      tags: 'busy',
      invoke: {
        id: 'drawChart',
        src: 'drawChart',
        input: ({ context: { workflow, naming, closed } }) => ({ workflow, naming, closed }),
        onDone: { target: 'shown', actions: { type: 'keepDrawing', params: ({ event }) => event.output } },
        onError: 'failed',
      },
    },
    shown: { description: 'The drawing is shown.' },
    failed: {
      description: 'The layout failed; the user can try again.',
      tags: 'failed',
      on: { 'drawing.retry': 'drawing' },
    },
  },
})

export type ChartViewerSnapshot = SnapshotFrom<typeof chartViewerMachine>

export const selectChartPlace = ({ context: { drawing: _, ...place } }: ChartViewerSnapshot): ChartPlace => place
