/** What stands nearest to an element that has gone. */

/** Its ancestors from the inside out, and which child of each led to it. */
export type Place = readonly { readonly parent: Element; readonly index: number }[]

/** No further: the page's own part, or the dialog. */
const ENDS = 'main, [role="dialog"], body'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

/** To be noted while the element is in the page. */
export const placeOf = (element: Element): Place => {
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

/** What can take the focus where the element stood: what came after it, else what came before it, else further out. */
export const nearestTo = (place: Place): HTMLElement | undefined => {
  for (const { parent, index } of place) {
    if (!parent.isConnected) continue
    const children = [...parent.children]
    const after = children.slice(index).flatMap(focusableIn)[0]
    const found = after ?? children.slice(0, index).flatMap(focusableIn).at(-1)
    if (found) return found
  }
  return undefined
}
