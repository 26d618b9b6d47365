import { useComputedColorScheme } from '@mantine/core'
import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js'
import { useEffect, useRef } from 'react'
import classes from './bars.module.css'

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip)

export interface PlotProps {
  /** Whether a point's bars are side by side or on top of each other. */
  readonly type: 'default' | 'stacked'
  /** The weak one is hollow, which tells them apart without color. */
  readonly series: readonly { readonly name: string; readonly look: 'strong' | 'weak' }[]
  /** A label and one value per series. */
  readonly points: readonly { readonly label: string; readonly bars: readonly number[] }[]
}

const format = (count: number) => count.toLocaleString('en-US')
/** '40K', so that it fits next to the bars. */
const short = (count: number | string) => Number(count).toLocaleString('en-US', { notation: 'compact' })

const draw = (canvas: HTMLCanvasElement, { type, series, points }: PlotProps): Chart => {
  const styles = getComputedStyle(canvas)
  const colorOf = (variable: string) => styles.getPropertyValue(variable).trim()
  const font = { family: styles.fontFamily, size: 12 }
  const text = { color: colorOf('--mantine-color-dimmed'), font }
  const stacked = type === 'stacked'
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: points.map(({ label }) => label),
      datasets: series.map(({ name, look }, index) => {
        const color = colorOf(`--${look}`)
        const isHollow = look === 'weak'
        const fill = isHollow ? 'transparent' : color
        return {
          label: name,
          data: points.map(({ bars }) => bars[index] ?? 0),
          backgroundColor: fill,
          hoverBackgroundColor: fill,
          borderColor: color,
          hoverBorderColor: color,
          borderWidth: isHollow ? 1.5 : 0,
          borderSkipped: false,
          maxBarThickness: 28,
        }
      }),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: { stacked, grid: { display: false }, border: { display: false }, ticks: { ...text, maxRotation: 0 } },
        y: {
          stacked,
          beginAtZero: true,
          grid: { color: colorOf('--mantine-color-default-border') },
          border: { display: false },
          ticks: { ...text, maxTicksLimit: 4, precision: 0, callback: short },
        },
      },
      plugins: {
        legend: { align: 'end', labels: { ...text, boxWidth: 12, boxHeight: 12 } },
        tooltip: {
          titleFont: font,
          bodyFont: font,
          boxPadding: 4,
          multiKeyBackground: 'transparent',
          callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${format(parsed.y ?? 0)}` },
        },
      },
    },
  })
}

/** The drawing of `Bars`, on a canvas, in the current color scheme. */
export const Plot = (props: PlotProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  // Callers make the points on each render.
  const drawn = JSON.stringify(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the same points, and of another color scheme
  useEffect(() => {
    if (!canvas.current) return
    const chart = draw(canvas.current, props)
    return () => chart.destroy()
  }, [drawn, scheme])
  return (
    <div className={classes.plot} aria-hidden>
      <canvas ref={canvas} />
    </div>
  )
}
