import { useEffect } from 'react'
import { matchRoute, useRouter } from 'wouter'
import { judge, type Visitor } from './guard.ts'
import type { Route } from './route.ts'

/** Loads the screen that a link leads to, with its workflows, once the pointer or the focus is on it. */
export const usePrefetch = (routes: readonly Route[], visitor: Visitor): void => {
  const { parser } = useRouter()
  useEffect(() => {
    const loadScreen = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin !== window.location.origin) return
      const matching = routes.filter(({ path }) => matchRoute(parser, path, link.pathname)[0])
      const verdict = judge(matching, visitor)
      if (verdict.kind === 'show') verdict.route.screen.prefetch()
    }
    document.addEventListener('pointerover', loadScreen)
    document.addEventListener('focusin', loadScreen)
    return () => {
      document.removeEventListener('pointerover', loadScreen)
      document.removeEventListener('focusin', loadScreen)
    }
  }, [routes, visitor, parser])
}
