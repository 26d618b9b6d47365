import { useEffect } from 'react'
import { useRouter } from 'wouter'
import type { AppServices } from './compose.ts'
import { judge, type Visitor } from './guard.ts'
import type { Route } from './route.ts'
import { matchingRoutes } from './use-matching-routes.ts'

/**
 * Loads the screen that a link leads to, with its workflows, once the pointer or the focus is on it. While the server can't
 * be reached, it doesn't try: some browsers keep the failure until the page is reloaded.
 */
export const usePrefetch = (
  routes: readonly Route[],
  visitor: Visitor,
  { connection }: Pick<AppServices, 'connection'>,
): void => {
  const { parser } = useRouter()
  useEffect(() => {
    const loadScreen = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin !== window.location.origin || connection.getSnapshot().matches('offline')) return
      const verdict = judge(matchingRoutes(routes, link.pathname, parser), visitor)
      if (verdict.kind === 'show') verdict.route.screen.prefetch()
    }
    document.addEventListener('pointerover', loadScreen)
    document.addEventListener('focusin', loadScreen)
    return () => {
      document.removeEventListener('pointerover', loadScreen)
      document.removeEventListener('focusin', loadScreen)
    }
  }, [routes, visitor, connection, parser])
}
