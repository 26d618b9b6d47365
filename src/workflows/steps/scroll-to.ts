/**
 * Scrolls a list so that one of its lines is in view. The page stays where it is: a replay moves two lists at once.
 *
 * @param head the height of a fixed header inside the list, in pixels
 */
export const scrollTo = (list: HTMLElement, line: HTMLElement | null, head = 0): void => {
  if (!line) return
  const [around, box] = [list.getBoundingClientRect(), line.getBoundingClientRect()]
  const above = around.top + head - box.top
  const below = box.bottom - around.bottom
  if (above > 0) list.scrollBy({ top: -above })
  else if (below > 0) list.scrollBy({ top: Math.min(below, -above) })
}
