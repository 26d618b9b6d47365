import classes from './bars.module.css'
import { Plot, type PlotProps } from './plot.tsx'

interface Point {
  /** Unique among the points. */
  readonly key: string
  /** The label below the bars. */
  readonly label: string
  /** The row's heading in the table. */
  readonly name: string
  /** One value per entry of `series`. */
  readonly bars: readonly number[]
  /** One cell per entry of `heads`, except the first. */
  readonly cells: readonly (number | string)[]
}

interface Props extends Pick<PlotProps, 'series'> {
  readonly type?: PlotProps['type']
  readonly caption: string
  /** Column headings of the table that gives screen readers the same data. */
  readonly heads: readonly string[]
  readonly points: readonly Point[]
}

/** A small bar chart. Load it lazily: it pulls in the chart library. */
export const Bars = ({ caption, type = 'default', series, heads, points }: Props) => (
  <>
    <Plot type={type} series={series} points={points} />
    <table className={classes.spoken}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row's cells follow the order of the headings
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
