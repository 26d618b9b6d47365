import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import { screensOf, type Visitor } from '../guard.ts'
import type { Route } from '../route.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** A dialog has the keyboard to itself. */
const unlessInDialog = (act: () => void) => () => {
  if (document.querySelector('[aria-modal="true"]') === null) act()
}

interface PaletteParts {
  readonly open: () => void
  /** The palette and the list of shortcuts, once they were asked for. */
  readonly parts: ReactNode
}

/** The command palette and the keyboard shortcuts of every page. None of them fires while the user types in a field. */
export const usePalette = (visitor: Visitor, routes: readonly Route[]): PaletteParts => {
  const [openings, setOpenings] = useState(0)
  const [areShortcutsShown, shortcuts] = useDisclosure()
  const screens = useMemo(() => screensOf(visitor, routes), [visitor, routes])
  const open = () => setOpenings((before) => before + 1)
  useHotkeys([
    ['mod+K', unlessInDialog(open)],
    ['shift+?', unlessInDialog(shortcuts.open)],
    ['?', unlessInDialog(shortcuts.open)],
  ])
  return {
    open,
    parts: (
      <Suspense>
        {openings > 0 && <Palette openings={openings} screens={screens} onShowShortcuts={shortcuts.open} />}
        {areShortcutsShown && <ShortcutsDialog onClose={shortcuts.close} />}
      </Suspense>
    ),
  }
}
