import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

interface Popup {
  readonly transitionProps: { readonly duration: number }
  readonly withinPortal: boolean
  readonly floatingStrategy?: 'fixed' | 'absolute'
  readonly portalProps?: { readonly target: HTMLElement }
}

/**
 * Puts a field's popup into the surrounding dialog or `main`, so that it is inside a landmark and no scroll container
 * clips it. A list of options is mounted from when the field is first focused: the lists of a form's closed fields would
 * be hundreds of elements, which made opening the form twice as slow. Later would be too late for the arrow keys and for
 * screen readers, which need the list when it opens.
 *
 * Pass `field` to the field, and `comboboxProps` or `popoverProps` as the prop of that name.
 */
export const usePopupHome = () => {
  /** Null outside of both; undefined until the field is used. */
  const [home, setHome] = useState<HTMLElement | null>()
  const field = useMemo(() => {
    const use = ({ currentTarget }: { readonly currentTarget: Element }) => {
      const found = currentTarget.closest<HTMLElement>('[role="dialog"], main')
      // Before the field's own handler, which opens the list.
      flushSync(() => setHome(found))
    }
    // Safari does not focus a button that is clicked.
    return { onFocusCapture: use, onPointerDownCapture: use }
  }, [])
  const isUsed = home !== undefined
  const popoverProps: Popup = {
    transitionProps: { duration: 80 },
    // A portal does not move when its target changes.
    withinPortal: isUsed,
    floatingStrategy: home?.role === 'dialog' ? 'fixed' : 'absolute',
    ...(home && { portalProps: { target: home } }),
  }
  return { field, popoverProps, comboboxProps: { ...popoverProps, keepMounted: isUsed } }
}
