import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { MiniMap, type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { moveByKey } from '#ui/key-moves.ts'
import type { ChartDrawing, Point } from '#workflows/layout/layout.ts'
import { ChartCanvas, type ChartCanvasProps } from './chart-canvas.tsx'
import styles from './chart-frame.module.css'

/** Controls the position and zoom of the drawing. */
export interface ChartFrameHandle {
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  /** Fits the whole drawing, however small that makes it. */
  readonly showAll: () => void
  readonly fullSize: () => void
  /** Scrolls a state or transition into view. */
  readonly show: (id: string) => void
  /** Scrolls a state into view unless it is. */
  readonly keepInView: (id: string) => void
}

interface Props extends ChartCanvasProps {
  readonly handle: Ref<ChartFrameHandle>
  /** The smallest scale at which the drawing opens; a smaller one shows more of it in a narrow frame. */
  readonly smallestStart?: number
  /** The user panned or zoomed, rather than a view. */
  readonly onMoveByHand?: () => void
}

/** Pixels per arrow key press. */
const STEP = 60
/** Small enough for the largest drawing on a phone. */
const SMALLEST = 0.05
/** The smallest readable scale: a drawing that doesn't fit at it opens cropped. */
const SMALLEST_START = 0.9
const LARGEST = 2.5
/** Space above the start of a cropped drawing, in pixels. */
const ABOVE_START = 90
/** Space above the box that the start is in, in pixels. */
const ABOVE_BOX = 12

/** As close to the wanted position as the drawing's edges allow; centered if it fits. */
const along = (room: number, size: number, wanted: number): number =>
  room > size ? (room - size) / 2 : Math.min(0, Math.max(room - size, wanted))

/** The top of the innermost box around a start, if the start is still in view with it. */
const topAround = ({ states }: ChartDrawing, start: Point, reach: number): number | undefined => {
  const around = states
    .filter(
      ({ isOpen, x, y, width, height }) =>
        isOpen && x <= start.x && start.x <= x + width && y <= start.y && start.y <= y + height,
    )
    .at(-1)
  return around && start.y - around.y < reach ? around.y : undefined
}

/** The largest scale at which the whole drawing fits, up to its actual size. */
const fitOf = (frame: HTMLElement, { width, height }: ChartDrawing): number =>
  Math.min(1, frame.clientWidth / width, frame.clientHeight / height)

const showWhole = (canvas: ReactZoomPanPinchRef, drawing: ChartDrawing) => {
  const frame = canvas.instance.wrapperComponent
  if (frame) canvas.centerView(fitOf(frame, drawing), 0)
}

/** The whole drawing; if that would be too small to read, where it begins. */
const showStart = (canvas: ReactZoomPanPinchRef, drawing: ChartDrawing, smallest: number) => {
  const { width, height, starts } = drawing
  const frame = canvas.instance.wrapperComponent
  if (!frame) return
  if (fitOf(frame, drawing) >= smallest) {
    showWhole(canvas, drawing)
    return
  }
  const first = starts.reduce((top, start) => (start.y < top.y ? start : top), { x: width / 2, y: height })
  const scale = smallest
  const top = topAround(drawing, first, frame.clientHeight / 2 / scale)
  const down = top === undefined ? ABOVE_START - first.y * scale : ABOVE_BOX - top * scale
  canvas.setTransform(
    along(frame.clientWidth, width * scale, frame.clientWidth / 3 - first.x * scale),
    along(frame.clientHeight, height * scale, down),
    scale,
    0,
  )
}

/** Keeps the middle in the middle when the frame changes its size, and the drawing in it. */
const followFrame = (canvas: ReactZoomPanPinchRef, drawing: ChartDrawing): (() => void) | undefined => {
  const frame = canvas.instance.wrapperComponent
  if (!frame) return undefined
  let [wide, high] = [frame.clientWidth, frame.clientHeight]
  const watch = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = frame
    // Not while it is hidden, such as on paper.
    if (clientWidth === 0 || clientHeight === 0) return
    if (clientWidth === wide && clientHeight === high) return
    const { positionX, positionY, scale } = canvas.instance.state
    canvas.setTransform(
      along(clientWidth, drawing.width * scale, positionX + (clientWidth - wide) / 2),
      along(clientHeight, drawing.height * scale, positionY + (clientHeight - high) / 2),
      scale,
      0,
    )
    wide = clientWidth
    high = clientHeight
  })
  watch.observe(frame)
  return () => watch.disconnect()
}

const elementOf = ({ instance }: ReactZoomPanPinchRef, id: string): HTMLElement | null | undefined =>
  instance.wrapperComponent?.querySelector<HTMLElement>(
    `[data-state="${CSS.escape(id)}"], [data-edge="${CSS.escape(id)}"]`,
  )

const showState = (canvas: ReactZoomPanPinchRef, id: string): boolean => {
  const element = elementOf(canvas, id)
  if (element) canvas.zoomToElement(element, Math.max(canvas.state.scale, SMALLEST_START), 0)
  return Boolean(element)
}

/** Keeps the focused state in view: Tab reaches states outside the frame. */
const follow = (canvas: ReactZoomPanPinchRef, focused: Element) => {
  const frame = canvas.instance.wrapperComponent?.getBoundingClientRect()
  const box = focused.getBoundingClientRect()
  if (!frame) return
  const isInSight =
    box.left >= frame.left && box.top >= frame.top && box.right <= frame.right && box.bottom <= frame.bottom
  if (isInSight) return
  const { positionX, positionY, scale } = canvas.state
  const right = (frame.left + frame.right - box.left - box.right) / 2
  const down = (frame.top + frame.bottom - box.top - box.bottom) / 2
  canvas.setTransform(positionX + right, positionY + down, scale, 0)
}

const keyMoves = (canvas: ReactZoomPanPinchRef, handle: ChartFrameHandle): Readonly<Record<string, () => void>> => {
  const { positionX, positionY, scale } = canvas.state
  const to = (x: number, y: number) => canvas.setTransform(positionX + x, positionY + y, scale, 0)
  return {
    ArrowLeft: () => to(STEP, 0),
    ArrowRight: () => to(-STEP, 0),
    ArrowUp: () => to(0, STEP),
    ArrowDown: () => to(0, -STEP),
    '+': handle.zoomIn,
    '=': handle.zoomIn,
    '-': handle.zoomOut,
    '0': handle.showAll,
  }
}

/** A minimap that shows the visible part and moves it by pointer. */
const Overview = ({ drawing: { width, height, states } }: { readonly drawing: ChartDrawing }) => (
  <div className={styles.overview} aria-hidden>
    <MiniMap width={130} height={90} borderColor="var(--mantine-primary-color-filled)">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={styles.small} aria-hidden>
        {states.map(({ state, x, y, width: wide, height: high }) => (
          <rect key={state.id} x={x} y={y} width={wide} height={high} />
        ))}
      </svg>
    </MiniMap>
  </div>
)

/** Whether the whole drawing fits its frame at the current zoom. */
const isWhole = ({ instance: { wrapperComponent }, state: { scale } }: ReactZoomPanPinchRef, drawing: ChartDrawing) =>
  wrapperComponent !== null &&
  drawing.width * scale <= wrapperComponent.clientWidth + 1 &&
  drawing.height * scale <= wrapperComponent.clientHeight + 1

/** The drawing in a frame that pans and zooms by pointer, wheel, touch and keys. */
export const ChartFrame = ({ handle, smallestStart = SMALLEST_START, onMoveByHand, ...drawn }: Props) => {
  const canvas = useRef<ReactZoomPanPinchRef>(null)
  const [fits, setFits] = useState(true)
  const { drawing, chosen } = drawn
  const moves: ChartFrameHandle = {
    zoomIn: () => canvas.current?.zoomIn(0.25, 0),
    zoomOut: () => canvas.current?.zoomOut(0.25, 0),
    showAll: () => canvas.current && showWhole(canvas.current, drawing),
    fullSize: () => canvas.current?.centerView(1, 0),
    show: (id) => canvas.current && showState(canvas.current, id),
    keepInView: (id) => {
      const element = canvas.current && elementOf(canvas.current, id)
      if (canvas.current && element) follow(canvas.current, element)
    },
  }
  useImperativeHandle(handle, () => moves)
  useEffect(() => (canvas.current ? followFrame(canvas.current, drawing) : undefined), [drawing])
  const byKey = (event: KeyboardEvent) => {
    if (canvas.current && moveByKey(event, keyMoves(canvas.current, moves))) onMoveByHand?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pan the drawing wherever the focus is inside it
    <div
      className={styles.frame}
      onKeyDown={byKey}
      onFocus={({ target }) => target.matches(':focus-visible') && canvas.current && follow(canvas.current, target)}
    >
      <TransformWrapper
        ref={canvas}
        minScale={SMALLEST}
        maxScale={LARGEST}
        limitToBounds={false}
        onInit={(ready) => {
          showStart(ready, drawing, smallestStart)
          setFits(isWhole(ready, drawing))
          if (chosen !== undefined) showState(ready, chosen)
        }}
        onTransform={(moved) => setFits(isWhole(moved, drawing))}
        onPanning={onMoveByHand}
        onZoomStart={onMoveByHand}
        onPinchStart={onMoveByHand}
        doubleClick={{ disabled: true }}
        wheel={{ step: 0.1 }}
      >
        <TransformComponent wrapperClass={styles.canvas ?? ''}>
          <ChartCanvas {...drawn} />
        </TransformComponent>
        {!fits && <Overview drawing={drawing} />}
      </TransformWrapper>
    </div>
  )
}
