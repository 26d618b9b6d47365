import { fromCallback } from 'xstate'
import type { CloseOutEvent } from '#machines/billing/close-out.machine.ts'

/** Reports when the page comes into sight or its window gets the focus, and when the page is hidden. */
export const watchWindow = fromCallback(({ sendBack }) => {
  const tell = (event: CloseOutEvent) => sendBack(event)
  const onFocus = () => tell({ type: 'window.focus' })
  const onVisibility = () => tell({ type: document.visibilityState === 'visible' ? 'window.focus' : 'window.hide' })
  // It may have been opened in a tab in the background.
  if (document.visibilityState === 'hidden') onVisibility()
  window.addEventListener('focus', onFocus)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('focus', onFocus)
    document.removeEventListener('visibilitychange', onVisibility)
  }
})
