import { useEffect, useRef } from 'react'
import { type DomPath, nearestTo, pathOf } from './neighbor.ts'

/** Where focus goes after a dialog closes. */
interface Return {
  readonly to: HTMLElement | null
  readonly place: DomPath
  /** Increases with every dialog opened: when several close together, the lowest decides. */
  readonly order: number
}

let opened = 0
let open = 0
let pending: Return | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let stopWatching = () => {}

/** The last focused element, for buttons that are removed as their dialog opens. */
let last: Pick<Return, 'to' | 'place'> = { to: null, place: [] }
let isNoting = false

/** The element focused as a fallback. */
let fallback: Element | null = null

const noteFocus = () => {
  if (isNoting) return
  isNoting = true
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = { to: target, place: pathOf(target) }
  })
}

const origin = (): Pick<Return, 'to' | 'place'> => {
  const { activeElement } = document
  if (activeElement === document.body && last.to?.isConnected === false) return last
  return activeElement instanceof HTMLElement
    ? { to: activeElement, place: pathOf(activeElement) }
    : { to: null, place: [] }
}

/** If the original element is gone or can't take focus: a nearby element, the topmost dialog, or `main`. */
const fallBack = (place: DomPath) => {
  const dialog = open > 0 ? [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) : undefined
  const near = nearestTo(place)
  const target = near && (dialog === undefined || dialog.contains(near)) ? near : dialog
  ;(target ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
  fallback = document.activeElement
}

/** A list that reloads after the dialog closes may remove the button that opened it. */
const watch = (element: HTMLElement, place: DomPath) => {
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
 * Returns focus to where it was before a dialog opened, even if the dialog is unmounted while open or covers another
 * dialog. If the original element is gone, focuses the nearest one. A dialog that replaces another returns focus to
 * where the first was opened. Turn Mantine's own handling off (`returnFocus={false}`): it loses the element when
 * another dialog opens on top, and for dialogs mounted open.
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
        const nowhere = [atClose, document.body, fallback]
        if (!nowhere.includes(document.activeElement)) pending = undefined
        else leave()
      })
    }
  }, [isOpen])
}
