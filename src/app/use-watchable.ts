import { useEffect } from 'react'
import { shownPath } from '#services/workflows/mask.ts'
import type { Recorder } from '#services/workflows/recorder.ts'
import { hostWatchers } from '#services/workflows/watch-host.ts'

const whenLeft = (told: () => void) => {
  window.addEventListener('pagehide', told)
  return () => window.removeEventListener('pagehide', told)
}

/**
 * Lets this tab's machines be watched from the browser's other tabs.
 *
 * @param tab the id by which others know it
 * @param administrator the id of the signed-in user, where they are one
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
      whenLeft,
    })
  }, [recorder, tab, administrator])
}
