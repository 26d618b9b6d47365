import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps } from '@mantine/charts'
import classes from './bars.module.css'

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

interface Props extends Pick<BarChartProps, 'type'> {
  readonly caption: string
  readonly series: readonly { readonly name: string; readonly look: 'strong' | 'weak' }[]
  /** Column headings of the table that gives screen readers the same data. */
  readonly heads: readonly string[]
  readonly points: readonly Point[]
}

const format = (count: number) => count.toLocaleString('en-US')
/** '40K', so that it fits next to the bars. */
const short = (count: number) => count.toLocaleString('en-US', { notation: 'compact' })

/** A small bar chart. Load it lazily: it pulls in the chart library. */
export const Bars = ({ caption, type = 'default', series, heads, points }: Props) => (
  <>
    <div aria-hidden>
      <BarChart
        h={150}
        data={points.map(({ label, bars }) => ({
          label,
          ...Object.fromEntries(series.map(({ name }, index) => [name, bars[index] ?? 0])),
        }))}
        dataKey="label"
        type={type}
        series={series.map(({ name, look }) => ({ name, color: `var(--${look})` }))}
        className={classes.chart}
        withLegend
        tickLine="none"
        gridAxis="x"
        yAxisProps={{ tickCount: 3, width: 44, tickFormatter: short }}
        valueFormatter={format}
        barChartProps={{ accessibilityLayer: false }}
        // Hollow bars tell the weak series apart without color.
        barProps={({ name }) => ({
          maxBarSize: 28,
          isAnimationActive: false,
          ...(series.find((each) => each.name === name)?.look === 'weak' && {
            fillOpacity: 0.15,
            stroke: 'var(--weak)',
            strokeWidth: 1.5,
          }),
        })}
      />
    </div>
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
