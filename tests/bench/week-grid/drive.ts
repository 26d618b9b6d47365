/** The interface through which a benchmark page is measured. */
export interface Driver {
  /** Draws the first week and returns the milliseconds until it was painted. */
  first: (count: number) => Promise<number>
  /** Goes to the next week and returns the milliseconds until it was painted. */
  next: () => Promise<number>
}

declare global {
  interface Window {
    driver: Driver
  }
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Milliseconds from the start of `work` until one frame after the condition became true. */
export const untilShown = async (isShown: () => boolean, work: () => void): Promise<number> => {
  const start = performance.now()
  work()
  do await frame()
  while (!isShown())
  await frame()
  return performance.now() - start
}

export const isOnPage = (text: string): boolean => document.body.textContent?.includes(text) ?? false
