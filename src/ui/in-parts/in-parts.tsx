import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'

/**
 * Shows its children one after another, each with a paint of its own, so that a long form opens without one long task.
 * All but the first are rendered in slices, which leave room for input. Once shown, a child stays.
 */
export const InParts = ({ children }: { readonly children: ReactNode }) => {
  const parts = Children.count(children)
  const [shown, setShown] = useState(1)
  useEffect(() => {
    if (shown < parts) startTransition(() => setShown(shown + 1))
  }, [shown, parts])
  return Children.map(children, (child, index) => (index < shown ? child : null))
}
