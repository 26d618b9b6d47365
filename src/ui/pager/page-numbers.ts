/** How many pages are shown on each side of the current one (spec 1, section 9). */
const EACH_SIDE = 2

/** The first page, the current one with its neighbors, and the last; null for pages left out. */
export const pageNumbers = (page: number, pages: number): (number | null)[] => {
  const near = Array.from({ length: 2 * EACH_SIDE + 1 }, (_, index) => page - EACH_SIDE + index)
  const shown = [...new Set([1, ...near.filter((number) => number >= 1 && number <= pages), pages])]
  return shown.flatMap((number, index) => {
    const skipped = number - (shown[index - 1] ?? number) - 1
    // Dots would take as much room as the one page that they stand for.
    if (skipped === 1) return [number - 1, number]
    return skipped > 1 ? [null, number] : [number]
  })
}
