import { Button, Group, Menu, Switch, Text, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { KeyboardEvent, RefObject } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Workflow } from '#machines/definition/workflow.ts'
import { useProvided } from '#screens/provided.tsx'
import { useDownloadMachine } from '#screens/use-download.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconArrowsMaximize } from '#ui/icons/arrows-maximize.ts'
import { IconDownload } from '#ui/icons/download.ts'
import { IconMaximize } from '#ui/icons/maximize.ts'
import { IconMinus } from '#ui/icons/minus.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import { IconPrinter } from '#ui/icons/printer.ts'
import { IconSearch } from '#ui/icons/search.ts'
import { oneTabStopAcross } from '#ui/one-tab-stop.ts'
import { workflowDrawingMachine } from '#workflows/counts/workflow-records.ts'
import type { ChartFrameHandle } from '#workflows/drawing/chart-frame.tsx'
import type { ChartViewerSnapshot, chartViewerMachine, DrawingFile } from '#workflows/drawing/chart-viewer.machine.ts'
import { type ChartGraph, type GraphState, statesIn } from '#workflows/model/chart-graph.ts'
import type { ChartMarks } from '#workflows/model/chart-marks.ts'
import styles from './chart-toolbar.module.css'
import { statesFound } from './search-chart.ts'

interface Props {
  readonly viewer: ActorRefFrom<typeof chartViewerMachine>
  readonly workflow: Workflow
  readonly graph: ChartGraph
  readonly found: ReadonlySet<string>
  readonly marks: ChartMarks | undefined
  readonly frame: RefObject<ChartFrameHandle | null>
}

const boxesOf = (root: GraphState): string[] =>
  statesIn(root).flatMap(({ id, children }) => (id !== root.id && children.length > 0 ? [id] : []))

const selectWords = ({ context }: ChartViewerSnapshot) => context.words
const selectChosen = ({ context }: ChartViewerSnapshot) => context.chosen
const selectClosed = ({ context }: ChartViewerSnapshot) => context.closed
const selectNaming = ({ context }: ChartViewerSnapshot) => context.naming
const selectDrawing = ({ context }: ChartViewerSnapshot) => context.drawing

/** Enter moves to the next state found, in turn. */
const Search = ({ viewer, graph, found, frame }: Props) => {
  const words = useSelector(viewer, selectWords)
  const chosen = useSelector(viewer, selectChosen)
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const states = statesFound(graph, found)
    const next = states[(chosen === undefined ? -1 : states.indexOf(chosen)) + 1] ?? states[0]
    if (next === undefined) return
    viewer.send({ type: 'state.choose', id: next })
    frame.current?.show(next)
  }
  return (
    <>
      <TextInput
        className={styles.search}
        aria-label="Find a state or event"
        placeholder="Find a state or event"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={words}
        onChange={({ currentTarget: { value } }) => viewer.send({ type: 'words.change', words: value })}
        onKeyDown={goOn}
      />
      <Text fz="sm" c="dimmed" role="status" className={styles.found}>
        {words.trim() !== '' && (found.size === 0 ? 'No results' : `${found.size} found`)}
      </Text>
    </>
  )
}

/** What the files are for, by format. */
const FORMATS: readonly (readonly [DrawingFile['format'], label: string, hint: string])[] = [
  ['svg', 'SVG', 'the drawing, sharp at any size'],
  ['png', 'PNG', 'the drawing as a picture'],
  ['pdf', 'PDF', 'the drawing, on one page'],
  ['xlsx', 'Excel', 'a table of what can happen'],
  ['mmd', 'Mermaid', 'a drawing in text'],
  ['json', 'XState JSON', 'for Stately and XState'],
  ['scxml', 'SCXML', 'for other statechart tools'],
]

const Files = ({ viewer, workflow, marks }: Pick<Props, 'viewer' | 'workflow' | 'marks'>) => {
  const drawing = useSelector(viewer, selectDrawing)
  const naming = useSelector(viewer, selectNaming)
  const { isRunning, start, failure } = useDownloadMachine(useProvided(workflowDrawingMachine), 'Download')
  return (
    <>
      <Menu withinPortal={false}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconDownload size={14} stroke={1.7} aria-hidden />}>
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FORMATS.map(([format, label, hint]) => (
            <Menu.Item
              key={format}
              disabled={!drawing || isRunning}
              onClick={() => drawing && start({ workflow: workflow.name, naming, drawing, marks, format })}
            >
              {label}{' '}
              <Text span fz="xs" c="dimmed">
                {hint}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {failure}
    </>
  )
}

/** Actions on the whole drawing. */
export const ChartToolbar = (props: Props) => {
  const { viewer, graph, frame } = props
  const closed = useSelector(viewer, selectClosed)
  const naming = useSelector(viewer, selectNaming)
  const boxes = boxesOf(graph.root)
  return (
    <div className={styles.toolbar}>
      <Search {...props} />
      <Group gap="xs" role="toolbar" aria-label="Drawing" ref={oneTabStopAcross}>
        <Group gap={2} wrap="nowrap">
          <IconAction label="Zoom in" icon={IconPlus} onClick={() => frame.current?.zoomIn()} />
          <IconAction label="Zoom out" icon={IconMinus} onClick={() => frame.current?.zoomOut()} />
          <IconAction label="Zoom to fit" icon={IconMaximize} onClick={() => frame.current?.showAll()} />
          <IconAction label="Actual size" icon={IconArrowsMaximize} onClick={() => frame.current?.fullSize()} />
          <IconAction label="Print" icon={IconPrinter} onClick={() => window.print()} />
        </Group>
        {boxes.length > 0 && (
          <Button
            variant="default"
            size="xs"
            onClick={() => viewer.send({ type: 'boxes.close', ids: closed.length > 0 ? [] : boxes })}
          >
            {closed.length > 0 ? 'Expand all' : 'Collapse all'}
          </Button>
        )}
        <Files {...props} />
        <Switch
          label="Show code names"
          checked={naming === 'code'}
          onChange={({ currentTarget: { checked } }) =>
            viewer.send({ type: 'naming.choose', naming: checked ? 'code' : 'words' })
          }
        />
      </Group>
    </div>
  )
}
