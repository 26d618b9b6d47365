import { useEffect, useRef } from 'react'
import { nearestTo, type Place, placeOf } from './neighbour.ts'

/** Where the focus goes when what is closing has gone. */
interface Return {
  readonly to: HTMLElement | null
  readonly place: Place
  /** Rises with every dialog that opens: of several that close together the lowest one says where to. */
  readonly order: number
}

let opened = 0
let open = 0
let pending: Return | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let stopWatching = () => {}

/** What had the focus last, for a button that goes in the moment in which its dialog opens. */
let last: Pick<Return, 'to' | 'place'> = { to: null, place: [] }
let isNoting = false

/** What got the focus for want of anything better. */
let makeshift: Element | null = null

const noteFocus = () => {
  if (isNoting) return
  isNoting = true
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = { to: target, place: placeOf(target) }
  })
}

const origin = (): Pick<Return, 'to' | 'place'> => {
  const { activeElement } = document
  if (activeElement === document.body && last.to?.isConnected === false) return last
  return activeElement instanceof HTMLElement
    ? { to: activeElement, place: placeOf(activeElement) }
    : { to: null, place: [] }
}

/** Where what the focus came from has gone, or cannot take it: beside that, in the uppermost dialog, or in the main part. */
const fallBack = (place: Place) => {
  const dialog = open > 0 ? [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) : undefined
  const near = nearestTo(place)
  const target = near && (dialog === undefined || dialog.contains(near)) ? near : dialog
  ;(target ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
  makeshift = document.activeElement
}

/** A list that is read anew after the dialog may take away the button that opened it, under the user's hands. */
const watch = (element: HTMLElement, place: Place) => {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    stopWatching()
    if (document.activeElement === document.body) fallBack(place)
  })
  const leftIt = ({ target }: Event) => target !== element && stopWatching()
  stopWatching = () => {
    observer.disconnect()
    document.removeEventListener('focusin', leftIt)
    document.removeEventListener('pointerdown', leftIt)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', leftIt)
  document.addEventListener('pointerdown', leftIt)
}

const leave = () => {
  const { to, place } = pending ?? { to: null, place: [] }
  pending = undefined
  timer = undefined
  if (to?.isConnected) to.focus({ preventScroll: true })
  if (to === null || document.activeElement !== to || to === document.body) fallBack(place)
  else watch(to, place)
}

/**
 * Puts the focus back to where it was before a dialog opened, also when the dialog is taken out of the page open, or lies
 * above another; where that has gone meanwhile, or goes now, to what stands nearest. A dialog that takes the place of
 * another goes back to where that one came from. Mantine's own way is to be switched off (`returnFocus={false}`): it
 * forgets the place while another dialog lies above, and of those that are opened as they come.
 */
export const useFocusBack = (isOpen: boolean): void => {
  const mine = useRef<Return>(undefined)
  useEffect(noteFocus, [])
  useEffect(() => {
    if (!isOpen) return
    stopWatching()
    mine.current = pending ?? { ...origin(), order: opened++ }
    pending = undefined
    clearTimeout(timer)
    open += 1
    return () => {
      open -= 1
      stopWatching()
      const { current } = mine
      if (current === undefined) return
      if (pending === undefined || current.order < pending.order) pending = current
      const atClose = document.activeElement
      clearTimeout(timer)
      timer = setTimeout(() => {
        const nowhere = [atClose, document.body, makeshift]
        if (!nowhere.includes(document.activeElement)) pending = undefined
        else leave()
      })
    }
  }, [isOpen])
}
