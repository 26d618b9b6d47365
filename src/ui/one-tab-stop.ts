import { moveByKey } from './key-moves.ts'

const CONTROLS = 'button:not(:disabled), a[href], input:not(:disabled)'

/** A menu that opens inside the group moves by keys of its own. */
const isOfMenu = (element: Element | null): boolean => Boolean(element?.closest('[role="menu"]'))

/**
 * Makes a group of controls one Tab stop: the current one, or the one that had the focus last. Arrow keys, Home and End
 * move the focus within it. Text fields need the arrow keys themselves, so leave them out of the group.
 */
const oneTabStop =
  (back: string, forward: string) =>
  (group: HTMLElement | null): (() => void) | undefined => {
    if (!group) return undefined
    let stop: HTMLElement | undefined
    const controls = () => [...group.querySelectorAll<HTMLElement>(CONTROLS)].filter((each) => !isOfMenu(each))
    const settle = () => {
      const all = controls()
      const current = all.find((each) => each.matches('[aria-current]'))
      const isInside = group.contains(document.activeElement)
      if (!isInside && current) stop = current
      if (!stop || !all.includes(stop)) stop = current ?? all[0]
      for (const each of all) each.tabIndex = each === stop ? 0 : -1
    }
    const take = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !controls().includes(target)) return
      stop = target
      settle()
    }
    const move = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLElement)) return
      const all = controls()
      const at = all.indexOf(event.target)
      if (at < 0) return
      moveByKey(event, {
        [back]: () => all[at - 1]?.focus(),
        [forward]: () => all[at + 1]?.focus(),
        Home: () => all[0]?.focus(),
        End: () => all.at(-1)?.focus(),
      })
    }
    const watch = new MutationObserver(settle)
    watch.observe(group, { subtree: true, childList: true, attributeFilter: ['disabled', 'aria-current'] })
    group.addEventListener('focusin', take)
    group.addEventListener('keydown', move)
    settle()
    return () => {
      watch.disconnect()
      group.removeEventListener('focusin', take)
      group.removeEventListener('keydown', move)
    }
  }

/** The ref of a list, for the up and down keys. */
export const oneTabStopDown = oneTabStop('ArrowUp', 'ArrowDown')

/** The ref of a toolbar, for the left and right keys. */
export const oneTabStopAcross = oneTabStop('ArrowLeft', 'ArrowRight')
