const SCHEME = 'data-mantine-color-scheme'

/**
 * Prints in light mode even if the screen uses dark mode.
 *
 * @returns a function that ends it
 */
export const keepPaperLight = (): (() => void) => {
  const root = document.documentElement
  const paper = window.matchMedia('print')
  let before: string | null = null
  const follow = ({ matches }: { readonly matches: boolean }) => {
    if (matches) {
      before = root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    } else if (before !== null) {
      root.setAttribute(SCHEME, before)
    }
  }
  paper.addEventListener('change', follow)
  return () => paper.removeEventListener('change', follow)
}
