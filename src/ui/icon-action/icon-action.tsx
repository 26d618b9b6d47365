import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from 'wouter'

interface Props extends Pick<ActionIconProps, 'variant' | 'size' | 'color' | 'disabled' | 'loading'> {
  /** What it does, and to what: 'Delete OT'. */
  readonly label: string
  /** Shown beside the pointer, where it differs: 'Delete'. */
  readonly tooltip?: string
  readonly icon: Icon
}

interface ButtonProps extends Props {
  readonly onClick: () => void
}

interface LinkProps extends Props {
  readonly href: string
  /** Left in the history for the screen that it leads to. */
  readonly state?: unknown
}

/** As the spec has it (spec 3, section 9), in ms. */
const DELAYS = { openDelay: 50, closeDelay: 40 }

const propsOf = ({ label, icon: Shown, variant = 'subtle', size = 30, color, disabled, loading }: Props) => ({
  'aria-label': label,
  variant,
  size,
  ...(color !== undefined && { color }),
  ...(disabled !== undefined && { disabled }),
  ...(loading !== undefined && { loading }),
  children: <Shown size={18} stroke={1.7} aria-hidden />,
})

/** A button that is an icon, with its name beside the pointer. */
export const IconAction = ({ onClick, ...props }: ButtonProps) => (
  <Tooltip label={props.tooltip ?? props.label} {...DELAYS}>
    <ActionIcon {...propsOf(props)} onClick={onClick} />
  </Tooltip>
)

/** The same as a link. */
export const IconLink = ({ href, state, ...props }: LinkProps) => (
  <Tooltip label={props.tooltip ?? props.label} {...DELAYS}>
    <ActionIcon {...propsOf(props)} renderRoot={(root) => <Link {...root} href={href} state={state} />} />
  </Tooltip>
)
