import { useEffect, useRef } from 'react'

/** Where the focus goes when what is closing has gone. */
interface Return {
  readonly to: HTMLElement | null
  /** Rises with every dialog that opens: of several that close together the lowest one says where to. */
  readonly order: number
}

let opened = 0
let open = 0
let pending: Return | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Where what the focus came from has gone, or cannot take it: in the uppermost dialog, or in the main part. */
const fallBack = () => {
  const dialog = open > 0 ? [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) : undefined
  const place = dialog ?? document.querySelector<HTMLElement>('main')
  place?.focus({ preventScroll: true })
}

const leave = () => {
  const origin = pending?.to
  pending = undefined
  timer = undefined
  if (origin?.isConnected) origin.focus({ preventScroll: true })
  if (document.activeElement !== origin || origin === document.body) fallBack()
}

/**
 * Puts the focus back to where it was before a dialog opened, also when the dialog is taken out of the page open, or lies
 * above another. A dialog that takes the place of another goes back to where that one came from. Mantine's own way is to be
 * switched off (`returnFocus={false}`): it forgets the place while another dialog lies above, and of those that are opened
 * as they come.
 */
export const useFocusBack = (isOpen: boolean): void => {
  const mine = useRef<Return>(undefined)
  useEffect(() => {
    if (!isOpen) return
    const active = document.activeElement
    mine.current = pending ?? { to: active instanceof HTMLElement ? active : null, order: opened++ }
    pending = undefined
    clearTimeout(timer)
    open += 1
    return () => {
      open -= 1
      const { current } = mine
      if (current === undefined) return
      if (pending === undefined || current.order < pending.order) pending = current
      const atClose = document.activeElement
      clearTimeout(timer)
      timer = setTimeout(() => {
        const isElsewhere = document.activeElement !== atClose && document.activeElement !== document.body
        if (isElsewhere) pending = undefined
        else leave()
      })
    }
  }, [isOpen])
}
