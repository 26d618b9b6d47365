import { useCallback, useState } from 'react'

/**
 * Where a field's popup goes: into the dialog or the main part that the field stands in, so that it belongs to a landmark
 * and is not clipped by whatever scrolls around the field. Give `ref` to the field, `popup` to its `comboboxProps` or
 * `popoverProps`.
 */
export const usePopupHome = () => {
  const [target, setTarget] = useState<HTMLElement>()
  const ref = useCallback((field: HTMLElement | null) => {
    setTarget(field?.closest<HTMLElement>('[role="dialog"], main') ?? undefined)
  }, [])
  return { ref, popup: { transitionProps: { duration: 80 }, ...(target && { portalProps: { target } }) } }
}
