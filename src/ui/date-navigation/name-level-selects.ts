const NAMES: Readonly<Record<string, string>> = { month: 'Month', year: 'Year' }

/** The ref of an element around a calendar with selects of month and year, to which @mantine/dates gives one name. */
export const nameLevelSelects = (root: HTMLElement | null): (() => void) | undefined => {
  if (!root) return undefined
  const name = () => {
    for (const select of root.querySelectorAll<HTMLElement>('select[data-select]')) {
      select.ariaLabel = NAMES[select.dataset.select ?? ''] ?? null
    }
  }
  const watch = new MutationObserver(name)
  watch.observe(root, { childList: true, subtree: true })
  name()
  return () => watch.disconnect()
}
