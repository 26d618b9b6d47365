import { useCallback, useState } from 'react'

/**
 * Mounts a field's popup in the surrounding dialog or `main`, so that it is inside a landmark and no scroll container
 * clips it. Pass `ref` to the field, and `popup` to its `comboboxProps` or `popoverProps`.
 */
export const usePopupHome = () => {
  const [target, setTarget] = useState<HTMLElement>()
  const ref = useCallback((field: HTMLElement | null) => {
    setTarget(field?.closest<HTMLElement>('[role="dialog"], main') ?? undefined)
  }, [])
  const floatingStrategy = target?.role === 'dialog' ? ('fixed' as const) : ('absolute' as const)
  return {
    ref,
    popup: { transitionProps: { duration: 80 }, floatingStrategy, ...(target && { portalProps: { target } }) },
  }
}
