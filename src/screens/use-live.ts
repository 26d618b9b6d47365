/** Reads again what a page shows when others change it. */
import { useContext, useEffect, useRef } from 'react'
import { type Follows, isFollowed } from '#contract/follow.ts'
import type { LiveChange } from '#contract/live.ts'
import { LiveContext } from './provided.tsx'

/** Changes that arrive together are read together; by then, the reply to the page's own change has arrived. In milliseconds. */
const SOON = 150
/** The shortest time between two readings, in milliseconds. */
const APART = 1_000

/** What was read so shortly before the stream was back may have failed with it, in milliseconds. */
const RECENT = 60_000

/** With this many changes, nobody needs to know which were the page's own. */
const MANY = 100

/**
 * Calls `refresh` after others changed what is followed. While nobody sees the page, it waits until someone does.
 *
 * @param refresh must be quiet: the user did not ask for it
 */
export const useLive = (follows: Follows, refresh: () => void): void => {
  const live = useContext(LiveContext)
  const latest = useRef({ follows, refresh })
  useEffect(() => {
    latest.current = { follows, refresh }
  })
  useEffect(() => {
    let waiting: LiveChange[] = []
    let isReset = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAt = Number.NEGATIVE_INFINITY
    const read = () => {
      timer = undefined
      if (document.visibilityState !== 'visible') return
      const isNews = isReset || waiting.some((change) => !live.isOwn(change))
      waiting = []
      isReset = false
      if (!isNews) return
      readAt = performance.now()
      latest.current.refresh()
    }
    const readSoon = () => {
      timer ??= setTimeout(read, Math.max(SOON, readAt + APART - performance.now()))
    }
    const readAll = () => {
      isReset = true
      readSoon()
    }
    const onVisible = () => {
      if (isReset || waiting.length > 0) readSoon()
    }
    const stop = live.listen({
      onChanges: (changes) => {
        const followed = changes.filter((change) => isFollowed(change, latest.current.follows))
        if (followed.length === 0) return
        waiting.push(...followed)
        if (waiting.length > MANY) isReset = true
        if (isReset) waiting = []
        readSoon()
      },
      onReset: readAll,
      onResume: () => {
        if (performance.now() - readAt < RECENT) readAll()
      },
    })
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stop()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [live])
}
