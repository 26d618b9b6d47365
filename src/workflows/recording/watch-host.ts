import type { Recorder } from './recorder.ts'
import { detailsOf, tellOf } from './report.ts'
import { openWatchChannel } from './watch-channel.ts'
import type { WatchedTab } from './watched.ts'

/** Drops watchers after this long without a renewal, in ms; hidden tabs renew once a minute. */
const PATIENCE = 130_000
/** Other tabs hear of machines that start or end after this long, in ms: a page starts and ends several at once. */
const NEWS_PAUSE = 100

interface Options {
  readonly recorder: Recorder
  readonly userId: number
  readonly tab: () => Omit<WatchedTab, 'running'>
  readonly now: () => number
  /** Calls back when the page unloads; returns the unsubscribe function. */
  readonly onPageHide: (onHide: () => void) => () => void
}

/**
 * Lets this user's tabs, including this one, watch this tab's machines.
 *
 * @returns the function to stop
 */
export const hostWatchers = ({ recorder, userId, tab, now, onPageHide }: Options): (() => void) => {
  const { id } = tab()
  const watchers = new Map<string, { heardAt: number; stop: () => void }>()

  const leave = (watcher: string) => {
    watchers.get(watcher)?.stop()
    watchers.delete(watcher)
  }
  const welcome = (watcher: string) => {
    const known = watchers.get(watcher)
    if (known) {
      known.heardAt = now()
      return
    }
    const entry = { heardAt: now(), stop: () => {} }
    watchers.set(watcher, entry)
    entry.stop = tellOf(recorder, (report) => {
      if (now() - entry.heardAt > PATIENCE) leave(watcher)
      else channel.post({ type: 'report.give', tab: id, watcher, report })
    })
  }
  const running = (): WatchedTab['running'] =>
    recorder
      .machines()
      .filter(({ hasEnded }) => !hasEnded)
      .map(({ id: session, machine, activeAt }) => ({ id: session, machine: machine.id, activeAt }))
  const told = { sessions: '' }
  const announce = () => {
    const now = running()
    told.sessions = now.map(({ id: session }) => session).join(' ')
    channel.post({ type: 'tab.here', tab: { ...tab(), running: now } })
  }
  let news: ReturnType<typeof setTimeout> | undefined
  const stopHearing = recorder.subscribe(() => {
    news ??= setTimeout(() => {
      news = undefined
      const sessions = running().map(({ id: session }) => session)
      if (sessions.join(' ') !== told.sessions) announce()
    }, NEWS_PAUSE)
  })
  const giveDetails = (watcher: string, number: number) =>
    channel.post({ type: 'details.give', tab: id, watcher, number, details: detailsOf(recorder, number) ?? null })

  const channel = openWatchChannel(userId, (message) => {
    if (message.type === 'tabs.ask') announce()
    if (!('tab' in message) || message.tab !== id) return
    if (message.type === 'watch.start') welcome(message.watcher)
    if (message.type === 'watch.stop') leave(message.watcher)
    if (message.type === 'steps.clear') recorder.clear()
    if (message.type === 'details.ask') giveDetails(message.watcher, message.number)
  })
  const goodbye = () => channel.post({ type: 'tab.left', tab: id })
  announce()
  const stopListening = onPageHide(goodbye)
  return () => {
    stopListening()
    stopHearing()
    clearTimeout(news)
    for (const watcher of [...watchers.keys()]) leave(watcher)
    goodbye()
    channel.close()
  }
}
