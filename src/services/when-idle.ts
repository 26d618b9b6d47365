/** How long the user must have done nothing, in milliseconds. */
const PAUSE = 300
/** At the latest, even if the page is never idle, in milliseconds. */
const LATEST = 2_000

/** Calls back once the page is idle and visible. @returns a function that cancels this */
export const whenIdle = (work: () => void): (() => void) => {
  let idle: number | undefined
  const timer = setTimeout(() => {
    if (document.visibilityState !== 'visible') return
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return work()
    idle = window.requestIdleCallback(work, { timeout: LATEST })
  }, PAUSE)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) window.cancelIdleCallback(idle)
  }
}
