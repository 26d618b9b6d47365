import { Alert, Anchor, Center, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ActorRefFrom } from 'xstate'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { Workflow } from '#machines/definition/workflow.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useAddress } from '#screens/use-address.ts'
import { useTold } from '#screens/use-told.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { LoadingMark } from '#ui/loading-mark/loading-mark.tsx'
import { catalog, workflowNamed } from '#workflows/catalog.ts'
import { writeChangesPlace } from '#workflows/compare/changes-place.ts'
import { type Looks, NOW, SEEN, workflowLooksMachine } from '#workflows/compare/comparison.ts'
import { dayText } from '#workflows/compare/day-text.ts'
import { ChartFrame, type ChartFrameHandle } from '#workflows/drawing/chart-frame.tsx'
import {
  type ChartViewerSnapshot,
  chartViewerMachine,
  selectChartPlace,
} from '#workflows/drawing/chart-viewer.machine.ts'
import { type MarksStore, useMarks, useMarksStore, usePutMarks } from '#workflows/drawing/marks-store.ts'
import { PrintedChart } from '#workflows/drawing/printed-chart.tsx'
import type { ChartDrawing } from '#workflows/layout/layout.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import type { ChartMarks } from '#workflows/model/chart-marks.ts'
import { chartNames } from '#workflows/model/chart-names.ts'
import { chartAddress } from './chart-address.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { searchChart } from './search-chart.ts'
import { CHART_VIEWS } from './views.ts'
import { WorkflowList } from './workflow-list.tsx'
import styles from './workflows-screen.module.css'

const book = chartAddress(
  catalog[0]?.name ?? '',
  CHART_VIEWS.map(({ id }) => id),
)

const selectHasFailed = (snapshot: ChartViewerSnapshot) => snapshot.hasTag('failed')
const selectContext = ({ context }: ChartViewerSnapshot) => context
const selectLooks = ({ context }: DetailsSnapshot<string, Looks>) => context
const NONE: readonly string[] = []

/** Renders a view's panel and its part of the main column, and shows its marks on the drawing while mounted. */
const Shown = ({
  store,
  marks,
  place,
  panel,
  main,
  slot,
  frame,
  isFollowing,
  drawing,
}: {
  readonly store: MarksStore
  readonly marks: ChartMarks | undefined
  readonly place: string | undefined
  readonly panel: ReactNode
  readonly main: ReactNode
  readonly slot: HTMLElement | null
  readonly frame: RefObject<ChartFrameHandle | null>
  readonly isFollowing: boolean
  readonly drawing: ChartDrawing | undefined
}) => {
  usePutMarks(store, marks)
  useEffect(() => {
    if (drawing && isFollowing && place !== undefined) frame.current?.keepInView(place)
  }, [drawing, isFollowing, place, frame])
  return (
    <>
      {panel}
      {main && slot && createPortal(main, slot)}
    </>
  )
}

const CHANGES_VIEW = 'changes'
const SEEN_TO_NOW = writeChangesPlace({ from: SEEN, to: NOW, isSideBySide: false })

/** Links to what changed since the user last looked at the workflow. */
const ChangedNote = ({ since, onShow }: { readonly since: number; readonly onShow: () => void }) => {
  const { timeZone } = useSession()
  return (
    <Alert color="orange" variant="light" py="xs" role="status">
      <Text fz="sm">
        {`Changed since you last looked on ${dayText(since, timeZone)}. `}
        <Anchor component="button" type="button" inherit onClick={onShow}>
          Show what changed
        </Anchor>
      </Text>
    </Alert>
  )
}

const OpenWorkflow = ({
  viewer,
  workflow,
  since,
}: {
  readonly viewer: ActorRefFrom<typeof chartViewerMachine>
  readonly workflow: Workflow
  /** When the user last looked, if the workflow has changed since. */
  readonly since: number | undefined
}) => {
  const { chosen, words, drawing, naming, view, detail, closed } = useSelector(viewer, selectContext)
  const hasFailed = useSelector(viewer, selectHasFailed)
  const frame = useRef<ChartFrameHandle>(null)
  const views = useRef<HTMLDivElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [printed, setPrinted] = useState<HTMLElement | null>(null)
  const [isFollowing, setFollowing] = useState(true)
  const store = useMarksStore()
  const marks = useMarks(store)
  const graphs = useMemo(
    () => ({
      words: toGraph(workflow.machine, chartNames(workflow, 'words')),
      code: toGraph(workflow.machine, chartNames(workflow, 'code')),
    }),
    [workflow],
  )
  const graph = graphs[naming]
  const names = useMemo(() => chartNames(workflow, naming), [workflow, naming])
  const found = useMemo(() => searchChart([graphs.words, graphs.code], words), [graphs, words])
  const choose = useCallback((id: string) => viewer.send({ type: 'state.choose', id }), [viewer])
  const toggle = useCallback((id: string) => viewer.send({ type: 'box.toggle', id }), [viewer])
  const chooseFromPanel = (id: string) => {
    choose(id)
    frame.current?.show(id)
  }
  // On a phone, some views are beside what fits.
  useEffect(() => {
    views.current?.querySelector(`[value="${view}"] + label`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [view])
  const stopFollowing = useCallback(() => setFollowing(false), [])
  const { View, drawsItself } = CHART_VIEWS.find(({ id }) => id === view) ?? CHART_VIEWS[0]
  return (
    <>
      <Stack gap="xs" className={styles.main} data-view={view}>
        <div>
          <Title order={2} fz="lg">
            {workflow.title}
          </Title>
          <Text fz="sm" c="dimmed">
            {graph.root.description}
          </Text>
        </div>
        {since !== undefined && view !== CHANGES_VIEW && (
          <ChangedNote
            since={since}
            onShow={() => {
              viewer.send({ type: 'view.open', view: CHANGES_VIEW })
              viewer.send({ type: 'detail.change', detail: SEEN_TO_NOW })
            }}
          />
        )}
        <SegmentedControl
          ref={views}
          className={styles.views}
          aria-label="View"
          size="xs"
          value={view}
          data={CHART_VIEWS.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => viewer.send({ type: 'view.open', view: id })}
        />
        <ChartToolbar viewer={viewer} workflow={workflow} graph={graph} found={found} marks={marks} frame={frame} />
        {hasFailed && !drawsItself && (
          <FailedToRead
            message="The workflow could not be drawn."
            onRetry={() => viewer.send({ type: 'drawing.retry' })}
          />
        )}
        {drawsItself ? null : drawing ? (
          <ChartFrame
            key={`${workflow.name} ${naming}`}
            handle={frame}
            drawing={drawing}
            title={workflow.title}
            chosen={chosen}
            found={found}
            marks={marks}
            onChoose={choose}
            onToggle={toggle}
            onMoveByHand={stopFollowing}
          />
        ) : (
          !hasFailed && (
            <Center h="50vh" aria-busy>
              <LoadingMark label="Drawing" />
            </Center>
          )
        )}
        <div ref={setSlot} />
      </Stack>
      {drawing && !drawsItself && <PrintedChart drawing={drawing} marks={marks} title={workflow.title} />}
      <div ref={setPrinted} className={styles.printed} />
      <aside className={styles.panel} aria-label={CHART_VIEWS.find(({ id }) => id === view)?.label}>
        <Suspense fallback={<LoadingMark />}>
          <View
            workflow={workflow}
            graph={graph}
            names={names}
            chosen={chosen}
            onChoose={chooseFromPanel}
            onShow={(id) => frame.current?.show(id)}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            detail={detail}
            onDetail={(next) => viewer.send({ type: 'detail.change', detail: next })}
            onOpen={(name, detail = '') => viewer.send({ type: 'workflow.open', name, detail })}
            own={{ frame, found, naming, closed, onToggle: toggle }}
            render={(shown) => (
              <>
                {printed && createPortal(shown.printed, printed)}
                <Shown
                  store={store}
                  marks={shown.marks}
                  place={shown.place}
                  panel={shown.panel}
                  main={shown.main}
                  slot={slot}
                  frame={frame}
                  isFollowing={isFollowing}
                  drawing={drawing}
                />
              </>
            )}
          />
        </Suspense>
      </aside>
    </>
  )
}

/** Every workflow of the portal, drawn from its live statechart. */
export const WorkflowsScreen = () => {
  const viewer = useActorRef(useProvided(chartViewerMachine), { input: book.read(window.location.search) })
  useAddress(viewer, selectChartPlace, book)
  const open = useSelector(viewer, ({ context }) => context.workflow)
  const workflow = workflowNamed(open)
  const looks = useActorRef(useProvided(workflowLooksMachine))
  useTold(looks, workflow && { type: 'details.open', subject: open })
  const { subject, data } = useSelector(looks, selectLooks)
  return (
    <Stack gap="sm">
      <Title order={1} className={styles.heading}>
        Workflows
      </Title>
      <div className={styles.page}>
        <WorkflowList
          open={open}
          changed={data?.changed ?? NONE}
          onOpen={(name) => viewer.send({ type: 'workflow.open', name })}
        />
        {workflow ? (
          <OpenWorkflow viewer={viewer} workflow={workflow} since={subject === open ? data?.since : undefined} />
        ) : (
          <Alert color="yellow" variant="light" role="alert">
            {`There is no workflow “${open}”. It may have been renamed or removed, or the link is incomplete. Choose another one from the list.`}
          </Alert>
        )}
      </div>
    </Stack>
  )
}
