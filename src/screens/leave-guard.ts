/**
 * Asks before the user leaves a page with something to lose. Only for what can't be kept as a draft. Going back in the
 * browser's history can't be stopped.
 */
import { useEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'

/** Called before another page opens; `go` opens it. */
type AskToLeave = (go: () => void) => void

let askToLeave: AskToLeave | undefined

const isSamePage = (to: string) => new URL(to, window.location.href).pathname === window.location.pathname

/** For the router: holds a navigation to another page while a page asks first. Redirects are not held. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (askToLeave && !options?.replace && !isSamePage(to)) askToLeave(go)
  else go()
}

/** @param ask undefined while there is nothing to lose */
export const useLeaveGuard = (ask: AskToLeave | undefined): void => {
  const latest = useRef(ask)
  latest.current = ask
  const isActive = ask !== undefined
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    askToLeave = (go) => latest.current?.(go)
    window.addEventListener('beforeunload', warn)
    return () => {
      askToLeave = undefined
      window.removeEventListener('beforeunload', warn)
    }
  }, [isActive])
}
