import { useMemo, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { ChartDrawing } from '#workflows/layout/layout.ts'
import type { ChartCaption, ChartMarks } from '#workflows/model/chart-marks.ts'
import { PAGE, type PrintPages, type PrintTile, printPages } from './print-pages.ts'
import styles from './printed-chart.module.css'
import { svgContent, toneSample } from './svg.ts'

const USUAL_ID = 'printed-chart'

/** Whether the page is being printed, or shown as if it were. Browsers take the pages right after `beforeprint`. */
const printing = {
  value: false,
  subscribe: (onChange: () => void) => {
    const media = window.matchMedia('print')
    const set = (value: boolean) => () => {
      printing.value = value
      flushSync(onChange)
    }
    const follow = ({ matches }: MediaQueryListEvent) => set(matches)()
    const [begin, end] = [set(true), set(false)]
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    media.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      media.removeEventListener('change', follow)
    }
  },
  read: () => printing.value,
}

interface Props {
  readonly drawing: ChartDrawing
  readonly marks: ChartMarks | undefined
  readonly title: string
  /** The drawing's on the page, if there are several. */
  readonly id?: string
}

/** The drawing once, for the pages to show their parts of. */
const Content = ({ drawing, marks, id }: Pick<Props, 'drawing' | 'marks' | 'id'>) => (
  <svg className={styles.content} aria-hidden>
    <defs>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, with its texts escaped */}
      <g id={id} dangerouslySetInnerHTML={{ __html: svgContent(drawing, marks) }} />
    </defs>
  </svg>
)

/** Where on the whole drawing a page is. */
const Place = ({ pages: { columns, rows }, tile }: { readonly pages: PrintPages; readonly tile: PrintTile }) => (
  <svg viewBox={`0 0 ${columns * 12} ${rows * 8}`} width={columns * 12} height={rows * 8} aria-hidden>
    {Array.from({ length: columns * rows }, (_, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)]
      const isHere = column === tile.column && row === tile.row
      return (
        <rect
          key={`${column} ${row}`}
          x={column * 12 + 0.5}
          y={row * 8 + 0.5}
          width={11}
          height={7}
          className={isHere ? styles.here : styles.elsewhere}
        />
      )
    })}
  </svg>
)

const Part = ({
  x,
  y,
  width,
  height,
  id,
}: Pick<PrintTile, 'x' | 'y' | 'width' | 'height'> & { readonly id: string }) => (
  <svg
    className={styles.part}
    viewBox={`${x} ${y} ${width} ${height}`}
    style={{ width: `${PAGE.width}mm`, height: `${PAGE.height}mm` }}
    aria-hidden
  >
    <use href={`#${id}`} />
  </svg>
)

/** The whole drawing on one page, with the pages that it is spread over. */
const Overview = ({
  drawing,
  pages,
  id,
}: {
  readonly drawing: ChartDrawing
  readonly pages: PrintPages
  readonly id: string
}) => {
  const { tiles, columns, rows } = pages
  const margin = 8
  const stroke = Math.max(drawing.width / PAGE.width, drawing.height / PAGE.height) / 2
  return (
    <svg
      className={styles.part}
      viewBox={`${-margin} ${-margin} ${drawing.width + 2 * margin} ${drawing.height + 2 * margin}`}
      style={{ width: `${PAGE.width}mm`, height: `${PAGE.height}mm` }}
      aria-hidden
    >
      <use href={`#${id}`} />
      {tiles.map(({ name, column, row, x, y, width, height }) => {
        const [left, top] = [Math.max(x, 0), Math.max(y, 0)]
        return (
          <g key={name}>
            <rect
              x={left}
              y={top}
              width={Math.min(x + width, drawing.width) - left}
              height={Math.min(y + height, drawing.height) - top}
              className={styles.tile}
              strokeWidth={stroke}
            />
            <text
              x={((column + 0.5) * drawing.width) / columns}
              y={((row + 0.5) * drawing.height) / rows}
              fontSize={stroke * 24}
              className={styles.name}
            >
              {name}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The view and its legend, below the title. */
const Caption = ({ caption: { text, legend = [] } }: { readonly caption: ChartCaption }) => (
  <div className={styles.caption}>
    <span>{text}</span>
    {legend.map(({ tone, words }) => {
      const { fill, stroke, dashes } = toneSample(tone)
      return (
        <span key={tone} className={styles.sample}>
          <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden>
            <rect x={0.5} y={0.5} width={11} height={11} rx={3} fill={fill} stroke={stroke} strokeDasharray={dashes} />
          </svg>
          {words}
        </span>
      )
    })}
  </div>
)

const Pages = ({ drawing, marks, title, id = USUAL_ID }: Props) => {
  const pages = useMemo(() => printPages(drawing), [drawing])
  const { tiles } = pages
  const isSpread = tiles.length > 1
  const count = tiles.length + (isSpread ? 1 : 0)
  const heading = (part: string, page: number) => (
    <header className={styles.heading}>
      <div className={styles.title}>
        {title}
        {marks?.caption && <Caption caption={marks.caption} />}
      </div>
      <span>{part}</span>
      <span>{`Page ${page} of ${count}`}</span>
    </header>
  )
  return (
    <div className={styles.pages}>
      <Content drawing={drawing} marks={marks} id={id} />
      {isSpread && (
        <section className={styles.page}>
          {heading('Overview', 1)}
          <Overview drawing={drawing} pages={pages} id={id} />
        </section>
      )}
      {tiles.map((tile, index) => (
        <section key={tile.name} className={styles.page}>
          {isSpread ? (
            <div className={styles.placed}>
              {heading(tile.name, index + 2)}
              <Place pages={pages} tile={tile} />
            </div>
          ) : (
            heading('', 1)
          )}
          <Part {...tile} id={id} />
        </section>
      ))}
    </div>
  )
}

/** The drawing on landscape pages of its own, at a readable size and in light colors. Only printing shows it. */
export const PrintedChart = (props: Props) => {
  const isPrinting = useSyncExternalStore(printing.subscribe, printing.read)
  return isPrinting ? <Pages {...props} /> : null
}
