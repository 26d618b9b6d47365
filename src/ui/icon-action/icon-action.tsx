import { ActionIcon, type ActionIconProps, Menu, Tooltip } from '@mantine/core'
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Icon } from '#ui/icon/icon.tsx'

interface Props extends Pick<ActionIconProps, 'variant' | 'size' | 'color' | 'disabled' | 'loading'> {
  /** The accessible name, action and object: 'Delete OT'. */
  readonly label: string
  /** The tooltip, if it differs from `label`: 'Delete'. */
  readonly tooltip?: string
  readonly icon: Icon
}

interface ButtonProps extends Props {
  readonly onClick: () => void
  /** Why it can't be used at the moment; shown as its tooltip, so it can still be reached. */
  readonly unavailable?: string | undefined
}

interface LinkProps extends Props {
  readonly href: string
  /** History state for the target screen. */
  readonly state?: unknown
}

/** In ms (spec 3, section 9). */
const OPEN_DELAY = 50
const CLOSE_DELAY = 40
/** Time for the pointer to cross the gap to the tooltip. */
const CROSSING = 120

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
 * A tooltip that mounts only once the pointer rests on the icon or the keyboard focuses it: in a long list, idle tooltips
 * are half of the render cost. The pointer may move onto it, and Escape closes it, and nothing else.
 */
const useTip = (words: string) => {
  const [target, setTarget] = useState<HTMLElement>()
  const timer = useRef<number>(undefined)
  const turn = (to: HTMLElement | undefined, delay: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setTarget(to), delay)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const isShown = target !== undefined
  useEffect(() => {
    if (!isShown) return undefined
    // Before a dialog around the icon sees the key.
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      window.clearTimeout(timer.current)
      setTarget(undefined)
    }
    window.addEventListener('keydown', close, { capture: true })
    return () => window.removeEventListener('keydown', close, { capture: true })
  }, [isShown])
  return {
    tip: target && (
      <Tooltip
        opened
        target={target}
        label={words}
        style={{ pointerEvents: 'auto' }}
        onPointerEnter={() => turn(target, 0)}
        onPointerLeave={() => turn(undefined, CLOSE_DELAY)}
      />
    ),
    handlers: {
      // Mantine's dialogs leave Escape alone then.
      'data-mantine-stop-propagation': isShown || undefined,
      onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType !== 'touch') turn(currentTarget, OPEN_DELAY)
      },
      onPointerLeave: () => turn(undefined, isShown ? CROSSING : CLOSE_DELAY),
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) turn(currentTarget, OPEN_DELAY)
      },
      onBlur: () => turn(undefined, 0),
      // The click may disable the button, and a disabled button fires no pointerleave.
      onPointerDown: () => turn(undefined, 0),
    },
  }
}

/** An icon button with a tooltip. */
export const IconAction = ({ onClick, unavailable, ...props }: ButtonProps) => {
  const { tip, handlers } = useTip(unavailable ?? props.tooltip ?? props.label)
  const isUnavailable = unavailable !== undefined
  return (
    <>
      <ActionIcon
        {...propsOf(props)}
        {...handlers}
        {...(isUnavailable
          ? { 'aria-disabled': true, 'aria-description': unavailable, 'data-disabled': true }
          : { onClick })}
      />
      {tip}
    </>
  )
}

interface MenuProps extends Props {
  /** `Menu.Item`s. */
  readonly children: ReactNode
}

/** The same, opening a menu. */
export const IconMenu = ({ children, ...props }: MenuProps) => {
  const { tip, handlers } = useTip(props.tooltip ?? props.label)
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon {...propsOf(props)} {...handlers} />
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
      {tip}
    </>
  )
}

/** The same, as a link. */
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
