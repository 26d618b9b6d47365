/** Assistive technology clicks without a pointer and enters text without keys; Back and Forward only tell `popstate`. */
const INPUTS = ['pointerdown', 'click', 'wheel', 'drop', 'keydown', 'input', 'popstate'] as const

/** Calls that an input leads to start within this time, in milliseconds. */
const FOLLOWS_WITHIN = 60_000

/** @returns whether someone is using the page: opened it or did something a moment ago */
export const watchPageUse = (): (() => boolean) => {
  // Unlike performance.now(), this goes on while the computer sleeps.
  let usedAt = Date.now()
  const note = () => {
    usedAt = Date.now()
  }
  for (const input of INPUTS) window.addEventListener(input, note, { capture: true, passive: true })
  return () => {
    const ago = Date.now() - usedAt
    // Someone may have set the clock back.
    return ago >= 0 && ago < FOLLOWS_WITHIN
  }
}
