import type { ComponentProps, ReactNode } from 'react'

interface IconProps extends Omit<ComponentProps<'svg'>, 'stroke'> {
  /** Width and height, in px. */
  readonly size?: number
  /** The width of its lines, in 24ths of its size. */
  readonly stroke?: number
}

export type Icon = (props: IconProps) => ReactNode

const iconOf =
  (isFilled: boolean, paths: readonly string[]): Icon =>
  ({ size = 24, stroke = 2, color = 'currentColor', ...others }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: callers hide the icon from screen readers or label it
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(isFilled ? { fill: color } : { fill: 'none', stroke: color, strokeWidth: stroke })}
      {...others}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )

/**
 * An icon of lines in the text's color, from its paths on a square of 24 by 24.
 * @public for the generated modules of icons
 */
export const outlineIcon = (...paths: readonly string[]): Icon => iconOf(false, paths)

/**
 * An icon of areas in the text's color, from its paths on a square of 24 by 24.
 * @public for the generated modules of icons
 */
export const filledIcon = (...paths: readonly string[]): Icon => iconOf(true, paths)
