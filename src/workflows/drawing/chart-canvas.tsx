import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, memo } from 'react'
import {
  CHART_FONT,
  type ChartDrawing,
  type DrawnEdge,
  type DrawnState,
  START_RADIUS,
} from '#workflows/layout/layout.ts'
import { stepText } from '#workflows/model/chart-graph.ts'
import type { ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import { BADGE_HEIGHT, badgeSpot, badgeWidth } from './chart-badges.ts'
import styles from './chart-canvas.module.css'
import { pathOf } from './svg.ts'

export interface ChartCanvasProps {
  readonly drawing: ChartDrawing
  readonly title: string
  readonly chosen: string | undefined
  /** The search results: ids of states and transitions. */
  readonly found: ReadonlySet<string>
  readonly marks: ChartMarks | undefined
  readonly onChoose: (id: string) => void
  readonly onToggle: (id: string) => void
}

const LABEL_LINE = CHART_FONT.lineHeight - 2

const Badge = ({ x, y, mark }: { readonly x: number; readonly y: number; readonly mark: ChartMark }) => {
  if (mark.badge === undefined) return null
  const width = badgeWidth(mark.badge)
  return (
    <g className={styles.badge} data-tone={mark.tone}>
      {mark.title !== undefined && <title>{mark.title}</title>}
      <rect x={x - width} y={y - BADGE_HEIGHT / 2} width={width} height={BADGE_HEIGHT} rx={BADGE_HEIGHT / 2} />
      <text x={x - width / 2} y={y + 4.5} textAnchor="middle">
        {mark.badge}
      </text>
    </g>
  )
}

interface EdgeProps {
  readonly drawn: DrawnEdge
  readonly isFound: boolean
  readonly mark: ChartMark | undefined
}

const EdgeLine = ({ drawn: { edge, points }, isFound, isChosen, mark }: EdgeProps & { readonly isChosen: boolean }) => (
  <path
    d={pathOf(points)}
    className={styles.edge}
    data-found={isFound || undefined}
    data-chosen={isChosen || undefined}
    data-tone={mark?.tone}
    markerEnd="url(#chart-arrow)"
  >
    {edge && <title>{mark?.title ?? stepText(edge)}</title>}
  </path>
)

const EdgeLabel = ({ drawn: { edge, label, points }, isFound, mark }: EdgeProps) => {
  const middle = mark?.badge === undefined ? undefined : badgeSpot(points, label, mark.badge)
  return (
    <>
      {label && (
        <text
          className={styles.label}
          data-found={isFound || undefined}
          data-tone={mark?.tone}
          data-edge={edge?.id}
          aria-hidden
        >
          {label.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a label do not move
            <tspan key={index} x={label.x + 3} y={label.y + 12 + index * LABEL_LINE}>
              {line}
            </tspan>
          ))}
        </text>
      )}
      {mark && middle && <Badge x={middle.x + badgeWidth(mark.badge ?? '') / 2} y={middle.y} mark={mark} />}
    </>
  )
}

interface StateProps {
  readonly drawn: DrawnState
  readonly isChosen: boolean
  readonly isFound: boolean
  readonly marks: ChartMarks | undefined
  readonly onChoose: ChartCanvasProps['onChoose']
  readonly onToggle: ChartCanvasProps['onToggle']
}

const StateBox = ({ drawn, isChosen, isFound, marks, onChoose, onToggle }: StateProps) => {
  const { state, lines, depth, isOpen, x, y, width, height } = drawn
  const mark = marks?.states.get(state.id)
  const isBox = state.children.length > 0
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose(state.id)
  }
  return (
    <g data-chosen={isChosen || undefined} data-found={isFound || undefined} data-tone={mark?.tone}>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button element */}
      <g
        data-state={state.id}
        role="button"
        tabIndex={0}
        aria-pressed={isChosen}
        aria-current={mark?.tone === 'now' ? 'true' : undefined}
        aria-description={mark?.title}
        className={styles.state}
        onClick={() => onChoose(state.id)}
        onKeyDown={press}
      >
        <rect
          x={x}
          y={y}
          width={width}
          height={height}
          rx={8}
          className={styles.box}
          data-depth={depth % 4}
          data-parallel={state.kind === 'parallel' || undefined}
        >
          {mark?.title !== undefined && <title>{mark.title}</title>}
        </rect>
        {state.kind === 'final' && (
          <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={6} className={styles.final} />
        )}
        <text x={x + 10} y={y + 20} className={styles.name}>
          {/* Spaces separate the lines for screen readers. */}
          {`${state.label} `}
        </text>
        {lines.map(({ text, kind, id }, index) => {
          const lineMark = id === undefined ? undefined : marks?.transitions.get(id)
          return (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a box do not move
              key={index}
              x={x + 10}
              y={y + 40 + index * CHART_FONT.lineHeight}
              className={styles.line}
              data-kind={kind}
              data-tone={lineMark?.tone}
            >
              {lineMark?.badge === undefined || lines[index - 1]?.id === id
                ? `${text} `
                : `${text} (${lineMark.badge}) `}
            </text>
          )
        })}
      </g>
      {isBox && depth > 0 && (
        <foreignObject x={x + width - 28} y={y + 4} width={24} height={24}>
          <UnstyledButton
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${state.label}`}
            onClick={() => onToggle(state.id)}
          >
            {isOpen ? '−' : '+'}
          </UnstyledButton>
        </foreignObject>
      )}
      {mark && <Badge x={x + width - (isBox && depth > 0 ? 32 : 8)} y={y} mark={mark} />}
    </g>
  )
}

/** A laid-out statechart. Tab moves through its states, Enter selects one. */
export const ChartCanvas = memo(({ drawing, title, chosen, found, marks, onChoose, onToggle }: ChartCanvasProps) => {
  const edgeProps = (drawn: DrawnEdge): EdgeProps => ({
    drawn,
    isFound: drawn.edge !== undefined && found.has(drawn.edge.id),
    mark: drawn.edge && marks?.transitions.get(drawn.edge.id),
  })
  const keyOf = ({ edge }: DrawnEdge, index: number) => (edge ? `${edge.id} ${edge.target}` : `start ${index}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is not a fieldset
    <svg
      width={drawing.width}
      height={drawing.height}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      role="group"
      aria-label={title}
      className={styles.drawing}
    >
      <defs>
        <marker
          id="chart-arrow"
          viewBox="0 0 10 10"
          refX={9}
          refY={5}
          markerWidth={10}
          markerHeight={10}
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0L10 5L0 10Z" className={styles.arrow} />
        </marker>
      </defs>
      {drawing.states.map((drawn) => (
        <StateBox
          key={drawn.state.id}
          drawn={drawn}
          isChosen={drawn.state.id === chosen}
          isFound={found.has(drawn.state.id)}
          marks={marks}
          onChoose={onChoose}
          onToggle={onToggle}
        />
      ))}
      {drawing.edges.map((drawn, index) => (
        <EdgeLine
          key={keyOf(drawn, index)}
          {...edgeProps(drawn)}
          isChosen={drawn.edge !== undefined && (drawn.edge.source === chosen || drawn.edge.target === chosen)}
        />
      ))}
      {drawing.starts.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={START_RADIUS} className={styles.start} />
      ))}
      {drawing.edges.map((drawn, index) => (
        <EdgeLabel key={keyOf(drawn, index)} {...edgeProps(drawn)} />
      ))}
    </svg>
  )
})
