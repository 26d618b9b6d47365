import { Group, Text } from '@mantine/core'
import { type RefObject, useImperativeHandle, useMemo, useRef } from 'react'
import { ChartFrame, type ChartFrameHandle } from '#workflows/drawing/chart-frame.tsx'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { changeMarks } from './change-marks.ts'
import styles from './changes.module.css'
import type { Comparison, DrawnVersion } from './comparison.ts'

/** Side by side, each drawing has half the width. */
const SMALLEST_BESIDE = 0.65

interface DrawnProps {
  readonly drawn: DrawnVersion
  readonly title: string
  readonly handle: RefObject<ChartFrameHandle | null>
  readonly chosen: string | undefined
  readonly found: ReadonlySet<string>
  readonly onChoose: (id: string) => void
  readonly onToggle: (id: string) => void
  readonly smallestStart?: number
}

const Drawn = ({ drawn, ...props }: DrawnProps) => {
  const marks = useMemo(() => changeMarks(drawn), [drawn])
  return <ChartFrame {...props} drawing={drawn.drawing} marks={marks} />
}

const Legend = () => (
  <Group gap="md" component="p" m={0} className={styles.legend} role="note" aria-label="Legend">
    <span data-kind="added">+ added</span>
    <span data-kind="removed">− removed</span>
    <span data-kind="changed">~ changed</span>
  </Group>
)

export interface Frames {
  readonly from: RefObject<ChartFrameHandle | null>
  readonly to: RefObject<ChartFrameHandle | null>
}

interface Props extends Omit<DrawnProps, 'drawn' | 'handle' | 'found'> {
  readonly comparison: Comparison
  /** What the page's toolbar controls: both frames, if there are two. */
  readonly frame: ChartViewProps['own']['frame']
  readonly frames: Frames
  readonly found: { readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> }
  readonly labels: { readonly from: string; readonly to: string }
}

const Missing = ({ label }: { readonly label: string }) => (
  <Text fz="sm" c="dimmed">
    {`This workflow does not exist in this version (${label}).`}
  </Text>
)

/** The two versions in one drawing or side by side. */
export const DrawnVersions = ({ comparison, frame, frames, found, labels, title, ...props }: Props) => {
  const single = useRef<ChartFrameHandle>(null)
  const { overlay, sides } = comparison
  useImperativeHandle(frame, () => {
    const all = (act: (handle: ChartFrameHandle) => void) => {
      for (const each of [single, frames.from, frames.to]) if (each.current) act(each.current)
    }
    return {
      zoomIn: () => all(({ zoomIn }) => zoomIn()),
      zoomOut: () => all(({ zoomOut }) => zoomOut()),
      showAll: () => all(({ showAll }) => showAll()),
      fullSize: () => all(({ fullSize }) => fullSize()),
      show: (id) => all(({ show }) => show(id)),
      keepInView: (id) => all(({ keepInView }) => keepInView(id)),
    }
  })
  if (overlay)
    return (
      <>
        <Legend />
        <Drawn {...props} drawn={overlay} title={title} handle={single} found={found.to} />
      </>
    )
  return (
    <>
      <Legend />
      <div className={styles.sides}>
        <section aria-label={`Older: ${labels.from}`}>
          <Text fz="sm" fw={600} mb={4}>
            {labels.from}
          </Text>
          {sides?.from ? (
            <Drawn
              {...props}
              smallestStart={SMALLEST_BESIDE}
              drawn={sides.from}
              title={`${title}, ${labels.from}`}
              handle={frames.from}
              found={found.from}
            />
          ) : (
            <Missing label={labels.from} />
          )}
        </section>
        <section aria-label={`Newer: ${labels.to}`}>
          <Text fz="sm" fw={600} mb={4}>
            {labels.to}
          </Text>
          {sides?.to ? (
            <Drawn
              {...props}
              smallestStart={SMALLEST_BESIDE}
              drawn={sides.to}
              title={`${title}, ${labels.to}`}
              handle={frames.to}
              found={found.to}
            />
          ) : (
            <Missing label={labels.to} />
          )}
        </section>
      </div>
    </>
  )
}
