import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { requireValue } from '#domain/require-value.ts'
import { moveByKey } from '#ui/key-moves.ts'
import { scrollTo } from './scroll-to.ts'
import styles from './sequence.module.css'
import type { Sequence, SequenceRow } from './sequence-diagram.ts'

/** Sizes in pixels; the style sheet has the lanes' width, too. */
const LANE = 150
const ROW = 34
const HEAD = 44
const ARROW_Y = 23
/** The width of a self-message's loop, and half of a running call's bar. */
const LOOP = 22
const BAR = 4

type Lanes = ReadonlyMap<string, number>

const laneOf = (lanes: Lanes, id: string): number => requireValue(lanes.get(id), `The lane of ${id}`)

const middleOf = (lanes: Lanes, id: string): number => (laneOf(lanes, id) + 0.5) * LANE

const optionId = (step: number): string => `sequence-step-${step}`

const Arrow = ({ row, lanes }: { readonly row: SequenceRow & { readonly kind: 'arrow' }; readonly lanes: Lanes }) => {
  const [from, to] = [middleOf(lanes, row.from), middleOf(lanes, row.to)]
  const isBroken = row.what === 'failed' || row.what === 'stopped'
  if (from === to)
    return (
      <>
        <path d={`M${from} 12h${LOOP}v${ARROW_Y - 12}h${-LOOP}`} className={styles.arrow} data-what={row.what} />
        <path d={`M${from} ${ARROW_Y}l7 -4v8z`} className={styles.head} data-what={row.what} />
        <text x={from + LOOP + 5} y={20} className={styles.text}>
          {row.text}
        </text>
      </>
    )
  const way = Math.sign(to - from)
  return (
    <>
      <path d={`M${from} ${ARROW_Y}H${to - way * 2}`} className={styles.arrow} data-what={row.what} />
      {isBroken ? (
        <path
          d={`M${to - way * 12} ${ARROW_Y - 5}l8 10m0 -10l-8 10`}
          className={styles.arrow}
          data-what={row.what}
          data-cross
        />
      ) : (
        <path d={`M${to} ${ARROW_Y}l${-way * 8} -4.5v9z`} className={styles.head} data-what={row.what} />
      )}
      <text x={(from + to) / 2} y={ARROW_Y - 7} textAnchor="middle" className={styles.text}>
        {row.text}
      </text>
    </>
  )
}

const noteWidth = (text: string): number => text.length * 6.6 + 16

const Note = ({ row, lanes }: { readonly row: SequenceRow & { readonly kind: 'note' }; readonly lanes: Lanes }) => {
  const middle = middleOf(lanes, row.at)
  const width = noteWidth(row.text)
  const left = Math.max(4, middle - width / 2)
  return (
    <>
      <rect x={left} y={6} width={width} height={ROW - 12} rx={4} className={styles.note} />
      <text x={left + width / 2} y={21} textAnchor="middle" className={styles.noteText}>
        {row.text}
      </text>
    </>
  )
}

interface LineProps {
  readonly rows: readonly SequenceRow[]
  readonly lanes: Lanes
  /** The lanes of the calls that run during each row. */
  readonly running: readonly (readonly string[])[]
  readonly titles: ReadonlyMap<string, string>
  readonly width: number
  readonly isChosen: boolean
  readonly onChoose: (step: number) => void
}

const spoken = (row: SequenceRow, titles: ReadonlyMap<string, string>): string =>
  row.kind === 'note'
    ? `${titles.get(row.at)}: ${row.text}`
    : `${titles.get(row.from)} to ${titles.get(row.to)}: ${row.text}`

/** The lines of one step. */
const StepRows = memo(({ rows, lanes, running, titles, width, isChosen, onChoose }: LineProps) => {
  const step = rows[0]?.step ?? 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
    <div
      role="option"
      id={optionId(step)}
      aria-selected={isChosen}
      className={styles.step}
      style={{ width, height: rows.length * ROW, containIntrinsicSize: `${width}px ${rows.length * ROW}px` }}
      onClick={() => onChoose(step)}
    >
      <VisuallyHidden>{rows.map((row) => spoken(row, titles)).join('; ')}</VisuallyHidden>
      <svg width={width} height={rows.length * ROW} aria-hidden className={styles.drawing}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a step don't move
          <g key={index} transform={`translate(0 ${index * ROW})`}>
            {running[index]?.map((id) => (
              <rect key={id} x={middleOf(lanes, id) - BAR} width={BAR * 2} height={ROW} className={styles.running} />
            ))}
            {row.kind === 'note' ? <Note row={row} lanes={lanes} /> : <Arrow row={row} lanes={lanes} />}
          </g>
        ))}
      </svg>
    </div>
  )
})

/** The calls that run during each row. */
const runningCalls = (rows: readonly SequenceRow[]): (readonly string[])[] => {
  const running = new Set<string>()
  return rows.map((row) => {
    if (row.kind === 'note') return [...running]
    if (row.what === 'started') running.add(row.to)
    const now = [...running]
    if (row.what === 'stopped') running.delete(row.to)
    if (row.what === 'done' || row.what === 'failed') running.delete(row.from)
    return now
  })
}

/** The first and the last lane that a step's lines touch. */
const lanesOf = (rows: readonly SequenceRow[], lanes: Lanes): readonly [first: number, last: number] => {
  const touched = rows
    .flatMap((row) => (row.kind === 'note' ? [row.at] : [row.from, row.to]))
    .map((id) => laneOf(lanes, id))
  return [Math.min(...touched), Math.max(...touched)]
}

/** Scrolls sideways only as far as it takes to see the lanes, the first of them in any case. */
const scrollAcross = (list: HTMLElement, [first, last]: readonly [number, number]): void => {
  const [left, right] = [first * LANE, (last + 1) * LANE]
  const { scrollLeft, clientWidth } = list
  if (right > scrollLeft + clientWidth) list.scrollTo({ left: Math.min(left, right - clientWidth) })
  else if (left < scrollLeft) list.scrollTo({ left })
}

interface Props {
  readonly sequence: Sequence
  readonly chosen: number | undefined
  readonly onChoose: (step: number) => void
  readonly onBack: () => void
  readonly onForward: () => void
}

/** Lifelines and the arrows between them, the newest at the bottom; a click or the arrow keys select a step. */
export const SequenceView = ({ sequence, chosen, onChoose, onBack, onForward }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const { lifelines, rows } = sequence
  const lifelineIds = lifelines.map(({ id }) => id).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: new steps rarely add lifelines
  const lanes = useMemo(() => new Map(lifelines.map(({ id }, index) => [id, index])), [lifelineIds])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new steps rarely add lifelines
  const titles = useMemo(() => new Map(lifelines.map(({ id, title }) => [id, title])), [lifelineIds])
  const steps = useMemo(() => {
    const running = runningCalls(rows)
    const found = new Map<number, { rows: SequenceRow[]; running: (readonly string[])[] }>()
    rows.forEach((row, index) => {
      const known = found.get(row.step) ?? { rows: [], running: [] }
      known.rows.push(row)
      known.running.push(running[index] ?? [])
      found.set(row.step, known)
    })
    return [...found]
  }, [rows])
  const count = rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows scroll the end into view
  useEffect(() => {
    const list = frame.current
    if (!list) return
    if (chosen === undefined) list.scrollTo({ top: list.scrollHeight })
    else scrollTo(list, document.getElementById(optionId(chosen)), HEAD)
    const shown = chosen === undefined ? steps.at(-1) : steps.find(([step]) => step === chosen)
    if (shown) scrollAcross(list, lanesOf(shown[1].rows, lanes))
  }, [chosen, count])
  const [first, last] = [steps.at(0)?.[0], steps.at(-1)?.[0]]
  const byKey = (event: KeyboardEvent) =>
    moveByKey(event, {
      ArrowUp: () => (chosen === undefined && last !== undefined ? onChoose(last) : onBack()),
      ArrowDown: onForward,
      Home: () => first !== undefined && onChoose(first),
      End: () => last !== undefined && onChoose(last),
    })
  const width = lifelines.length * LANE
  // The list of steps says that there are none.
  if (steps.length === 0) return null
  return (
    <div
      ref={frame}
      role="listbox"
      tabIndex={0}
      aria-label="Sequence diagram, oldest first"
      aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
      className={styles.frame}
      onKeyDown={byKey}
    >
      <div className={styles.heads} style={{ width, height: HEAD }} role="presentation">
        {lifelines.map(({ id, title, kind }) => (
          <div key={id} className={styles.lifeline} data-kind={kind} style={{ width: LANE }} aria-hidden>
            <span>{title}</span>
          </div>
        ))}
      </div>
      <div className={styles.rows} style={{ width, backgroundSize: `${width}px 100%` }} role="presentation">
        {steps.map(([step, each]) => (
          <StepRows
            key={step}
            rows={each.rows}
            running={each.running}
            lanes={lanes}
            titles={titles}
            width={width}
            isChosen={step === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}
