import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithRef, type MouseEvent, useState } from 'react'

interface Props extends Omit<ButtonProps, 'loading'>, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** What it started is under way. */
  readonly isBusy?: boolean
}

/**
 * A button that can be switched off under the user's hands: it keeps the focus that it has, and takes no press. A button
 * that the browser disables loses the focus, and whoever works by keyboard begins at the top of the page.
 */
export const SteadyButton = ({ isBusy = false, disabled = false, onClick, onFocus, onBlur, ...props }: Props) => {
  const [hasFocus, setHasFocus] = useState(false)
  const isOff = disabled || isBusy
  return (
    <Button
      {...props}
      loading={isBusy}
      disabled={disabled}
      onFocus={(event) => {
        setHasFocus(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setHasFocus(false)
        onBlur?.(event)
      }}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // Neither it nor the form that it submits.
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
      renderRoot={(root) => <button {...root} disabled={isOff && !hasFocus} aria-disabled={isOff || undefined} />}
    />
  )
}
