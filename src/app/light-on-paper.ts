const SCHEME = 'data-mantine-color-scheme'

/** Prints in light mode even if the screen uses dark mode. */
export const keepPaperLight = (): void => {
  const root = document.documentElement
  let before: string | null = null
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) {
      before = root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    } else if (before !== null) {
      root.setAttribute(SCHEME, before)
    }
  })
}
