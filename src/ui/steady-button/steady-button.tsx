import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentPropsWithRef, type MouseEvent, useState } from 'react'

interface Props extends Omit<ButtonProps, 'loading'>, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** The action that it started is in progress. */
  readonly isBusy?: boolean
}

/**
 * A button that keeps focus while it is disabled. A button disabled by the browser loses focus, which sends keyboard
 * users back to the top of the page.
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
        // Also keeps a submit button from submitting its form.
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
      renderRoot={(root) => <button {...root} disabled={isOff && !hasFocus} aria-disabled={isOff || undefined} />}
    />
  )
}
