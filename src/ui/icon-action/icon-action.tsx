import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
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
const OPEN_DELAY = 50
const CLOSE_DELAY = 40

const propsOf = ({ label, icon: Shown, variant = 'subtle', size = 30, color, disabled, loading }: Props) => ({
  'aria-label': label,
  variant,
  size,
  ...(color !== undefined && { color }),
  ...(disabled !== undefined && { disabled }),
  ...(loading !== undefined && { loading }),
  children: <Shown size={18} stroke={1.7} aria-hidden />,
})

/**
 * The name beside a pointer that rests on the icon. Until then there is none: in a long list, names that wait for a
 * pointer are half of what there is to draw.
 */
const useTip = (words: string) => {
  const [target, setTarget] = useState<HTMLElement>()
  const timer = useRef<number>(undefined)
  const turn = (to: HTMLElement | undefined, delay: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setTarget(to), delay)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return {
    tip: target && <Tooltip opened target={target} label={words} />,
    handlers: {
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType !== 'touch') turn(currentTarget, OPEN_DELAY)
      },
      onPointerLeave: () => turn(undefined, CLOSE_DELAY),
      // What it does may disable it, and then no pointer leaves it.
      onPointerDown: () => turn(undefined, 0),
    },
  }
}

/** A button that is an icon, with its name beside the pointer. */
export const IconAction = ({ onClick, ...props }: ButtonProps) => {
  const { tip, handlers } = useTip(props.tooltip ?? props.label)
  return (
    <>
      <ActionIcon {...propsOf(props)} {...handlers} onClick={onClick} />
      {tip}
    </>
  )
}

/** The same as a link. */
export const IconLink = ({ href, state, ...props }: LinkProps) => {
  const { tip, handlers } = useTip(props.tooltip ?? props.label)
  return (
    <>
      <ActionIcon
        {...propsOf(props)}
        {...handlers}
        renderRoot={(root) => <Link {...root} href={href} state={state} />}
      />
      {tip}
    </>
  )
}
