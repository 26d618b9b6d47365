/** Finds the nearest focusable element to one that was removed. */

/** The element's ancestors from the inside out, with the index of the child on its path. */
export type DomPath = readonly { readonly parent: Element; readonly index: number }[]

/** Where the search stops. */
const ENDS = 'main, [role="dialog"], body'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

/** Call it while the element is still in the document. */
export const pathOf = (element: Element): DomPath => {
  const steps: { parent: Element; index: number }[] = []
  for (let child = element; child.parentElement && !child.matches(ENDS); child = child.parentElement) {
    const parent = child.parentElement
    steps.push({ parent, index: [...parent.children].indexOf(child) })
  }
  return steps
}

const isOpen = (element: HTMLElement): boolean => !element.matches(':disabled') && element.checkVisibility()

const focusableIn = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(FOCUSABLE)].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(FOCUSABLE) && isOpen(one),
  )

/** The next focusable sibling, else the previous one, else the same one level up. */
export const nearestTo = (place: DomPath): HTMLElement | undefined => {
  for (const { parent, index } of place) {
    if (!parent.isConnected) continue
    const children = [...parent.children]
    const after = children.slice(index).flatMap(focusableIn)[0]
    const found = after ?? children.slice(0, index).flatMap(focusableIn).at(-1)
    if (found) return found
  }
  return undefined
}
