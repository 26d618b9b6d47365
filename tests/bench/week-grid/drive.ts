/** What a page of this benchmark offers to the one who measures it. */
export interface Driver {
  /** Draws the first week; milliseconds until it was painted. */
  first: (count: number) => Promise<number>
  /** Goes to the next week and its events; milliseconds until it was painted. */
  next: () => Promise<number>
}

declare global {
  interface Window {
    driver: Driver
  }
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Milliseconds from the start of `work` until the frame after the one in which the page was so. */
export const untilShown = async (isShown: () => boolean, work: () => void): Promise<number> => {
  const start = performance.now()
  work()
  do await frame()
  while (!isShown())
  await frame()
  return performance.now() - start
}

export const isOnPage = (text: string): boolean => document.body.textContent?.includes(text) ?? false
