import { useEffect } from 'react'
import { shownPath } from '#workflows/recording/mask.ts'
import type { Recorder } from '#workflows/recording/recorder.ts'
import { hostWatchers } from '#workflows/recording/watch-host.ts'

const onPageHide = (onHide: () => void) => {
  window.addEventListener('pagehide', onHide)
  return () => window.removeEventListener('pagehide', onHide)
}

/**
 * Lets the browser's other tabs watch this tab's machines.
 *
 * @param tab this tab's id
 * @param administrator the signed-in user's id, if they are an administrator
 */
export const useWatchable = (recorder: Recorder, tab: string, administrator: number | undefined): void => {
  useEffect(() => {
    if (administrator === undefined) return
    return hostWatchers({
      recorder,
      userId: administrator,
      tab: () => ({
        id: tab,
        title: document.title.replace(' · Homeroom', ''),
        page: shownPath(window.location.pathname),
      }),
      now: () => Date.now(),
      onPageHide,
    })
  }, [recorder, tab, administrator])
}
